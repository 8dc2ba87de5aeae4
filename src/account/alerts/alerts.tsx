/** `/conta/avisos`: who is told when a monitor changes, and what became of each message. */
import { signedInPage } from '#session/after-sign-in.tsx';

export const Alerts = signedInPage(async () => (await import('./alerts-board.tsx')).AlertsBoard);
