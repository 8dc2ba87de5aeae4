/** For "Voltar", which may restore this page from the browser's memory, as it was before what happened since. */
import { useEffect, useEffectEvent } from 'react';

/** Calls back each time the page is restored. */
export function useOnReturn(onReturn: () => void): void {
  const returned = useEffectEvent(onReturn);
  useEffect(() => {
    const onShow = ({ persisted }: PageTransitionEvent): void => {
      if (persisted) returned();
    };
    window.addEventListener('pageshow', onShow);
    return () => window.removeEventListener('pageshow', onShow);
  }, []);
}
