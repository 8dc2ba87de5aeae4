/** `/conta/meus-dados`: the person's own data, for owners, members and accounts without an environment alike. */
import { signedInPage } from '#session/after-sign-in.tsx';

export const OwnData = signedInPage(async () => (await import('./own-data-board.tsx')).OwnDataBoard);
