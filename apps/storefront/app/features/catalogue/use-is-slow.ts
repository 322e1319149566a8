import { useEffect, useState } from 'react';
import { useLocation, useNavigation } from 'react-router';

/** Faster responses show no loading state. */
const PATIENCE_MS = 300;

/** Whether the page has waited long enough for new data (filter, order or page) to show a loading state. */
export function useIsSlow(): boolean {
  const { pathname } = useLocation();
  const { location } = useNavigation();
  const isWaiting = location?.pathname === pathname;
  const [isSlow, setSlow] = useState(false);
  useEffect(() => {
    if (!isWaiting) return;
    const timer = setTimeout(() => setSlow(true), PATIENCE_MS);
    return () => {
      clearTimeout(timer);
      setSlow(false);
    };
  }, [isWaiting]);
  return isSlow && isWaiting;
}
