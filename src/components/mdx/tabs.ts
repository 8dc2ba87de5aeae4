/**
 * Makes <Tabs> work: arrow keys, and one choice for all lists of a group on this page and, remembered, on others.
 *
 * Without storage (private windows, blocked cookies) the choice lasts as long as the page.
 */
const lists = [...document.querySelectorAll<HTMLElement>('[data-tabs]')].map(prepare);

interface TabList {
  readonly group: string;
  select(label: string): void;
}

function prepare(root: HTMLElement, place: number): TabList {
  const group = root.dataset['tabs'] ?? '';
  const tabs = [...root.querySelectorAll<HTMLElement>(':scope > [role="tablist"] > [role="tab"]')];
  const panels = [...root.querySelectorAll<HTMLElement>(':scope > .tab')];
  const list: TabList = {
    group,
    select(label) {
      const chosen = panels.findIndex((panel) => panel.dataset['tab'] === label);
      if (chosen < 0) return;
      for (const [index, tab] of tabs.entries()) {
        tab.setAttribute('aria-selected', String(index === chosen));
        tab.tabIndex = index === chosen ? 0 : -1;
        panels[index]?.toggleAttribute('data-shown', index === chosen);
      }
      tabs[chosen]?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    },
  };
  for (const [index, tab] of tabs.entries()) {
    const panel = panels[index];
    if (panel === undefined) continue;
    tab.id = `aba-${place}-${index}`;
    panel.id = `painel-${place}-${index}`;
    panel.setAttribute('role', 'tabpanel');
    panel.setAttribute('aria-labelledby', tab.id);
    tab.setAttribute('aria-controls', panel.id);
    const name = panel.dataset['tab'] ?? '';
    tab.addEventListener('click', () => choose(tab, group, name));
    tab.addEventListener('keydown', (event) => {
      const target = { ArrowRight: index + 1, ArrowLeft: index - 1, Home: 0, End: tabs.length - 1 }[
        event.key
      ];
      if (target === undefined) return;
      event.preventDefault();
      const next = tabs[(target + tabs.length) % tabs.length];
      next?.focus();
      next?.click();
    });
  }
  panels[0]?.toggleAttribute('data-shown', true);
  root.toggleAttribute('data-ready', true);
  const stored = read(group);
  if (stored !== null) list.select(stored);
  return list;
}

/** Changes every list of the group and keeps the pressed one where it is on the screen. */
function choose(tab: HTMLElement, group: string, label: string): void {
  const before = tab.getBoundingClientRect().top;
  for (const list of lists) if (list.group === group) list.select(label);
  scrollBy({ top: tab.getBoundingClientRect().top - before, behavior: 'instant' });
  try {
    localStorage.setItem(`vigia:abas:${group}`, label);
  } catch {
    // Storage is off: the choice still holds for this page.
  }
}

function read(group: string): string | null {
  try {
    return localStorage.getItem(`vigia:abas:${group}`);
  } catch {
    // Storage is off: the first tab is shown.
    return null;
  }
}

export {};
