/** The menu button: every way in, through and out of it without a mouse. */
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import axe from 'axe-core';
import { expect, test, vi } from 'vitest';
import { Menu } from '#ui/menu.tsx';

const user = userEvent.setup();
const chosen = vi.fn<(label: string) => void>();
const labels = ['Preferências', 'Renomear', 'Mandar um teste', 'Retirar'];

function open() {
  chosen.mockReset();
  render(
    <>
      <Menu label="Opções de Ana" items={labels.map((label) => ({ label, onChoose: () => chosen(label) }))} />
      <button type="button">depois</button>
    </>,
  );
  return screen.getByRole('button', { name: 'Opções de Ana' });
}
const focused = () => document.activeElement?.textContent;

test.each([
  ['{Enter}', 'Preferências'],
  [' ', 'Preferências'],
  ['{ArrowDown}', 'Preferências'],
  ['{ArrowUp}', 'Retirar'],
])('%s opens it at an item', async (key, item) => {
  const button = open();
  button.focus();
  await user.keyboard(key);
  expect(button.getAttribute('aria-expanded')).toBe('true');
  expect(focused()).toBe(item);
});

test('keys move through it, around its ends', async () => {
  open().focus();
  const walk = [];
  for (const key of ['{ArrowDown}', '{ArrowUp}', '{ArrowDown}', 'm', '{End}', 'r', '{Home}', 'x']) {
    await user.keyboard(key);
    walk.push(focused());
  }
  expect(walk).toEqual([
    ...['Preferências', 'Retirar', 'Preferências', 'Mandar um teste', 'Retirar'],
    ...['Renomear', 'Preferências', 'Preferências'],
  ]);
});

test('Escape closes it at its button, Tab and a press elsewhere without it', async () => {
  const button = open();
  for (const [leave, at] of [
    [() => user.keyboard('{Escape}'), button],
    [() => user.tab(), screen.getByText('depois')],
    [() => user.click(screen.getByText('depois')), screen.getByText('depois')],
  ] as const) {
    await user.click(button);
    expect(screen.getByRole('menu', { name: 'Opções de Ana' })).toBeTruthy();
    await leave();
    expect(screen.queryByRole('menu')).toBeNull();
    expect(document.activeElement).toBe(at);
  }
  expect(chosen).not.toHaveBeenCalled();
});

test('a chosen item acts once, and the button has the focus again', async () => {
  const button = open();
  button.focus();
  await user.keyboard('{ArrowDown}{ArrowDown}{Enter}');
  expect(chosen.mock.calls).toEqual([['Renomear']]);
  expect(screen.queryByRole('menu')).toBeNull();
  expect(document.activeElement).toBe(button);
  await user.click(button);
  await user.click(screen.getByRole('menuitem', { name: 'Retirar' }));
  expect(chosen.mock.calls.at(-1)).toEqual(['Retirar']);
});

test('open, it has no accessibility violation', async () => {
  await user.click(open());
  const { violations } = await axe.run(document.body, {
    rules: { 'color-contrast': { enabled: false }, region: { enabled: false } },
  });
  expect(violations).toEqual([]);
});
