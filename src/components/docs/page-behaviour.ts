/**
 * What a documentation page does by itself, in a few hundred bytes and without a framework.
 *
 * Owns: opening the step a link points to, every step on paper, saying that the page is a kept copy, remembering where
 * the visit began, and waking what waits for the reader (page-actions.ts, islands). Without it the page reads the same:
 * steps open by themselves.
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
    const step = target?.closest('details');
    if (!step || step.open) return;
    step.open = true;
    target?.scrollIntoView();
  };
  open();
  addEventListener('hashchange', open);
}

/** On paper every step is open; afterwards the page is as it was. */
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
