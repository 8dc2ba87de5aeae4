import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { Chat } from '#chat/chat.tsx';
import type { ChatMenu } from '#chat/chat-menu.ts';
import { covers } from '#ui/covers.ts';

const menu: ChatMenu = {
  init: { say: ['Olá.'], rows: [], options: [{ label: 'Planos', goTo: 'planos' }] },
  planos: {
    say: ['São quatro planos.'],
    rows: [{ term: 'Pro, R$ 99/mês', detail: '75 monitores' }],
    options: [
      { label: 'Comparar', href: '/#planos' },
      { label: 'Vendas', href: 'https://wa.me/55', isOutside: true },
      { label: 'Voltar ao início', goTo: 'init' },
    ],
  },
};
let isSmall = false;

beforeEach(() => {
  isSmall = false;
  vi.stubGlobal('matchMedia', () => ({ matches: isSmall }));
  vi.stubGlobal('fetch', async () => Response.json(menu));
});
const launcher = () => screen.getByRole('button', { name: 'Abrir a ajuda' });
const log = () => screen.getByRole('log', { name: 'Conversa' });

const renderChat = () =>
  render(
    <aside className="chat">
      <Chat source="/ajuda.json" email="suporte@vigia.example" />
    </aside>,
  );

async function openChat() {
  renderChat();
  const user = userEvent.setup();
  await user.click(launcher());
  await screen.findByRole('log');
  return user;
}

test('opens with the greeting and focuses the first option', async () => {
  await openChat();
  expect(screen.getByRole('dialog', { name: 'Ajuda' })).toBeTruthy();
  expect(log().textContent).toBe('Olá.');
  expect(document.activeElement?.textContent).toBe('Planos');
});

test('an answer is added to the log with its data, keeping the focus', async () => {
  const user = await openChat();
  await user.click(screen.getByRole('button', { name: 'Planos' }));
  expect(within(log()).getByText('São quatro planos.')).toBeTruthy();
  expect(within(log()).getByText('75 monitores')).toBeTruthy();
  expect(log().textContent).toContain('Você: Planos');
  expect(document.activeElement?.textContent).toBe('Comparar');
  expect(screen.queryByRole('button', { name: 'Planos' })).toBeNull();
});

test.each(['Escape', 'button'])('%s closes it, restores the focus, and it starts again', async (way) => {
  const user = await openChat();
  await user.click(screen.getByRole('button', { name: 'Planos' }));
  if (way === 'Escape') await user.keyboard('{Escape}');
  else await user.click(screen.getByRole('button', { name: 'Fechar a ajuda' }));
  await waitFor(() => expect(document.activeElement).toBe(launcher()));
  expect(screen.queryByRole('dialog')).toBeNull();
  await user.click(launcher());
  await waitFor(() => expect(log().textContent).toBe('Olá.'));
});

test('if the menu fails it says so, and can be tried again', async () => {
  vi.stubGlobal('fetch', async () => new Response('', { status: 503 }));
  renderChat();
  const user = userEvent.setup();
  await user.click(launcher());
  expect((await screen.findByRole('alert')).textContent).toContain('A ajuda não carregou.');
  expect(screen.getByRole('link').getAttribute('href')).toBe('mailto:suporte@vigia.example');
  vi.stubGlobal('fetch', async () => Response.json(menu));
  await user.click(screen.getByRole('button', { name: 'Tentar de novo' }));
  expect((await screen.findByRole('log')).textContent).toBe('Olá.');
});

test('an external link says that it opens another tab', async () => {
  const user = await openChat();
  await user.click(screen.getByRole('button', { name: 'Planos' }));
  const link = screen.getByRole('link', { name: /^Vendas\s*\(abre em outra aba\)$/ });
  expect([link.getAttribute('target'), link.getAttribute('rel')]).toEqual(['_blank', 'noopener']);
});

test('a target on the same page closes the window and gets the focus', async () => {
  window.history.replaceState(null, '', '/');
  const user = await openChat();
  await user.click(screen.getByRole('button', { name: 'Planos' }));
  await user.click(screen.getByRole('link', { name: 'Comparar' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(document.activeElement).not.toBe(launcher());
});

test('beside the page on a large screen, modal on a small one', async () => {
  const beside = vi.spyOn(HTMLDialogElement.prototype, 'show');
  const inFront = vi.spyOn(HTMLDialogElement.prototype, 'showModal');
  await openChat();
  expect([beside, inFront].map(({ mock }) => mock.calls.length)).toEqual([1, 0]);
  cleanup();
  isSmall = true;
  await openChat();
  expect([beside, inFront].map(({ mock }) => mock.calls.length)).toEqual([1, 1]);
});

test('anything within twelve pixels counts as covered', () => {
  const box = (left: number, top: number) => ({ left, top, right: left + 100, bottom: top + 50 }) as DOMRect;
  expect(covers(box(0, 0), box(90, 40))).toBe(true);
  expect(covers(box(0, 0), box(111, 0))).toBe(true);
  expect(covers(box(0, 0), box(113, 0))).toBe(false);
  expect(covers(box(0, 0), box(0, 63))).toBe(false);
});

test('at the start the conversation begins again, focusing the first option', async () => {
  const user = await openChat();
  await user.click(screen.getByRole('button', { name: 'Planos' }));
  await user.click(screen.getByRole('button', { name: 'Voltar ao início' }));
  expect(log().textContent).toBe('Olá.');
  expect(document.activeElement?.textContent).toBe('Planos');
});
