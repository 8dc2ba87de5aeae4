/** How many recipients, messages and falls an environment has. */
import { addDays, businessDay, startOfDay } from '../billing/days.ts';
import { type PlanId, planIds } from '../plans/ids.ts';
import { postedKinds, type RecipientKind } from './codes.ts';

/** One message for several events counts once. */
const messagesPerDay: Readonly<Record<PlanId, number>> = {
  free: 50,
  essential: 300,
  pro: 1000,
  enterprise: 2000,
};
const RECIPIENTS_MAX = 10;

/** Messages of an environment on one day in São Paulo. */
export const messageShare = (plan: PlanId): number => messagesPerDay[plan];

/** From this number on, messages say that the day's share is nearly used. */
export const shareWarning = (plan: PlanId): number => Math.floor(messageShare(plan) * 0.8);

/** Falls of one monitor that are kept on one day in São Paulo; beyond them, the newest ones. */
export const FALLS_A_DAY = 50;
/** Newest falls that stay of a monitor beyond its bound: enough changes to see that it is unstable. */
export const FOLDED_KEPT = 4;

/** Certificates and other rare things of one monitor, kept on one day. */
export const RARE_A_DAY = 10;

/**
 * Windows of maintenance and tests of a whole environment, of each kind, kept on one day: a window is told three times
 * before it begins, and an agency has one for each of its customers.
 */
export const OF_NO_MONITOR_A_DAY = 300;

/**
 * Monitors of an environment of which a day is kept. A customer may delete monitors and make others; more of them than
 * this come from somebody who has the environment's token.
 */
export const monitorsADay = (monitors: number): number => 4 * monitors;

/** How many recipients an environment has, of each kind and of all. */
export type RecipientsMax = Readonly<Record<RecipientKind | 'all', number>>;

const posted = (most: number) =>
  Object.fromEntries(postedKinds.map((kind) => [kind, most])) as Record<(typeof postedKinds)[number], number>;

/** Own recipients of a member, beside the environment's: the account's address and a private chat. */
export const MEMBERS_MAX: RecipientsMax = { email: 1, telegram: 1, ...posted(0), all: 2 };

/**
 * The free plan has the owner's address and one chat. Which kinds a plan has at all: ../plans/alert-features.ts.
 */
export const recipientsMax = (plan: PlanId): RecipientsMax =>
  plan === 'free'
    ? { email: 1, telegram: 1, ...posted(0), all: 2 }
    : {
        email: RECIPIENTS_MAX,
        telegram: RECIPIENTS_MAX,
        ...posted(RECIPIENTS_MAX),
        all: RECIPIENTS_MAX,
      };

/** True where a larger plan has places for more recipients. */
export const largerHasMore = (plan: PlanId): boolean =>
  planIds.slice(planIds.indexOf(plan)).some((each) => recipientsMax(each).all > recipientsMax(plan).all);

/** When the next day's share begins. */
export const nextShareAt = (now: number): number => startOfDay(addDays(businessDay(now), 1));
