/** `/conta`: how the monitors stand, then the plan in a few lines. */
import { useLayoutEffect } from 'react';
import { goTo } from '#lib/navigate.ts';
import { signedInPage } from '#session/after-sign-in.tsx';
import { movedTo } from './account-pages.ts';

const Board = signedInPage(async () => (await import('./account-board.tsx')).AccountBoard);

interface AccountProps {
  readonly environmentKept: string;
  /** Our WhatsApp, as a link. */
  readonly whatsapp: string;
}

export function Account(props: AccountProps) {
  // Before the sign-in, which would come back here.
  useLayoutEffect(() => {
    const page = movedTo(window.location);
    if (page !== null) goTo(page, { isReplacing: true });
  }, []);
  return <Board {...props} />;
}
