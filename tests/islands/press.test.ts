/** A press before the code of a control is there. */
import { fireEvent, waitFor } from '@testing-library/dom';
import { expect, test, vi } from 'vitest';
import { once, onFirstPress } from '#lib/press.ts';

function show(html: string): HTMLElement {
  document.body.innerHTML = html;
  return document.body.firstElementChild as HTMLElement;
}

test('the press is repeated once the code is there', async () => {
  const button = show('<button class="first">um</button>');
  const pressed = vi.fn();
  onFirstPress('.first', async () => button.addEventListener('click', pressed));
  fireEvent.click(button);
  expect(button.hasAttribute('data-pending')).toBe(true);
  await waitFor(() => expect(pressed).toHaveBeenCalledTimes(1));
  expect(document.querySelector('[data-pending]')).toBeNull();
  fireEvent.click(button);
  expect(pressed).toHaveBeenCalledTimes(2);
});

test('two presses count twice', async () => {
  const button = show('<button class="twice">mais</button>');
  const pressed = vi.fn();
  const load = once(async () => button.addEventListener('click', pressed));
  onFirstPress('.twice', load);
  fireEvent.click(button);
  fireEvent.click(button);
  await waitFor(() => expect(pressed).toHaveBeenCalledTimes(2));
});

test('after a failure a button can be pressed again', async () => {
  const button = show('<button class="failing">abrir</button>');
  const pressed = vi.fn();
  const load = vi.fn<() => Promise<unknown>>(() => Promise.reject(new Error('offline')));
  onFirstPress('.failing', once(load));
  fireEvent.click(button);
  await waitFor(() => expect(button.hasAttribute('data-pending')).toBe(false));
  load.mockImplementation(async () => button.addEventListener('click', pressed));
  fireEvent.click(button);
  await waitFor(() => expect(pressed).toHaveBeenCalledTimes(1));
});

test('a click for a new tab is left to the browser', () => {
  const link = show('<a class="tab" href="#foto">foto</a>');
  const load = vi.fn(async () => {});
  onFirstPress('.tab', load);
  expect(fireEvent.click(link, { ctrlKey: true })).toBe(true);
  expect(load).not.toHaveBeenCalled();
});
