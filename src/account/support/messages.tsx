/** `/conta/suporte`: what an account wrote to support, for everybody with an account. */
import { signedInPage } from '#session/after-sign-in.tsx';

export const MessagesPage = signedInPage(async () => (await import('./messages-board.tsx')).MessagesBoard);
