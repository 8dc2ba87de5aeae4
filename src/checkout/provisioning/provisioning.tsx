/** Progress of a new environment (requirements 000 §2, §4). The welcome mail arrives without this page too. */
import { signedInPage } from '#session/after-sign-in.tsx';

export const Provisioning = signedInPage(async () => (await import('./progress-board.tsx')).ProgressBoard);
