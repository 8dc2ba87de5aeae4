import { cleanup } from '@testing-library/react';
import { afterEach, vi } from 'vitest';

// Islands run without provider and navigation; a test that needs the real ones uses `vi.unmock`.
vi.mock('keycloak-js', () => import('#tests/islands/fake-keycloak.ts'));
vi.mock('#lib/navigate.ts', async (original) => ({
  ...(await original<object>()),
  ...(await import('#tests/islands/fake-navigate.ts')),
}));

afterEach(() => {
  vi.useRealTimers();
  // The library cleans up by itself only with global test functions.
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
