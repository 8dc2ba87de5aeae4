/** What stands where the form would be. */
import { type ReactNode, useEffect } from 'react';

/** "Voltar" restores how far the form was scrolled, and this is shorter: without the effect the footer is what is seen. */
export function FormInstead({ children }: { children: ReactNode }) {
  useEffect(() => {
    document.documentElement.scrollTop = 0;
  }, []);
  return <div className="grid max-w-prose justify-items-start gap-5">{children}</div>;
}
