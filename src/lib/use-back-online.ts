/** Repeats a failed read when the browser is online again. */
import { useEffect, useEffectEvent } from 'react';

/** @param isWanted True after a failure. */
export function useBackOnline(isWanted: boolean, readAgain: () => void): void {
  const again = useEffectEvent(readAgain);
  useEffect(() => {
    if (!isWanted) return;
    const onBack = () => again();
    window.addEventListener('online', onBack);
    return () => window.removeEventListener('online', onBack);
  }, [isWanted]);
}
