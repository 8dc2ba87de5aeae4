/** The search field with delayed results. */
import { fireEvent, screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { Correction, FoundArticle, SearchArticles } from '#docs/search/search-articles.ts';
import { startSearch } from '#docs/search/search-panel.ts';

/** As search-inline.astro writes it. */
const MARKUP = `
  <search class="search-panel">
    <label for="busca">Buscar na documentação</label>
    <input id="busca" type="search" role="combobox" aria-expanded="false">
  </search>`;

/** What answers the questions that wait, the first one first; nothing is a lost connection. */
const answers: ((articles?: readonly FoundArticle[]) => void)[] = [];
const asked: (readonly [query: string, filters: object])[] = [];
let correction: Correction | null = null;
const exactly: string[] = [];
const searchArticles: SearchArticles = (query, filters = {}, isAsTyped = false) => {
  asked.push([query, filters]);
  if (isAsTyped) exactly.push(query);
  return new Promise<Awaited<ReturnType<SearchArticles>>>((resolve, reject) => {
    answers.push((articles) => {
      if (articles === undefined) reject(new TypeError('Failed to fetch'));
      else resolve({ articles, correction, unknown: [], isVague: false, popular: [] });
    });
  });
};

const row = (url: string) => ({
  title: [
    { text: 'Trecho', isMatch: true },
    { text: ` ${url}`, isMatch: false },
  ],
  url,
  excerpt: [],
  isBeginning: false,
});
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
  await vi.advanceTimersByTimeAsync(200);
}
const filterLine = () => document.querySelector('.search-filters details:not([open]) > summary')?.textContent;
/** Chooses a filter; the question is asked again at once. */
async function narrow(label: string, value: string): Promise<void> {
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
  await vi.advanceTimersByTimeAsync(0);
}
async function answer(articles?: readonly FoundArticle[]): Promise<void> {
  answers.shift()?.(articles);
  await vi.advanceTimersByTimeAsync(0);
}

/** @param wrap What the field stands in. */
function open(wrap = (panel: string) => panel): void {
  document.body.innerHTML = wrap(MARKUP);
  startSearch(document.querySelector('search') as HTMLElement, searchArticles);
}

beforeEach(() => {
  // jsdom has no layout.
  Element.prototype.scrollIntoView = () => {};
  vi.useFakeTimers();
  answers.length = 0;
  followed.length = 0;
  asked.length = 0;
  correction = null;
  exactly.length = 0;
  localStorage.clear();
  open();
  document.onclick = (event) => {
    const link = (event.target as Element).closest('a');
    if (link) followed.push(link.getAttribute('href') ?? '');
  };
  return () => vi.useRealTimers();
});

