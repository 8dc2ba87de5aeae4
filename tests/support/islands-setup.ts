import { cleanup } from '@testing-library/react';
import { afterEach, vi } from 'vitest';

// Behind an island there is no provider, and no page to go to; a test of either asks for the real one by `vi.unmock`.
vi.mock('keycloak-js', () => import('#tests/islands/fake-keycloak.ts'));
vi.mock('#lib/navigate.ts', async (original) => ({
  ...(await original<object>()),
  ...(await import('#tests/islands/fake-navigate.ts')),
}));

afterEach(() => {
  vi.useRealTimers();
  // The library does this by itself only where the test functions are globals.
  cleanup();
});

/** jsdom has the element, but can neither open nor close it. */
Object.assign(HTMLDialogElement.prototype, {
  show(this: HTMLDialogElement) {
    this.open = true;
  },
  showModal(this: HTMLDialogElement) {
    this.open = true;
  },
  close(this: HTMLDialogElement, value?: string) {
    if (!this.open) return;
    if (value !== undefined) this.returnValue = value;
    this.open = false;
    this.dispatchEvent(new Event('close'));
  },
});
