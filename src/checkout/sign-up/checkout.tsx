/** Sign-up: plan, address, payment, terms (requirements 000 §2, §5). */
import { signedInPage } from '#session/after-sign-in.tsx';

export const Checkout = signedInPage(async () => (await import('./order-gate.tsx')).OrderGate);
