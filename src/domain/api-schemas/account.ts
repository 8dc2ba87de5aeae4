/**
 * `/api/conta`: what a customer needs after the sale (docs/payments.md; CDC art. 49 for withdrawal).
 *
 * `GET /api/conta` reads the account; `POST /api/conta/cancelamento` ends the renewal after the paid period; `POST
 * /api/conta/arrependimento` undoes the purchase within seven days. Both POSTs answer with the account after the
 * change, and close an order whose environment was not delivered yet.
 */
import * as z from 'zod/mini';
import { invoiceStates, purchaseKinds } from '../contract/codes.ts';
import { noteSituations } from '../fiscal/note.ts';
import { billingCycles, planIds } from '../plans/ids.ts';
import { FiscalContacts } from './fiscal.ts';
import { MembersView } from './people.ts';
import { Sleep } from './sleep.ts';

export const accountEndpoint = '/api/conta';
export const accountCancelEndpoint = '/api/conta/cancelamento';
export const accountWithdrawEndpoint = '/api/conta/arrependimento';

export const Invoice = z.object({
  id: z.string(),
  /** `YYYY-MM-DD`, America/Sao_Paulo. */
  dueDate: z.string(),
  amountCentavos: z.int(),
  state: z.enum(invoiceStates),
  /** Part that went back, when the rest was kept. */
  returnedCentavos: z.optional(z.int()),
  /** The processor's page for this charge: the receipt, or the payment form. */
  url: z.optional(z.string()),
  /** Absent when the operator issues no notas, and until one exists. */
  fiscalNote: z.optional(
    z.object({
      state: z.enum(noteSituations),
      number: z.optional(z.string()),
      /** The nota on the processor's site. */
      url: z.optional(z.string()),
    }),
  ),
});
export type Invoice = z.output<typeof Invoice>;

export const accountStates = ['free', 'active', 'overdue', 'suspended', 'cancelled', 'ended'] as const;

export const AccountResponse = z.object({
  tenant: z.string(),
  url: z.string(),
  plan: z.enum(planIds),
  cycle: z.enum(billingCycles),
  state: z.enum(accountStates),
  /** Price of one period as sold; 0 for the free plan. */
  amountCentavos: z.int(),
  /** `YYYY-MM-DD`; after a failed charge, the day of the next try. Absent when no charge will follow. */
  nextChargeOn: z.optional(z.string()),
  card: z.optional(z.object({ brand: z.string(), lastFour: z.string() })),
  /** Newest first. Absent when the processor did not answer; the rest of the page is still shown. */
  invoices: z.optional(z.array(Invoice)),
  /** ISO 8601, UTC: until when the purchase can be undone with a full refund. */
  withdrawUntil: z.optional(z.string()),
  /** `YYYY-MM-DD`: last day of a cancelled environment, or the day on which an ended one loses its data. */
  endsOn: z.optional(z.string()),
  /** `YYYY-MM-DD`: last day that confirmed charges pay for. */
  paidThrough: z.optional(z.string()),
  /** The next charge as sold; absent when nothing renews. */
  renewal: z.optional(
    z.object({
      plan: z.enum(planIds),
      cycle: z.enum(billingCycles),
      amountCentavos: z.int(),
      dueOn: z.string(),
    }),
  ),
  /** The plan in force was granted on trust: `paidPlan` is the plan paid for until the next charge on `until`. */
  trust: z.optional(z.object({ paidPlan: z.enum(planIds), until: z.string() })),
  /** Days on which the environment ran unpaid; must be paid before the next purchase. */
  debt: z.optional(z.object({ amountCentavos: z.int(), days: z.int(), paymentUrl: z.optional(z.string()) })),
  /** True while the card holder disputes a charge. */
  isDisputed: z.optional(z.boolean()),
  /** What goes back of differences if the disputed money does. */
  backIfLostCentavos: z.optional(z.int()),
  /** Purchases that can be undone now, oldest first; `withdrawUntil` is ISO 8601, UTC. */
  purchases: z.optional(
    z.array(
      z.object({
        id: z.string(),
        kind: z.enum(purchaseKinds),
        plan: z.enum(planIds),
        /** Amount of the refund, including everything paid on top of the purchase. */
        amountCentavos: z.int(),
        withdrawUntil: z.string(),
        /** For a difference: the plan to go back to. */
        backTo: z.optional(z.enum(planIds)),
      }),
    ),
  ),
  /**
   * Additional recipients of the notas fiscais, and the order number printed on them; absent when the operator issues
   * none.
   */
  fiscalContacts: z.optional(FiscalContacts),
  /** The contract as accepted last: versions of terms and billing rules, and when; ISO 8601, UTC. */
  acceptance: z.optional(
    z.object({ termsVersion: z.string(), rulesVersion: z.optional(z.string()), at: z.string() }),
  ),
  /** Seats of the plan, with the owner's and those of open invitations. */
  seats: z.object({ total: z.int(), taken: z.int() }),
  /** Of a free environment that is about to sleep, sleeps, or was woken; absent for every other. */
  sleep: z.optional(Sleep),
  /** Recipients of alerts that get nothing any more, although nobody asked for it; absent when there are none. */
  stoppedRecipients: z.optional(z.array(z.object({ name: z.string(), reason: z.string() }))),
  /** The company's own sign-in while it is on; `since`: milliseconds, UTC. */
  companySignIn: z.optional(z.object({ domain: z.string(), since: z.int() })),
  /** The assisted start that goes with the plan, until it is over; `until`: the last day to talk, `YYYY-MM-DD`. */
  onboarding: z.optional(z.object({ until: z.string() })),
  /** A change of plan that is waiting for its payment. */
  pendingChange: z.optional(
    z.object({ plan: z.enum(planIds), cycle: z.enum(billingCycles), paymentUrl: z.string() }),
  ),
});
export type AccountResponse = z.output<typeof AccountResponse>;

/** The answer of `GET /api/conta` to an account without an environment, which is not an error. */
export const NoEnvironment = z.object({
  /**
   * `none`: nothing was ordered. `creating`: it is being paid for or created. `closed-undelivered`: the order
   * was closed before the environment existed.
   */
  environment: z.enum(['none', 'creating', 'closed-undelivered']),
  /** The refund, or what it would be if the order were cancelled now; absent when there is nothing to cancel. */
  refundCentavos: z.optional(z.int()),
});

export type NoEnvironment = z.output<typeof NoEnvironment>;

/** Body of `POST /api/conta/arrependimento`: which of `purchases` to undo; the oldest by default. */
export const WithdrawalRequest = z.strictObject({ purchase: z.optional(z.string()) });
export type WithdrawalRequest = z.output<typeof WithdrawalRequest>;

/** `MembersView` is the answer to an account that works in another's environment; only the owner sees money. */
export const AccountAnswer = z.union([AccountResponse, NoEnvironment, MembersView]);
export type AccountAnswer = z.output<typeof AccountAnswer>;
