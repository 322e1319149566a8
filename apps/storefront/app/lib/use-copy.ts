import { useEffect, useState } from 'react';

const CONFIRMED_FOR_MS = 3_000;

/** Copies text to the clipboard. `isCopied` is true for three seconds afterwards. */
export function useCopy(onFailure: () => void): { isCopied: boolean; copy: (text: string) => Promise<void> } {
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setCopied(false), CONFIRMED_FOR_MS);
    return () => clearTimeout(timer);
  }, [isCopied]);
  const copy = async (text: string) => {
    try {
      await navigator.clipboard.writeText(text);
      setCopied(true);
    } catch {
      onFailure();
    }
  };
  return { isCopied, copy };
}
