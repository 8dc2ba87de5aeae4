/** `/conta/cartao`: changes the card of the renewals, here or on the processor's page (docs/payments.md). */
import { signedInPage } from '#session/after-sign-in.tsx';

export const CardChange = signedInPage(async () => (await import('./renewal-gate.tsx')).RenewalGate);
