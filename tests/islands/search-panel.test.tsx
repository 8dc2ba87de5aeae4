/** The search field with delayed results. */
import { act, fireEvent, render, screen, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import type { FoundArticle } from '#features/search/search-articles.ts';

const answers: ((articles: readonly FoundArticle[]) => void)[] = [];

vi.mock('#features/search/search-articles.ts', () => ({
  createSearch: () => () =>
    new Promise((resolve) => {
      answers.push((articles) => resolve({ articles, readAs: null, isVague: false, popular: [] }));
    }),
}));

const { SearchPanel } = await import('#islands/search/search-panel.tsx');

const row = (url: string) => ({ title: `Trecho ${url}`, url, excerpt: [], isBeginning: false });
const article: FoundArticle = {
  title: 'Telegram',
  category: 'Notificações',
  url: '/docs/telegram',
  rows: ['#a', '#b', '#c', '#d'].map(row),
};

const field = () => screen.getByRole<HTMLInputElement>('combobox', { name: 'Buscar na documentação' });
const rows = () =>
  within(screen.getByRole('listbox', { name: 'Resultados da busca' })).getAllByRole('option');
const followed: string[] = [];

async function ask(query: string): Promise<void> {
  fireEvent.input(field(), { target: { value: query } });
  await act(async () => vi.advanceTimersByTime(200));
}
const answer = (articles: readonly FoundArticle[]) => act(async () => answers.shift()?.(articles));

beforeEach(() => {
  // jsdom has no layout.
  Element.prototype.scrollIntoView = () => {};
  vi.useFakeTimers();
  answers.length = 0;
  followed.length = 0;
  render(<SearchPanel id="busca" onFollow={() => followed.push(document.activeElement?.id ?? '')} />);
  document.onclick = (event) => {
    const link = (event.target as Element).closest('a');
    if (link) followed.push(link.getAttribute('href') ?? '');
  };
  return () => vi.useRealTimers();
});

test('Enter before the results opens the first one later', async () => {
  await ask('telegram');
  fireEvent.keyDown(field(), { key: 'Enter' });
  expect(followed).not.toContain('#a');
  await answer([article]);
  expect(followed).toContain('#a');
});

test('Enter for text changed since opens nothing', async () => {
  await ask('telegram');
  fireEvent.keyDown(field(), { key: 'Enter' });
  await ask('telegram bot');
  await answer([article]);
  await answer([article]);
  expect(followed).not.toContain('#a');
});

test('an article shows two rows, and the others by keyboard', async () => {
  await ask('telegram');
  await answer([article]);
  expect(rows().map(({ textContent }) => textContent)).toEqual([
    'Trecho #aTelegram',
    'Trecho #bTelegram',
    'mais 2 trechos deste artigo',
  ]);
  for (let presses = 0; presses < 3; presses += 1) fireEvent.keyDown(field(), { key: 'ArrowDown' });
  fireEvent.keyDown(field(), { key: 'Enter' });
  expect(rows()).toHaveLength(4);
  expect(document.activeElement).toBe(field());
});

test('no results say where was searched', async () => {
  await ask('xyz');
  await answer([]);
  fireEvent.change(screen.getByLabelText('Nível'), { target: { value: 'basico' } });
  await answer([]);
  await answer([article]);
  expect(screen.getByRole('status').textContent).toBe('Nenhum artigo para “xyz” no nível Básico.');
  expect(screen.getByRole('list', { name: 'O que há fora do filtro' }).textContent).toBe('Telegram');
});
