/**
 * Filters a list of questions while typing, and makes its questions linkable.
 *
 * The text is in the address (`?q=`), so that it survives a reload and can be shared.
 */
import { findQuestions } from './find-questions.ts';

/** Sentences with `{count}` and `{typed}`; see `faq.*` in messages.ts. */
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
  const result = box?.querySelector<HTMLElement>('[data-faq-result]');
  const nothing = box?.querySelector<HTMLElement>('[data-faq-nothing]');
  if (!box || !input || !result || !nothing) return;
  const words = JSON.parse(box.dataset['faqSearch'] ?? '{}') as FaqSearchWords;
  const tabs = [...list.querySelectorAll<HTMLInputElement>('input[type="radio"]')];
  const entries = [...list.querySelectorAll('details')].map((details) => ({
    details,
    question: details.querySelector('summary')?.textContent ?? '',
    answer: details.querySelector('.answer')?.textContent ?? '',
  }));

  const search = (): void => {
    const typed = input.value.trim();
    const found = findQuestions(typed, entries)?.flatMap((index) => entries[index] ?? []);
    for (const { details } of entries) details.toggleAttribute(UNMATCHED, found !== undefined);
    for (const { details } of found ?? entries) {
      details.removeAttribute(UNMATCHED);
      details.parentElement?.append(details);
    }
    const here = countIn(list, tabs);
    const sentence = { 0: words.none, 1: words.foundOne }[here] ?? words.found;
    const shown = sentence.replace('{count}', String(here)).replace('{typed}', () => typed);
    result.textContent = found === undefined ? '' : shown;
    nothing.hidden = here > 0;
    remember(typed);
  };
  /** Searches all categories, because the answer may be in another than the chosen one. */
  const searchAll = (typed: string): void => {
    input.value = typed;
    for (const tab of tabs) tab.checked = tab.value === ALL;
    search();
  };

  input.addEventListener('input', () => searchAll(input.value));
  input.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape' || input.value === '') return;
    event.preventDefault();
    searchAll('');
  });
  for (const tab of tabs) tab.addEventListener('change', search);
  box.querySelector('[data-faq-clear]')?.addEventListener('click', () => {
    searchAll('');
    input.focus();
  });
  box.querySelector('[data-faq-ask]')?.addEventListener('click', (event) => {
    event.preventDefault();
    list.dispatchEvent(new CustomEvent('faq:ask', { bubbles: true, detail: input.value.trim() }));
  });
  linkQuestions(list, () => searchAll(''));
  const asked = input.value || new URLSearchParams(location.search).get(PARAMETER);
  if (asked) searchAll(asked);
}

/** Updates the counts and disables empty categories. @returns The count of the chosen category. */
function countIn(list: HTMLElement, tabs: readonly HTMLInputElement[]): number {
  const numbers = tabs.map((tab) => {
    const category = tab.value === ALL ? '' : `[data-category="${tab.value}"]`;
    const number = list.querySelectorAll(`details${category}:not([${UNMATCHED}])`).length;
    tab.disabled = number === 0 && !tab.checked;
    const label = list.querySelector(`[data-count="${tab.value}"]`);
    label?.replaceChildren(String(number));
    label?.nextElementSibling?.replaceChildren(number === 1 ? ' pergunta' : ' perguntas');
    return tab.checked ? number : 0;
  });
  return Math.max(...numbers);
}

function remember(typed: string): void {
  const address = new URL(location.href);
  if (typed === '') address.searchParams.delete(PARAMETER);
  else address.searchParams.set(PARAMETER, typed);
  if (address.href !== location.href) history.replaceState(history.state, '', address);
}

/** Opening a question changes the address; an address with a question opens it. */
function linkQuestions(list: HTMLElement, showAll: () => void): void {
  // `toggle` does not bubble.
  const onToggle = ({ target }: Event): void => {
    const id = target instanceof HTMLDetailsElement && target.open && target.querySelector('.answer')?.id;
    if (id && location.hash !== `#${id}`) history.replaceState(history.state, '', `#${id}`);
  };
  list.addEventListener('toggle', onToggle, { capture: true });
  const open = (): void => {
    const details = document.getElementById(location.hash.slice(1))?.closest('details');
    if (!details || !list.contains(details)) return;
    if (!details.checkVisibility()) showAll();
    details.open = true;
    details.scrollIntoView({ block: 'center' });
  };
  // In the next frame, after support/tabs.ts has shown the right part of the page.
  const openSoon = (): number => requestAnimationFrame(open);
  window.addEventListener('hashchange', openSoon);
  // Wait for `load`, because other scripts of the page may run later than this one.
  document.addEventListener('DOMContentLoaded', openSoon);
}
