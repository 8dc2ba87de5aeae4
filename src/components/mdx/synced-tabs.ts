/** Shares the choice of a tab with the islands of the page; comes with the first sign of life, unlike tabs.ts. */
import { $tabChoices, chooseTab } from '#stores/tab-choice.ts';
import type { TabList } from './tabs.ts';

for (const list of document.querySelectorAll<TabList>('[data-tabs]')) {
  const group = list.dataset['tabs'] ?? '';
  list.addEventListener('click', ({ target }) => {
    const tab = target instanceof Element ? target.closest('[role="tab"]') : null;
    if (tab !== null) chooseTab(group, tab.textContent);
  });
  $tabChoices.listen((choices) => list.showTab?.(choices[group]));
}
