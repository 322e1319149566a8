import { useState } from 'react';

interface LongTextProps {
  /** Identifies the text. */
  name: string;
  /** Missing during hydration: see long-text.server.ts. */
  html: string | undefined;
}

/** Our own text, made from the files in `documents`: nothing in it comes from outside. */
export function LongText({ name, html }: LongTextProps) {
  const id = `text-${name}`;
  const [rendered] = useState(() =>
    typeof document === 'undefined' ? '' : (document.getElementById(id)?.innerHTML ?? ''),
  );
  return (
    // biome-ignore lint/security/noDangerouslySetInnerHtml: see above
    <div id={id} className="prose" suppressHydrationWarning dangerouslySetInnerHTML={{ __html: html ?? rendered }} />
  );
}
