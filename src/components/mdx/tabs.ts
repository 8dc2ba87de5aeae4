/**
 * Makes <Tabs> work: pointer and arrow keys, and one choice for all lists of a group (lib/tab-choice.ts).
 *
 * The rare panels of a long list come with the first sign of life (build/docs-panels.ts); when they do not, their
 * links to the text version stay.
 */

import { chooseTab, onTabChoice, storedTab } from '#lib/tab-choice.ts';
import { builtHtml } from './built-html.ts';

const SIGNS_OF_LIFE = ['pointerover', 'touchstart', 'keydown', 'focusin', 'scroll'];

for (const [place, root] of document.querySelectorAll<HTMLElement>('[data-tabs]').entries())
  prepare(root, place);

function prepare(root: HTMLElement, place: number): void {
  const group = root.dataset['tabs'] ?? '';
  const tabs = [...root.querySelectorAll<HTMLElement>(':scope > [role="tablist"] > [role="tab"]')];
  const panels = [...root.querySelectorAll<HTMLElement>(':scope > .tab')];
  const labels = panels.map((panel) => panel.dataset['tab'] ?? '');

  const fill = fillOnce(root, panels);
  const select = (chosen: number): void => {
    if (panels[chosen]?.hasAttribute('data-waiting')) void fill();
    for (const [index, tab] of tabs.entries()) {
      tab.setAttribute('aria-selected', String(index === chosen));
      tab.tabIndex = index === chosen ? 0 : -1;
      panels[index]?.toggleAttribute('data-shown', index === chosen);
    }
  };

  for (const [index, tab] of tabs.entries()) {
    const panel = panels[index];
    if (panel === undefined) continue;
    tab.id = `aba-${place}-${index}`;
    panel.id = `painel-${place}-${index}`;
    panel.setAttribute('role', 'tabpanel');
    panel.setAttribute('aria-labelledby', tab.id);
    tab.setAttribute('aria-controls', panel.id);
    tab.addEventListener('click', () => choose(tab, { group, label: labels[index] ?? '' }));
    tab.addEventListener('keydown', (event) => {
      const target = { ArrowRight: index + 1, ArrowLeft: index - 1, Home: 0, End: tabs.length - 1 }[
        event.key
      ];
      const next = target === undefined ? undefined : tabs[(target + tabs.length) % tabs.length];
      if (next === undefined) return;
      event.preventDefault();
      next.focus();
      next.click();
    });
  }
  select(Math.max(0, labels.indexOf(storedTab(group) ?? '')));
  root.toggleAttribute('data-ready', true);
  onTabChoice((choice) => {
    const chosen = labels.indexOf(choice.label);
    if (choice.group === group && chosen >= 0) select(chosen);
  });
}

/** @returns What fetches the waiting panels, once; the first sign of life does so too. */
function fillOnce(root: HTMLElement, panels: readonly HTMLElement[]): () => Promise<void> {
  const address = root.dataset['later'];
  let filling: Promise<void> | undefined;
  const fill = (): Promise<void> => {
    filling ??= address === undefined ? Promise.resolve() : fillPanels(address, panels);
    return filling;
  };
  for (const sign of address === undefined ? [] : SIGNS_OF_LIFE)
    addEventListener(sign, () => void fill(), { once: true, passive: true, capture: true });
  return fill;
}

/** The site's own build wrote the file. */
async function fillPanels(address: string, panels: readonly HTMLElement[]): Promise<void> {
  const response = await fetch(address).catch(() => null);
  if (!response?.ok) return;
  const texts = (await response.json()) as Readonly<Record<string, string>>;
  for (const panel of panels) {
    const html = texts[panel.dataset['tab'] ?? ''];
    if (html === undefined) continue;
    panel.innerHTML = builtHtml(html);
    panel.removeAttribute('data-waiting');
  }
}

/** Other lists above may change their height: the pressed tab stays where it is on the screen. */
function choose(tab: HTMLElement, choice: Parameters<typeof chooseTab>[0]): void {
  const before = tab.getBoundingClientRect().top;
  chooseTab(choice);
  scrollBy({ top: tab.getBoundingClientRect().top - before, behavior: 'instant' });
}
