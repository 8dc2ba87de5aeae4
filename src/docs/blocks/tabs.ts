/** Behaviour of <Tabs>: mouse, arrow keys, and a shared choice per group. */

import { storedTab } from '#lib/storage.ts';
import { chooseTab, onTabChosen } from './tab-choice.ts';

for (const [place, root] of document.querySelectorAll<HTMLElement>('[data-tabs]').entries())
  prepare(root, place);

function prepare(root: HTMLElement, place: number): void {
  const group = root.dataset['tabs'] ?? '';
  const tabs = [...root.querySelectorAll<HTMLElement>(':scope > [role="tablist"] > [role="tab"]')];
  const panels = [...root.querySelectorAll<HTMLElement>(':scope > .tab')];
  const labels = panels.map((panel) => panel.dataset['tab'] ?? '');

  const select = (chosen: number): void => {
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
  onTabChosen((choice) => {
    const chosen = choice.group === group ? labels.indexOf(choice.label) : -1;
    if (chosen >= 0) select(chosen);
  });
}

/** Keeps the pressed tab in place when lists above change their height. */
function choose(tab: HTMLElement, group: string, label: string): void {
  const before = tab.getBoundingClientRect().top;
  chooseTab(group, label);
  scrollBy({ top: tab.getBoundingClientRect().top - before, behavior: 'instant' });
}
