/**
 * Turns links to sections into tabs (WAI-ARIA Authoring Practices, "Tabs", automatic activation).
 *
 * The open part is in the address, so it can be linked and survives a reload. An address of an element inside a part
 * opens that part.
 */
export function enhanceTabs(root: HTMLElement): void {
  const tabs = [...root.querySelectorAll<HTMLAnchorElement>('nav a[href^="#"]')];
  const pairs = tabs.flatMap((tab) => {
    const panel = root.querySelector<HTMLElement>(tab.hash);
    return panel ? [{ tab, panel }] : [];
  });
  const nav = root.querySelector('nav');
  if (!nav || pairs.length === 0) return;
  nav.setAttribute('role', 'tablist');
  for (const { tab, panel } of pairs) {
    tab.setAttribute('role', 'tab');
    tab.setAttribute('aria-controls', panel.id);
    panel.setAttribute('role', 'tabpanel');
  }

  const show = (hash: string): void => {
    const target = hash === '' ? null : document.getElementById(decodeURIComponent(hash.slice(1)));
    const named = pairs.findIndex(({ panel }) => panel.contains(target));
    for (const [index, { tab, panel }] of pairs.entries()) {
      const isOpen = index === Math.max(0, named);
      tab.setAttribute('aria-selected', String(isOpen));
      tab.tabIndex = isOpen ? 0 : -1;
      panel.hidden = !isOpen;
    }
  };
  const choose = (tab: HTMLAnchorElement): void => {
    history.replaceState(history.state, '', tab.hash);
    show(tab.hash);
    tab.focus();
  };

  for (const [index, { tab }] of pairs.entries()) {
    tab.addEventListener('click', (event) => {
      event.preventDefault();
      choose(tab);
    });
    tab.addEventListener('keydown', (event) => {
      const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      if (step === undefined) return;
      event.preventDefault();
      const next = pairs[(index + step + pairs.length) % pairs.length];
      if (next) choose(next.tab);
    });
  }
  window.addEventListener('hashchange', () => show(location.hash));
  show(location.hash);
}
