/** `/conta/plano`: plan, payment, invoices, and how to end them (docs/payments.md). */
import { signedInPage } from '#session/after-sign-in.tsx';

export const Plan = signedInPage(async () => (await import('./plan-board.tsx')).PlanBoard);
