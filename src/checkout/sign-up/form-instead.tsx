/** Shown in place of the form. */
import { type ReactNode, useEffect } from 'react';

/** "Voltar" restores the form's scroll position, which would show the footer of this shorter page. */
export function FormInstead({ children }: { children: ReactNode }) {
  useEffect(() => {
    document.documentElement.scrollTop = 0;
  }, []);
  return <div className="grid max-w-prose justify-items-start gap-5">{children}</div>;
}
