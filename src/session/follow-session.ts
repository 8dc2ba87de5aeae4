/**
 * Where a pressed session link leads this visitor (session-link.astro).
 *
 * Loaded with the session library at the press (session/session-links.ts), never with the page.
 */
import { isPlanId, parseBillingCycle } from '#domain/plans/ids.ts';
import { storeChoice } from '#lib/chosen-plan.ts';
import { settings } from '#lib/settings.ts';
import { getSession } from '#session/session.ts';
import { checkoutPath, type PlanChoice, resolveDestination } from '#session/session-destination.ts';

/** @param link Has `data-session` and, for the button of a plan, `data-plan` and `data-cycle`. */
export async function destinationOf({ href, dataset }: HTMLAnchorElement): Promise<string> {
  if (dataset['session'] === 'order')
    return (await getSession()).status === 'authenticated' ? checkoutPath() : href;
  const choice = choiceOf(dataset);
  if (choice !== undefined) storeChoice(choice);
  const action = dataset['session'] === 'login' ? 'login' : 'register';
  const { tenantUrlTemplate } = settings;
  return resolveDestination(getSession, { visitorUrl: href, action, tenantUrlTemplate, choice });
}

function choiceOf({ plan = '', cycle }: DOMStringMap): PlanChoice | undefined {
  const known = parseBillingCycle(cycle);
  return isPlanId(plan) && known !== null ? { plan, cycle: known } : undefined;
}