test('the field in the page suggests nothing, which would move what is below it', () => {
  expect(screen.queryByText('Sugestões de busca')).toBeNull();
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

test('only the first row of an article names it, and titles have marks', async () => {
  await ask('telegram');
  const beginning = { ...row('/docs/telegram'), isBeginning: true };
  await answer([
    { ...article, rows: [row('#a'), beginning] },
    { ...article, rows: [beginning, row('#b')] },
  ]);
  expect(rows().map(({ textContent }) => textContent)).toEqual([
    'Trecho #aTelegram',
    'Começo do artigo',
    'Trecho /docs/telegramNotificações',
    'Trecho #b',
  ]);
  expect(rows()[0]?.querySelector('mark')?.textContent).toBe('Trecho');
});

test('an article shows two rows, and the others by keyboard', async () => {
  await ask('telegram');
  await answer([article]);
  expect(rows().map(({ textContent }) => textContent)).toEqual([
    'Trecho #aTelegram',
    'Trecho #b',
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
  await narrow('Nível', 'basico');
  await answer([]);
  await answer([article]);
  expect(screen.getByRole('status').textContent).toBe('Nenhum artigo para “xyz” no nível Básico.');
  expect(screen.getByRole('list', { name: 'O que há fora do filtro' }).textContent).toBe('Telegram');
});

test('a question is narrowed to what is chosen, and asked again without it', async () => {
  await ask('telegram');
  await answer([article]);
  await narrow('Categoria', 'notifications');
  await narrow('Nível', 'basico');
  expect(asked.at(-1)).toEqual(['telegram', { categoria: 'notifications', nivel: 'basico' }]);
  expect(filterLine()).toBe('Filtro: Notificações, Básico');
  await answer([article]);
  await answer([]);
  await answer([]);
  expect(screen.getByRole('status').textContent).toBe(
    'Nenhum artigo para “telegram” na categoria Notificações, no nível Básico.',
  );
  fireEvent.click(screen.getByRole('button', { name: 'Buscar em toda a documentação' }));
  await vi.advanceTimersByTimeAsync(0);
  expect(asked.at(-1)).toEqual(['telegram', {}]);
  expect(filterLine()).toBe('Filtrar');
  expect(document.activeElement).toBe(field());
});

test('the row under the arrow keys is named to screen readers', async () => {
  await ask('telegram');
  await answer([article]);
  const named = () => document.getElementById(field().getAttribute('aria-activedescendant') ?? '');
  expect(named()).toBeNull();
  fireEvent.keyDown(field(), { key: 'ArrowUp' });
  expect(named()).toBe(rows().at(-1));
  fireEvent.keyDown(field(), { key: 'ArrowDown' });
  expect(named()).toBe(rows()[0]);
  expect(rows().map((option) => option.getAttribute('aria-selected'))).toEqual(['true', 'false', 'false']);
  expect(field().getAttribute('aria-expanded')).toBe('true');
  await ask('');
  expect(field().getAttribute('aria-expanded')).toBe('false');
  expect(named()).toBeNull();
});

test('a lost connection is shown, and the search repeated on request', async () => {
  await ask('telegram');
  await answer();
  expect(screen.getByRole('status').textContent).toBe('A busca não carregou.');
  fireEvent.click(screen.getByRole('button', { name: 'Tentar de novo' }));
  await vi.advanceTimersByTimeAsync(0);
  await answer([article]);
  expect(rows()).toHaveLength(3);
  expect(document.activeElement).toBe(field());
});

const meant = () => document.querySelector('.search-meant')?.textContent;

test('a correction is offered beside the results, and one press asks for it', async () => {
  correction = { query: 'importar robos', isShown: false, isTypedFound: true };
  await ask('importar robot');
  await answer([article]);
  expect(field().value).toBe('importar robot');
  expect(meant()).toBe('Mostrando importar robot; talvez importar robos');
  expect(screen.getByRole('status').textContent).toBe('1 artigo encontrado. Talvez “importar robos”.');
  fireEvent.click(screen.getByRole('button', { name: 'importar robos' }));
  expect(field().value).toBe('importar robos');
  expect(document.activeElement).toBe(field());
});

test('a correction that is shown leaves the question, and one press leaves it out', async () => {
  correction = { query: 'latencia alta', isShown: true, isTypedFound: true };
  await ask('latensia alta');
  await answer([article]);
  expect(field().value).toBe('latensia alta');
  expect(meant()).toBe('Mostrando latencia alta; buscar só latensia alta');
  fireEvent.click(screen.getByRole('button', { name: 'latensia alta' }));
  await vi.advanceTimersByTimeAsync(0);
  await answer([article]);
  expect(exactly).toEqual(['latensia alta']);
  expect(meant()).toBeUndefined();
});

test('where nothing was typed right, the page says so', async () => {
  correction = { query: 'telegram', isShown: true, isTypedFound: false };
  await ask('telegran');
  await answer([article]);
  expect(meant()).toBe('Nenhum artigo diz telegran. Mostrando telegram');
});

test('what was typed before the script is searched', async () => {
  open((panel) => panel.replace('type="search"', 'type="search" value="telegram"'));
  await vi.advanceTimersByTimeAsync(200);
  await answer([article]);
  expect(rows()).toHaveLength(3);
});

describe('in the window', () => {
  const dialog = () => document.querySelector('dialog') as HTMLDialogElement;
  const recent = () => screen.queryByRole('button', { name: 'telegram' });

  beforeEach(() => open((panel) => `<dialog open>${panel}</dialog>`));

  test('a followed result closes it, and its question is offered again until forgotten', async () => {
    await ask('telegram');
    await answer([article]);
    fireEvent.click(rows()[0] as HTMLElement);
    expect(dialog().open).toBe(false);
    dialog().open = true;
    await ask('');
    fireEvent.click(recent() as HTMLElement);
    expect(field().value).toBe('telegram');
    expect(document.activeElement).toBe(field());
    await ask('');
    fireEvent.click(screen.getByRole('button', { name: 'Limpar' }));
    expect(recent()).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'alarme falso' }));
    expect(field().value).toBe('alarme falso');
  });
});
