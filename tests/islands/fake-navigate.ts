/** Fake navigation for islands: records the targets without leaving the page. */
import { vi } from 'vitest';

const fakes = () => ({ goTo: vi.fn<(address: string) => void>(), reloadPage: vi.fn() });

/** On the global object, so that reloaded modules share the same fakes. */
const shared = globalThis as { fakeNavigate?: ReturnType<typeof fakes> };
shared.fakeNavigate ??= fakes();
export const { goTo, reloadPage } = shared.fakeNavigate;
