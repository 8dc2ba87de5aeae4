import { cleanup } from '@testing-library/react';
import { afterEach } from 'vitest';

// The library does this by itself only where the test functions are globals.
afterEach(cleanup);

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
