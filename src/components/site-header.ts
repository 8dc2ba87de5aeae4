/** Behaviour of the header: its line after scrolling, and its menu. */
const header = document.querySelector<HTMLElement>('.site-header');
const sentinel = document.querySelector('[data-header-sentinel]');
const menu = document.querySelector<HTMLElement>('#menu-principal');

if (header && sentinel) {
  new IntersectionObserver(([entry]) => {
    header.toggleAttribute('data-scrolled', entry?.isIntersecting === false);
  }).observe(sentinel);
}
const menuButton = document.querySelector<HTMLButtonElement>('.menu-button');
/** Elements that Tab cycles through while the menu is open. */
const stops = () => [
  ...(menuButton ? [menuButton] : []),
  ...(menu?.querySelectorAll<HTMLElement>('a, button') ?? []),
];

menu?.addEventListener('toggle', (event) => {
  const isOpen = event.newState === 'open';
  for (const part of document.querySelectorAll<HTMLElement>(
    'body > :not(header, script, style), .site-header .row > :not(.actions), .site-header .actions > :not(.menu-button)',
  )) {
    part.inert = isOpen;
  }
});
header?.addEventListener('keydown', (event) => {
  if (event.key !== 'Tab' || !menu?.matches(':popover-open')) return;
  const all = stops();
  const [from, to] = event.shiftKey ? [all.at(0), all.at(-1)] : [all.at(-1), all.at(0)];
  if (document.activeElement !== from) return;
  event.preventDefault();
  to?.focus();
});
// A link within this page would not close the menu.
menu?.addEventListener('click', (event) => {
  if (event.target instanceof Element && event.target.closest('a[href*="#"]')) menu.hidePopover();
});
matchMedia('(min-width: 54rem)').addEventListener('change', () => menu?.hidePopover());

export {};
