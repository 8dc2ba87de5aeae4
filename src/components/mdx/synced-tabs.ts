/** Shares the chosen tab with the page's islands; loaded at the first interaction, unlike tabs.ts. */
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
