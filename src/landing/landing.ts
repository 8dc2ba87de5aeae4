/** Behaviour of the landing page, without a framework: one file, so that a phone asks once. */

import { parseBillingCycle } from '#domain/plans/ids.ts';
import { startSite } from '#layouts/site.ts';
import { storeChoice, storedChoice } from '#lib/chosen-plan.ts';
import { once, onFirstPress } from '#lib/press.ts';
import { openDemoOnPress } from './demo-link.ts';

startSite();
openDemoOnPress();
rememberCycle();
offerShowcase();

/** CSS shows the prices of the chosen cycle (plan-table.astro). */
function rememberCycle(): void {
  const choice = document.querySelector('.plan-cycle');
  const announcement = choice?.querySelector<HTMLElement>('[role="status"]');
  choice?.addEventListener('change', ({ target }) => {
    const cycle = target instanceof HTMLInputElement ? parseBillingCycle(target.value) : null;
    if (cycle === null) return;
    storeChoice({ cycle });
    if (announcement)
      announcement.textContent = cycle === 'yearly' ? (announcement.dataset['yearly'] ?? '') : '';
  });
  const yearly = choice?.querySelector<HTMLInputElement>('[value="yearly"]');
  // Chosen before this script ran.
  if (yearly?.checked) storeChoice({ cycle: 'yearly' });
  else if (yearly && storedChoice().cycle === 'yearly') yearly.checked = true;
}

/** The carousel's controls are loaded when it is used. */
function offerShowcase(): void {
  const controls = document.querySelector<HTMLElement>('[data-showcase]');
  const carousel = controls?.closest('section');
  if (!controls || !carousel) return;
  const load = once(async () => (await import('#landing/showcase/take-over.tsx')).takeOverShowcase(controls));
  onFirstPress(carousel, 'button, a[data-screen]', load);
  // A swipe or the Tab key moves the position too.
  for (const type of ['scroll', 'focusin'])
    carousel.addEventListener(type, () => void load().catch(() => {}), { capture: true, once: true });
}
