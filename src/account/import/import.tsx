/** `/conta/importar`: brings monitors of another service in. */
import { signedInPage } from '#session/after-sign-in.tsx';

export const Import = signedInPage(async () => (await import('./import-board.tsx')).ImportBoard);
