/** Reads again, once the browser is online again, what failed without it. */
import { useEffect, useEffectEvent } from 'react';

/** @param isWanted True while something is missing. */
export function useBackOnline(isWanted: boolean, readAgain: () => void): void {
  const again = useEffectEvent(readAgain);
  useEffect(() => {
    if (!isWanted) return;
    const onBack = () => again();
    window.addEventListener('online', onBack);
    return () => window.removeEventListener('online', onBack);
  }, [isWanted]);
}
