/**
 * Starts the search fields of a page and opens the search window; loaded when somebody asks for it
 * (offer-search.ts), which turns `/` and Ctrl+K into a click on the button that opens the window.
 */

import type { IndexFile, WrittenArticle } from '#docs/search/rules/index-file.ts';
import { missingWordsEndpoint } from '#domain/feedback/reportable-words.ts';
import { loadStyle } from '#lib/load-style.ts';
import { openIndex } from './docs-index.ts';
import { element } from './element.ts';
import { reportingMissing } from './missing-words.ts';
import { createSearch } from './search-articles.ts';
import { startSearch } from './search-panel.ts';

/** Written by src/build/docs-search.ts. */
const FOLDER = '/docs/pagefind/';

async function fetchPart<Part>(file: string): Promise<Part> {
  const response = await fetch(FOLDER + file);
  if (!response.ok) throw new Error(`${file}: ${response.status}`);
  return response.json();
}

const { searchStyle = '', searchApi = '' } =
  document.querySelector<HTMLElement>('[data-search-style]')?.dataset ?? {};

/** One index for all fields of a page. */
const searchArticles = reportingMissing(
  createSearch(async () =>
    openIndex(await fetchPart<IndexFile>('index.json'), {
      text: (file) => fetchPart<WrittenArticle>(file),
      words: (file) => fetchPart<string>(file),
    }),
  ),
  // A beacon has no response, so a lost one causes no error.
  (words) =>
    navigator.sendBeacon(
      searchApi + missingWordsEndpoint,
      new Blob([JSON.stringify({ words })], { type: 'application/json' }),
    ),
);

const NAME = 'Buscar na documentação';

/** What the window contains is made here, because it would weigh on every article. The field is that of search-inline.astro. */
function windowField(icon: Node | undefined): HTMLElement {
  const id = 'busca-janela';
  const field = element('input', {
    id,
    type: 'search',
    role: 'combobox',
    ariaExpanded: 'false',
    ariaAutoComplete: 'list',
    autocomplete: 'off',
    autocapitalize: 'off',
    spellcheck: false,
    enterKeyHint: 'search',
    placeholder: NAME,
  });
  return element(
    'search',
    { className: 'search-panel' },
    element('label', { htmlFor: id, className: 'sr-only' }, NAME),
    element('div', { className: 'search-field' }, ...(icon ? [icon] : []), field),
  );
}

/** Its keys, and a button that closes it. */
function windowEnd(dialog: HTMLDialogElement): readonly HTMLElement[] {
  const keys = [
    [['↑', '↓'], 'escolher'],
    [['Enter'], 'abrir'],
    [['Esc'], 'fechar'],
  ] as const;
  const words = keys.map(([names, effect]) =>
    element('span', {}, ...names.flatMap((name) => [element('kbd', {}, name), ' ']), effect),
  );
  return [
    element('p', { className: 'search-keys', ariaHidden: 'true' }, ...words),
    element('button', { type: 'button', className: 'search-close', onclick: () => dialog.close() }, 'Fechar'),
  ];
}

function openOnRequest(dialog: HTMLDialogElement): void {
  const open = async (): Promise<void> => {
    await loadStyle(searchStyle);
    if (!dialog.open) dialog.showModal();
    dialog.querySelector('input')?.select();
  };
  // Loaded now, so that the window opens without delay.
  void loadStyle(searchStyle);
  dialog.addEventListener('keydown', (event) => {
    // In some browsers the first Escape only clears the field.
    if (event.key !== 'Escape' || event.isComposing || !(event.target instanceof HTMLInputElement)) return;
    event.preventDefault();
    dialog.close();
  });
  document.addEventListener('click', (event) => {
    if (event.target === dialog) dialog.close();
    if (!(event.target instanceof Element) || event.ctrlKey || event.metaKey || event.shiftKey) return;
    if (event.target.closest('[data-search-open]') === null) return;
    event.preventDefault();
    void open();
  });
}

const dialog = document.querySelector<HTMLDialogElement>('dialog[data-search-dialog]');
if (dialog !== null) {
  const icon = document.querySelector('[data-search-open] svg')?.cloneNode(true);
  dialog.prepend(windowField(icon));
  dialog.append(...windowEnd(dialog));
  openOnRequest(dialog);
}
for (const panel of document.querySelectorAll<HTMLElement>('.search-panel'))
  startSearch(panel, searchArticles);
