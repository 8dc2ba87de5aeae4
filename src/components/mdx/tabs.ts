/**
 * Behaviour of <Tabs>: mouse, arrow keys, and a shared choice per group.
 *
 * It uses no store, because every article with tabs loads it; synced-tabs.ts informs the islands.
 *
 * The rare panels of a long list are loaded at the first interaction (build/docs-panels.ts); if that fails, their links
 * to the text version remain.
 */

import { storedTab, storeTab } from '#lib/storage.ts';
import { builtHtml } from './built-html.ts';

/** Interface of <Tabs> for other scripts. */
export interface TabList extends HTMLElement {
  /** Shows the panel with that label, if there is one. */
  showTab?: (label: string | undefined) => void;
}

const SIGNS_OF_LIFE = ['pointerover', 'touchstart', 'keydown', 'focusin', 'scroll'];

const lists = document.querySelectorAll<TabList>('[data-tabs]');
for (const [place, root] of lists.entries()) prepare(root, place);

function prepare(root: TabList, place: number): void {
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
    tab.addEventListener('click', () => choose(tab, group, labels[index] ?? ''));
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
  root.showTab = (label = '') => {
    const chosen = labels.indexOf(label);
    if (chosen >= 0) select(chosen);
  };
}

/** @returns A function that loads the deferred panels once; also called at the first interaction. */
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

/** Trusted, because our build wrote the file. */
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

/** Keeps the pressed tab in place when lists above change their height. */
function choose(tab: HTMLElement, group: string, label: string): void {
  const before = tab.getBoundingClientRect().top;
  storeTab(group, label);
  for (const list of lists) if (list.dataset['tabs'] === group) list.showTab?.(label);
  scrollBy({ top: tab.getBoundingClientRect().top - before, behavior: 'instant' });
}
