/**
 * Makes a list of questions searchable while typing, and its questions linkable.
 *
 * What decides which questions are found is loaded with the first sign that somebody will type. The text stands in the
 * address (`?q=`), so that it survives a reload and can be sent to somebody else.
 */

import type { QuestionFinder } from '#domain/search/find-questions.ts';
import { unmark, wrapMarks } from './mark-text.ts';

interface Entry {
  readonly details: HTMLDetailsElement;
  readonly category: string;
  readonly question: string;
  readonly answer: string;
}

/** Sentences with `{count}` and `{typed}` in them; see `faq.*` of the catalogue. */
export interface FaqSearchWords {
  readonly none: string;
  readonly foundOne: string;
  readonly found: string;
}

const PARAMETER = 'q';
const ALL = 'todos';
const UNMATCHED = 'data-unmatched';

export function enhanceFaqSearch(list: HTMLElement): void {
  const box = list.querySelector<HTMLElement>('[data-faq-search]');
  const input = box?.querySelector('input');
  const result = list.querySelector<HTMLElement>('[data-faq-result]');
  const nothing = list.querySelector<HTMLElement>('[data-faq-nothing]');
  if (!box || !input || !result || !nothing) return;
  const words = JSON.parse(box.dataset['faqSearch'] ?? '{}') as FaqSearchWords;

  const entries: readonly Entry[] = [...list.querySelectorAll('details')].map((details) => ({
    details,
    category: details.dataset['category'] ?? '',
    question: details.querySelector('summary')?.textContent.trim() ?? '',
    answer: details.querySelector('.answer')?.textContent.trim() ?? '',
  }));
  const tabs = [...list.querySelectorAll<HTMLInputElement>('input[type="radio"]')];
  let finder: Promise<QuestionFinder> | undefined;

  const load = (): Promise<QuestionFinder> => {
    finder ??= import('#domain/search/find-questions.ts').then(({ createQuestionFinder }) =>
      createQuestionFinder(entries),
    );
    // Offline: asked for again with the next key.
    finder.catch(() => {
      finder = undefined;
    });
    return finder;
  };

  async function search(): Promise<void> {
    if (!input) return;
    const typed = input.value.trim();
    const ready = typed === '' ? null : await load().catch(() => null);
    // Typing went on while the code came: that key has its own turn.
    if (typed !== input.value.trim()) return;
    const found = ready?.find(typed)?.flatMap((index) => entries[index] ?? []) ?? null;
    for (const { details } of entries) {
      unmark(details);
      details.toggleAttribute(UNMATCHED, found !== null);
    }
    for (const { details } of found ?? entries) {
      details.removeAttribute(UNMATCHED);
      details.parentElement?.append(details);
      if (found === null) continue;
      for (const part of details.querySelectorAll('summary > span, .answer'))
        wrapMarks(part, (text) => ready?.marks(typed, text) ?? []);
    }
    count();
    tell(found !== null);
    remember(typed);
  }

  const shownOf = (category: string): number =>
    entries.filter(
      ({ details, category: own }) =>
        !details.hasAttribute(UNMATCHED) && (category === ALL || own === category),
    ).length;

  /** A category without a question cannot be chosen. */
  function count(): void {
    for (const tab of tabs) {
      const number = shownOf(tab.value);
      tab.disabled = number === 0 && !tab.checked;
      const label = list.querySelector(`[data-count="${tab.value}"]`);
      if (label) label.textContent = String(number);
      const unit = label?.nextElementSibling;
      if (unit) unit.textContent = number === 1 ? ' pergunta' : ' perguntas';
    }
  }

  function tell(isSearching: boolean): void {
    if (!result || !nothing || !input) return;
    const here = shownOf(tabs.find(({ checked }) => checked)?.value ?? ALL);
    const sentence = { 0: words.none, 1: words.foundOne }[here] ?? words.found;
    const text = isSearching ? filled(sentence, here, input.value.trim()) : '';
    if (result.textContent !== text) result.textContent = text;
    nothing.hidden = here > 0;
  }

  /** In all categories: what is typed may be answered in another than the chosen one. */
  function searchAll(typed = input?.value ?? ''): void {
    if (!input) return;
    input.value = typed;
    for (const tab of tabs) tab.checked = tab.value === ALL;
    void search();
  }

  input.addEventListener('focus', () => void load().catch(() => undefined));
  input.addEventListener('input', () => searchAll());
  input.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape' || input.value === '') return;
    event.preventDefault();
    searchAll('');
  });
  for (const tab of tabs) tab.addEventListener('change', () => void search());
  list.querySelector('[data-faq-clear]')?.addEventListener('click', () => {
    searchAll('');
    input.focus();
  });
  list.querySelector('[data-faq-ask]')?.addEventListener('click', (event) => {
    event.preventDefault();
    list.dispatchEvent(new CustomEvent('faq:ask', { bubbles: true, detail: input.value.trim() }));
  });

  linkQuestions(entries, () => searchAll(''));

  const asked = input.value || new URLSearchParams(location.search).get(PARAMETER);
  if (asked) searchAll(asked);
}

const filled = (sentence: string, count: number, typed: string): string =>
  sentence.replace('{count}', String(count)).replace('{typed}', () => typed);

function remember(typed: string): void {
  const address = new URL(location.href);
  if (typed === '') address.searchParams.delete(PARAMETER);
  else address.searchParams.set(PARAMETER, typed);
  if (address.href !== location.href) history.replaceState(history.state, '', address);
}

/** A question that is opened becomes the address, and an address that names a question opens it. */
function linkQuestions(entries: readonly Entry[], showAll: () => void): void {
  for (const { details } of entries) {
    details.addEventListener('toggle', () => {
      const id = details.querySelector('.answer')?.id;
      if (details.open && id && location.hash !== `#${id}`) history.replaceState(history.state, '', `#${id}`);
    });
  }
  const open = (): void => {
    const details = entries.find(({ details }) =>
      details.querySelector(`:scope > [id="${CSS.escape(location.hash.slice(1))}"]`),
    )?.details;
    if (!details || location.hash === '') return;
    if (!details.checkVisibility()) showAll();
    details.open = true;
    details.scrollIntoView({ block: 'center' });
  };
  // A frame later: the part of the page that holds the question is shown by then, and no other (support/tabs.ts).
  const openSoon = (): number => requestAnimationFrame(open);
  window.addEventListener('hashchange', openSoon);
  // Every script of the page has run by then; before, this one may be a frame ahead of the others.
  document.addEventListener('DOMContentLoaded', openSoon);
}
