import { useEffect, useState } from 'react';
import { useLocation, useNavigation } from 'react-router';

/** What answers faster never flickers. */
const PATIENCE_MS = 300;

/** Whether this page has been waiting for its next data (another filter, order or page) long enough to say so. */
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
