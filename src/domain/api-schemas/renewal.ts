/** The next charge as sold, and the card that pays it, as several answers show them. */
import * as z from 'zod/mini';
import { billingCycles, planIds } from '../plans/ids.ts';

/** What the next charge renews; `dueOn` is `YYYY-MM-DD`. */
export const Renewal = z.object({
  plan: z.enum(planIds),
  cycle: z.enum(billingCycles),
  amountCentavos: z.int(),
  dueOn: z.string(),
});

export const ShownCard = z.object({ brand: z.string(), lastFour: z.string() });
export type ShownCard = z.output<typeof ShownCard>;
