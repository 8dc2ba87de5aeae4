/**
 * Behaviour of documentation and legal pages, without a framework.
 *
 * Owns: opening the step that a link points to, and all steps for print; loading the rest when it is wanted. Without it
 * steps are still native <details>, pictures open as files, and code can be selected.
 */

import { offerOffline } from '#docs/offline/offer-offline.ts';
import { offerSearch } from '#docs/search/offer-search.ts';
import { startSite } from '#layouts/site.ts';
import { once, onFirstPress } from '#lib/press.ts';
import { earlierArticle, rememberVisit } from './visit.ts';

const loadReading = once(async () => (await import('./reading.ts')).followReading());

startSite();
openLinkedStep();
openStepsForPrint();
rememberVisit();
offerSearch();
offerOffline();
showCopyAndAddress();
sayWhenToolFails();
onFirstPress(
  'a[data-picture], .open-all button',
  once(() => import('./page-actions.ts')),
);
// At once where the list of sections is visible, and with the second article of a visit, which is kept for reading offline.
const isAtOnce = earlierArticle() !== undefined || matchMedia('(min-width: 70rem)').matches;
addEventListener(isAtOnce ? 'load' : 'scroll', () => void loadReading().catch(() => {}), { once: true });

/** What few readers see: that this is a cached copy (docs/offline/docs-worker.ts), and their own address in examples. */
function showCopyAndAddress(): void {
  const { copyOf, environment } = document.documentElement.dataset;
  const show = async (): Promise<void> => {
    if (copyOf !== undefined) (await import('#docs/offline/copy-note.ts')).sayWhenCopy(copyOf);
    if (environment !== undefined) (await import('./own-address.ts')).showOwnAddress();
  };
  void show().catch(() => {});
}

/** A tool whose code did not come (docs/tools/tool.tsx) leaves no empty place. */
function sayWhenToolFails(): void {
  document.addEventListener('astro:hydration-error', (event) => {
    const place = event.target instanceof Element && event.target.querySelector('[data-tool]');
    if (!place) return;
    event.preventDefault();
    place.textContent = 'A ferramenta não carregou. Confira a sua conexão e recarregue a página.';
  });
}

function openLinkedStep(): void {
  const open = (): void => {
    const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    const closed = 'details:not([open])';
    let step = target?.closest<HTMLDetailsElement>(closed);
    if (!step) return;
    // A step may be inside a part that is closed as a whole.
    for (; step; step = step.parentElement?.closest(closed)) step.open = true;
    target?.scrollIntoView();
  };
  open();
  addEventListener('hashchange', open);
}

/** Opens all steps for printing and restores them afterwards. */
function openStepsForPrint(): void {
  let opened: HTMLDetailsElement[] = [];
  addEventListener('beforeprint', () => {
    opened = [...document.querySelectorAll<HTMLDetailsElement>('details:not([open])')];
    for (const step of opened) step.open = true;
  });
  addEventListener('afterprint', () => {
    for (const step of opened) step.open = false;
  });
}
