/**
 * What most tests about money begin with: `import { test } from './fixtures.ts'`, and name what the test needs. Nothing is
 * made that a test does not name; the services are calm before each.
 */
import { test as base } from 'vitest';
import type { BillingCycle, PlanId } from '#domain/plans/ids.ts';
import { cancel, read, undo } from './account-support.ts';
import {
  calmBilling,
  dispute,
  lose,
  mailsAbout,
  noticesAbout,
  overdueCustomer,
  runJobsOnDay,
  setProcessor,
  stateIn,
  statusesOf,
  suspendedCustomer,
  templatesAbout,
} from './billing-support.ts';
import { marksOf } from './debts-support.ts';
import {
  type Customer,
  changesOf,
  contractOf,
  eventsOf,
  factsOf,
  firstCharge,
  isRenewing,
  lastCharge,
  limitsOf,
  newTenant,
  pay,
  press,
  processorObjectsOf,
  readCharge,
  renew,
  report,
  standingOf,
  upgrade,
} from './plan-change-support.ts';
import { confirmPayment, depsAt, runDue } from './support.ts';

/** What a customer does, and what can be seen of it; each is described where it is defined. */
const about = {
  ...{ read, cancel, undo, upgrade, renew, dispute, isRenewing, firstCharge, lastCharge },
  ...{ row: contractOf, state: stateIn, limits: limitsOf, facts: factsOf, standing: standingOf },
  ...{ atProcessor: processorObjectsOf, statuses: statusesOf, changes: changesOf, events: eventsOf },
  ...{ mails: mailsAbout, templates: templatesAbout, notices: noticesAbout },
  marks: ({ subject, orderId }: Customer) => marksOf({ subject, orderId }),
};
type About = typeof about;
type Bound<Call> = Call extends (customer: never, ...rest: infer Rest) => infer Result
  ? (...rest: Rest) => Result
  : never;

/** A customer that can be asked about itself: `customer.limits()`. */
export type KnownCustomer = Customer & { readonly [Name in keyof About]: Bound<About[Name]> };

/** The same customer, or one with more facts, that can be asked about itself. */
function known<Found extends Customer>(customer: Found): Found & KnownCustomer {
  const calls = Object.entries(about).map(([name, call]) => [
    name,
    (...rest: never[]) => (call as (customer: Customer, ...rest: never[]) => unknown)(customer, ...rest),
  ]);
  return { ...customer, ...Object.fromEntries(calls) };
}
const withCharge = ({ customer, charge }: { customer: Customer; charge: string }) =>
  known({ ...customer, charge });

/** `test`, with what it can name. */
export const test = base
  .extend('calm', { auto: true }, calmBilling)
  /** Makes customers, by default on Pro. */
  .extend(
    'customerOf',
    () =>
      async (plan: PlanId = 'pro', cycle?: BillingCycle) =>
        known(await newTenant(plan, cycle)),
  )
  /** On the free plan. */
  .extend('tenant', ({ customerOf }) => customerOf('free'))
  /** Pays monthly for Pro. */
  .extend('paidTenant', ({ customerOf }) => customerOf())
  /** Pays monthly for Essential. */
  .extend('essentialTenant', ({ customerOf }) => customerOf('essential'))
  /** Its renewal, `charge`, failed today. */
  .extend('overdue', async () => withCharge(await overdueCustomer()))
  /** Its renewal, `charge`, failed for the last time, on day 15. */
  .extend('suspended', async () => withCharge(await suspendedCustomer()))
  .extend('deps', () => depsAt(0))
  /** The scheduled work, on a later day or under later dependencies. */
  .extend('clock', () => ({ at: depsAt, jobsOnDay: runJobsOnDay, run: runDue }))
  /** What happens at the processor, with its event where it sends one. */
  .extend('processor', () => ({
    ...{ press, pay, report, lose, confirm: confirmPayment, charge: readCharge, set: setProcessor },
  }));
