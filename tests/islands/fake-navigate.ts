/**
 * Leaving the page, as an island asks for it: nothing is left, and what was asked for is remembered.
 *
 * Use with `vi.mock('#lib/navigate.ts', async (original) => ({ ...(await original<object>()), ...(await import('./fake-navigate.ts')) }))`.
 */
import { type Mock, vi } from 'vitest';

/** On the global object: a test that loads the page's modules anew must still meet the same one. */
const shared = globalThis as { fakeGoTo?: Mock<(address: string) => void> };
shared.fakeGoTo ??= vi.fn();
export const goTo = shared.fakeGoTo;
