/**
 * Behaviour of every page with the site's header, without a framework: the header's line, and the links and buttons whose
 * code is loaded when they are used.
 */
import { once, onFirstPress } from '#lib/press.ts';
import { followSessionLinks } from '#session/session-links.ts';
import { enhanceMenu } from './menu.ts';

export function startSite(): void {
  followSessionLinks();
  showHeaderLine();
  offerMenu();
  offerHelp();
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

function offerHelp(): void {
  const launcher = document.querySelector<HTMLButtonElement>('.chat-launcher');
  if (launcher === null) return;
  const load = once(async () => (await import('#chat/take-over.tsx')).takeOverChat(launcher));
  onFirstPress(document, '.chat-launcher', load);
  const keepClear = async (): Promise<void> =>
    void (await import('#chat/keep-clear.ts')).keepButtonClear(launcher);
  addEventListener('focusin', () => void keepClear().catch(() => {}), { once: true });
}
