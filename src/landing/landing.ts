/** Behaviour of the landing page, without a framework: one file, so that a phone asks once. */

import { parseBillingCycle } from '#domain/plans/ids.ts';
import { startSite } from '#layouts/site.ts';
import { storeChoice, storedChoice } from '#lib/chosen-plan.ts';
import { openDemoOnPress } from './demo-link.ts';
import { carryTypedAddress } from './site-field.ts';

startSite();
openDemoOnPress();
carryTypedAddress();
rememberCycle();

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
