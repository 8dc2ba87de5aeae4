/** Copies the code next to a button and confirms; docs/copy does the same in tools. */
import { COPIED_FOR_MS, type CopyState, copyAnnouncement, copyLabel } from '#docs/copy/copy-state.ts';

export function copyCodeOnRequest(): void {
  document.addEventListener('click', (event) => {
    const button = event.target instanceof Element && event.target.closest<HTMLElement>('button[data-copy]');
    if (button) void copy(button);
  });
}

async function copy(button: HTMLElement): Promise<void> {
  const code = button.closest('[data-code]')?.querySelector('code');
  try {
    await navigator.clipboard.writeText(code?.textContent ?? '');
    say(button, 'copied');
  } catch {
    // Permission refused or an insecure origin: select the text, so that the reader can press Ctrl+C.
    if (code) getSelection()?.selectAllChildren(code);
    say(button, 'blocked');
  }
}

const timers = new WeakMap<Element, ReturnType<typeof setTimeout>>();

function say(button: HTMLElement, state: CopyState): void {
  button.dataset['state'] = state;
  button.textContent = copyLabel[state];
  const status = button.nextElementSibling;
  if (status) status.textContent = copyAnnouncement[state];
  clearTimeout(timers.get(button));
  if (state === 'idle') return;
  const lasts = state === 'copied' ? COPIED_FOR_MS : 2 * COPIED_FOR_MS;
  timers.set(button, setTimeout(say, lasts, button, 'idle'));
}
