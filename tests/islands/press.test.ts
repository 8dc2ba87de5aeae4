/** A press before the code of a control is there. */
import { fireEvent, waitFor } from '@testing-library/dom';
import { expect, test, vi } from 'vitest';
import { once, onFirstPress } from '#lib/press.ts';

function show(html: string): HTMLElement {
  document.body.innerHTML = `<div>${html}</div>`;
  return document.querySelector('div') as HTMLElement;
}

test('the press is repeated on the control that took the place, with the focus', async () => {
  const part = show('<button>um</button><button>dois</button>');
  const pressed = vi.fn();
  onFirstPress(part, 'button', async () => {
    part.innerHTML = '<button>um</button><button>dois</button>';
    part.lastElementChild?.addEventListener('click', pressed);
  });
  const second = part.lastElementChild as HTMLElement;
  second.focus();
  fireEvent.click(second);
  expect(second.hasAttribute('data-pending')).toBe(true);
  await waitFor(() => expect(pressed).toHaveBeenCalledTimes(1));
  expect(document.activeElement).toBe(part.lastElementChild);
  expect(document.querySelector('[data-pending]')).toBeNull();
  fireEvent.click(part.lastElementChild as HTMLElement);
  expect(pressed).toHaveBeenCalledTimes(2);
});

test('two presses count twice', async () => {
  const part = show('<button>mais</button>');
  const pressed = vi.fn();
  const load = once(async () => part.firstElementChild?.addEventListener('click', pressed));
  onFirstPress(part, 'button', load);
  fireEvent.click(part.firstElementChild as HTMLElement);
  fireEvent.click(part.firstElementChild as HTMLElement);
  await waitFor(() => expect(pressed).toHaveBeenCalledTimes(2));
});

test('after a failure a button can be pressed again', async () => {
  const part = show('<button>abrir</button>');
  const pressed = vi.fn();
  const load = vi.fn<() => Promise<unknown>>(() => Promise.reject(new Error('offline')));
  onFirstPress(part, 'button', once(load));
  const button = part.firstElementChild as HTMLElement;
  fireEvent.click(button);
  await waitFor(() => expect(button.hasAttribute('data-pending')).toBe(false));
  load.mockImplementation(async () => button.addEventListener('click', pressed));
  fireEvent.click(button);
  await waitFor(() => expect(pressed).toHaveBeenCalledTimes(1));
});

test('a click for a new tab is left to the browser', () => {
  const part = show('<a href="#foto">foto</a>');
  const load = vi.fn(async () => {});
  onFirstPress(part, 'a', load);
  expect(fireEvent.click(part.firstElementChild as HTMLElement, { ctrlKey: true })).toBe(true);
  expect(load).not.toHaveBeenCalled();
});
