/**
 * Behaviour of every page with the site's header, without a framework: the header's line, the menu, links whose target is
 * found when they are used, and the help button, which covers nothing that is focused.
 */
import { followSessionLinks } from '#session/session-links.ts';
import { enhanceMenu } from './menu.ts';

export function startSite(): void {
  followSessionLinks();
  showHeaderLine();
  offerMenu();
  keepHelpClear();
}

/** After 50 px of scrolling. */
function showHeaderLine(): void {
  const header = document.querySelector('[data-header]');
  const sentinel = document.querySelector('[data-header-sentinel]');
  if (!header || !sentinel) return;
  new IntersectionObserver(([entry]) => {
    header.toggleAttribute('data-scrolled', entry?.isIntersecting === false);
  }).observe(sentinel);
}

function offerMenu(): void {
  const menu = document.querySelector<HTMLElement>('#menu-principal');
  menu?.addEventListener('toggle', () => enhanceMenu(menu), { once: true });
}

function keepHelpClear(): void {
  const help = document.querySelector<HTMLElement>('.chat');
  if (help === null) return;
  const keepClear = async (): Promise<void> =>
    void (await import('#chat/keep-clear.ts')).keepButtonClear(help);
  addEventListener('focusin', () => void keepClear().catch(() => {}), { once: true });
}
