/** `/conta/atividade`: what happened to an environment, for its owner and members. */
import { signedInPage } from '#session/after-sign-in.tsx';

export const Activity = signedInPage(async () => (await import('./activity-board.tsx')).ActivityBoard);
