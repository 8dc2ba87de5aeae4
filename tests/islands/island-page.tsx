/** The page of one island for tests: as on a first visit, loaded anew at each address. */
import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent, { type UserEvent } from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { onTestFinished, vi } from 'vitest';
import { type FakeApi, installApi } from './fake-api.ts';
import { resetProvider } from './fake-keycloak.ts';
import { goTo } from './fake-navigate.ts';

export let server: FakeApi;

export let user: UserEvent;

/** A real clock goes on by itself. */
const advanceTimers = (milliseconds: number): void => {
  if (vi.isFakeTimers()) vi.advanceTimersByTime(milliseconds);
};

/** Resets services and storage. */
export function setUp(): void {
  resetProvider();
  sessionStorage.clear();
  localStorage.clear();
  goTo.mockReset();
  server = installApi();
  user = userEvent.setup({ advanceTimers });
}

/** Renders what `load` imports, like a page load at `address`. */
export async function openAt(address: string, load: () => Promise<ReactNode>): Promise<void> {
  cleanup();
  vi.resetModules();
  window.history.replaceState(null, '', address);
  render(await load());
}

export const part = async (name: string) => within(await screen.findByRole('region', { name }));

export const button = (name: string | RegExp) => screen.getByRole<HTMLButtonElement>('button', { name });

/** Presses a button, once it is there. */
export const press = async (name: string | RegExp) => user.click(await screen.findByRole('button', { name }));

/** The files that the page offers for saving, from now to the end of the test. */
export function savedFiles(): readonly { readonly name: string; readonly blob: Blob }[] {
  const saved: { name: string; blob: Blob }[] = [];
  let offered = new Blob();
  const spies = [
    vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
      offered = blob as Blob;
      return 'blob:file';
    }),
    vi.spyOn(URL, 'revokeObjectURL').mockImplementation(() => undefined),
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      saved.push({ name: this.download, blob: offered });
    }),
  ];
  onTestFinished(() => {
    for (const spy of spies) spy.mockRestore();
  });
  return saved;
}

/** Writes into a field at once: a page that renders at every key takes seconds for a sentence. */
export async function write(field: HTMLElement, text: string): Promise<void> {
  await user.click(field);
  await user.paste(text);
}
