/** `/conta/dados`: the owner's environment as a file to take along. */
import { signedInPage } from '#session/after-sign-in.tsx';

export const MovingOut = signedInPage(async () => (await import('./moving-out-board.tsx')).MovingOutBoard);
