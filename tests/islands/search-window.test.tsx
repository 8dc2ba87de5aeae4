/** The search dialog of a documentation page: opened by its own script, with the page's others. */
import { fireEvent } from '@testing-library/react';
import { beforeAll, beforeEach, expect, test } from 'vitest';

beforeAll(async () => {
  document.body.innerHTML = `
    <dialog data-search-dialog>
      <select><option>Todas as categorias</option></select>
    </dialog>`;
  await import('#docs/search/search.ts');
});

const part = <E extends HTMLElement>(selector: string) => document.querySelector<E>(selector) as E;

beforeEach(() => {
  part<HTMLDialogElement>('dialog').showModal();
  part<HTMLInputElement>('input').value = 'telegram';
});

test('one Escape closes it and keeps the text', () => {
  const isLeftToTheField = fireEvent.keyDown(part('input'), { key: 'Escape' });
  expect(part<HTMLDialogElement>('dialog').open).toBe(false);
  expect(isLeftToTheField).toBe(false);
  expect(part<HTMLInputElement>('input').value).toBe('telegram');
});

test.each([
  ['ends the composition of a character', 'input', { key: 'Escape', isComposing: true }],
  ['closes an open list of choices', 'select', { key: 'Escape' }],
])('an Escape that %s is ignored', (_what, selector, key) => {
  expect(fireEvent.keyDown(part(selector), key)).toBe(true);
  expect(part<HTMLDialogElement>('dialog').open).toBe(true);
});
