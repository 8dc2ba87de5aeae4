/** The customer's account: plan, payments, and how to end them (docs/payments.md). */
import { signedInPage } from '#session/after-sign-in.tsx';

export const Account = signedInPage(async () => (await import('./account-board.tsx')).AccountBoard);
