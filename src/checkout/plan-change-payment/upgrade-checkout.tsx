/** Payment of a larger plan (requirements 000 §2, §4). */
import { signedInPage } from '#session/after-sign-in.tsx';

export const UpgradeCheckout = signedInPage(async () => (await import('./upgrade-gate.tsx')).UpgradeGate);
