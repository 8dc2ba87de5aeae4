/**
 * The open menu of a small screen: the rest of the page is inert, and Tab cycles through the menu and its button.
 * Begins when the menu opens for the first time (layouts/site.ts).
 */

export function enhanceMenu(menu: HTMLElement): void {
  const header = menu.closest<HTMLElement>('header');
  const button = header?.querySelector<HTMLElement>('.menu-button');
  const follow = (): void => {
    const isOpen = menu.matches(':popover-open');
    for (const part of document.querySelectorAll<HTMLElement>(
      'body > :not(header, script, style), .site-header .row > :not(.actions), .site-header .actions > :not(.menu-button)',
    )) {
      part.inert = isOpen;
    }
  };
  follow();
  menu.addEventListener('toggle', follow);
  header?.addEventListener('keydown', (event) => {
    if (event.key !== 'Tab' || !menu.matches(':popover-open')) return;
    const all = [button, ...menu.querySelectorAll<HTMLElement>('a, button')];
    const [from, to] = event.shiftKey ? [all.at(0), all.at(-1)] : [all.at(-1), all.at(0)];
    if (document.activeElement !== from) return;
    event.preventDefault();
    to?.focus();
  });
  // A link within this page would not close the menu.
  menu.addEventListener('click', (event) => {
    if (event.target instanceof Element && event.target.closest('a[href*="#"]')) menu.hidePopover();
  });
  matchMedia('(min-width: 54rem)').addEventListener('change', () => menu.hidePopover());
}
