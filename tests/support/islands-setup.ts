import { cleanup, configure } from '@testing-library/react';
import { afterEach, vi } from 'vitest';

// Islands run without provider and navigation; a test that needs the real ones uses `vi.unmock`.
vi.mock('keycloak-js', () => import('#tests/islands/fake-keycloak.ts'));
vi.mock('#lib/navigate.ts', async (original) => ({
  ...(await original<object>()),
  ...(await import('#tests/islands/fake-navigate.ts')),
}));

// The signed-in part of a page is imported late, which takes longer than the usual second on a busy machine.
configure({ asyncUtilTimeout: 20_000 });

afterEach(() => {
  vi.useRealTimers();
  // The library cleans up by itself only with global test functions.
  cleanup();
});

/** Node's channels reach the other files that run in this process: one file's sign-out would end another's session. */
const file = crypto.randomUUID();
Object.assign(globalThis, {
  BroadcastChannel: class extends BroadcastChannel {
    constructor(name: string) {
      super(`${name} ${file}`);
    }
  },
});

/** jsdom cannot scroll. */
Object.assign(Element.prototype, { scrollIntoView: vi.fn() });

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
