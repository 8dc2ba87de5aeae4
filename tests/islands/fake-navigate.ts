/** Leaving the page, as an island asks for it: nothing is left, and what was asked for is remembered. */
import { vi } from 'vitest';

const fakes = () => ({ goTo: vi.fn<(address: string) => void>(), reloadPage: vi.fn() });

/** On the global object: a test that loads the page's modules anew must still meet the same ones. */
const shared = globalThis as { fakeNavigate?: ReturnType<typeof fakes> };
shared.fakeNavigate ??= fakes();
export const { goTo, reloadPage } = shared.fakeNavigate;
