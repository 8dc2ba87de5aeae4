/**
 * Immediate behaviour of documentation pages, in a few hundred bytes and without a framework.
 *
 * Owns: opening the step that a link points to, opening all steps for print, marking a cached copy, remembering the
 * first article of the visit, and loading the rest at the first interaction (page-actions.ts, islands). Without it
 * steps are still native <details>.
 */
import { rememberVisit, sayWhenCopy } from './offline.ts';
import { wakeOnFirstSign } from './wake.ts';

wakeOnFirstSign();
sayWhenCopy();
openLinkedStep();
openStepsForPrint();
rememberVisit();

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
