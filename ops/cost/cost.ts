/**
 * What environments cost a month, from the chart's requests and a file of prices, and the share of customers that must
 * pay for it.
 *
 * A node is bought whole but shared: one environment takes the part of it that its scarcest request does (memory, cores,
 * pods or attached volumes). An environment asleep keeps only its volume. Money is in reais a month.
 */
import * as z from 'zod';
import type { PaidPlan } from '#domain/contract/facts.ts';
import { type PlanId, planIds } from '#domain/plans/ids.ts';

const amount = z.number().min(0);
const share = z.number().min(0).max(1);

/** The file of prices: ops/cost/prices.json, or what an operator wrote in its place. */
export const Prices = z.strictObject({
  /** Day on which the prices were read. */
  readAt: z.iso.date(),
  /** How far a real bill may be from a list price. */
  margin: share,
  /** Reais for one unit of each currency. */
  reais: z.record(z.string(), z.number().positive()),
  assumptions: z.strictObject({
    /** Shares of the paid plans among those who pay; they add up to 1. */
    mix: z.strictObject({ essential: share, pro: share, enterprise: share }),
    /** Of each charge, what the payment company keeps. */
    chargePercent: amount,
    chargeFixed: amount,
    taxPercent: amount,
    /** Part of a node's memory and cores that pods can have; the rest is the system's, and room for restarts. */
    usable: share,
  }),
  profiles: z.array(
    z.strictObject({
      name: z.string(),
      source: z.string(),
      currency: z.string(),
      /** What is paid once, whatever runs. */
      fixedMonthly: amount,
      node: z.strictObject({
        kind: z.string(),
        monthly: z.number().positive(),
        cores: z.number().positive(),
        memoryGiB: z.number().positive(),
        pods: z.number().positive(),
        /** Volumes that can be attached; `null` where volumes are folders of its own disk. */
        volumes: z.number().positive().nullable(),
      }),
      /** Price of a volume; `null` where the node's own disk holds it. */
      disk: z.strictObject({ perGiBMonthly: amount, smallestGiB: amount }).nullable(),
    }),
  ),
});
export type Prices = z.output<typeof Prices>;
export type Profile = Prices['profiles'][number];

/** What the chart asks for one environment of a plan. */
export interface Requested {
  readonly cores: number;
  readonly memoryGiB: number;
  readonly diskGiB: number;
}
export type RequestedByPlan = Readonly<Record<PlanId, Requested>>;

/** One line of the table: a thousand customers in one profile. */
export interface CostLine {
  readonly profile: string;
  /** Part of the free environments that sleeps. */
  readonly asleep: number;
  /** What decides how many fit into a node. */
  readonly boundBy: keyof typeof scarcities;
  readonly nodes: number;
  /** A thousand free environments, and one of them. */
  readonly thousandFree: number;
  readonly oneFree: number;
  /** The part of all customers that must pay; `null` where a paid one costs more than it brings. */
  readonly breakEven: number | null;
  /** What is left of a thousand customers when `PAYING` of them pay. */
  readonly left: number;
}

/** Share of paying customers that the table is made for. */
export const PAYING = 0.03;
/** Assumed parts asleep. */
export const ASLEEP = [0, 0.5, 0.8] as const;
const THOUSAND = 1000;
const paidPlanIds = planIds.filter((plan): plan is PaidPlan => plan !== 'free');

/** The part of a node that one environment takes, by what it takes. */
const scarcities = {
  memória: ({ node }: Profile, { memoryGiB }: Requested, usable: number) =>
    memoryGiB / (node.memoryGiB * usable),
  processador: ({ node }: Profile, { cores }: Requested, usable: number) => cores / (node.cores * usable),
  pods: ({ node }: Profile) => 1 / node.pods,
  volumes: ({ node }: Profile) => (node.volumes === null ? 0 : 1 / node.volumes),
} as const;

function partOfNode(profile: Profile, requested: Requested, usable: number) {
  const parts = (Object.keys(scarcities) as (keyof typeof scarcities)[]).map(
    (by) => [by, scarcities[by](profile, requested, usable)] as const,
  );
  return parts.reduce((most, each) => (each[1] > most[1] ? each : most));
}

/** Reais a month of one environment: its part of a node while it is awake, and its volume. */
export function costOf(profile: Profile, requested: Requested, { assumptions, reais }: Prices) {
  const rate = reais[profile.currency] ?? Number.NaN;
  const [boundBy, part] = partOfNode(profile, requested, assumptions.usable);
  const { disk } = profile;
  return {
    boundBy,
    part,
    awake: part * profile.node.monthly * rate,
    volume: disk === null ? 0 : Math.max(requested.diskGiB, disk.smallestGiB) * disk.perGiBMonthly * rate,
  };
}

/** What one who pays brings a month, after taxes and the payment company's share. */
export function netRevenue(priceOf: (plan: PaidPlan) => number, { assumptions }: Prices): number {
  const { mix, chargePercent, chargeFixed, taxPercent } = assumptions;
  const gross = paidPlanIds.reduce((sum, plan) => sum + mix[plan] * priceOf(plan), 0);
  return gross * (1 - (chargePercent + taxPercent) / 100) - chargeFixed;
}

/** What one who pays costs a month, over the mix. */
const paidCost = (profile: Profile, requested: RequestedByPlan, prices: Prices): number =>
  paidPlanIds.reduce((sum, plan) => {
    const { awake, volume } = costOf(profile, requested[plan], prices);
    return sum + prices.assumptions.mix[plan] * (awake + volume);
  }, 0);

/** The table's line for a profile and a part asleep. */
export function costLine(
  profile: Profile,
  asleep: number,
  requested: RequestedByPlan,
  priceOf: (plan: PaidPlan) => number,
  prices: Prices,
): CostLine {
  const { boundBy, part, awake, volume } = costOf(profile, requested.free, prices);
  const rate = prices.reais[profile.currency] ?? Number.NaN;
  const free = (1 - asleep) * awake + volume;
  const brings = netRevenue(priceOf, prices) - paidCost(profile, requested, prices);
  const nodes = Math.ceil(part * (1 - asleep) * THOUSAND);
  const fixed = profile.fixedMonthly * rate;
  const thousandFree = nodes * profile.node.monthly * rate + volume * THOUSAND + fixed;
  return {
    profile: profile.name,
    asleep,
    boundBy,
    nodes,
    thousandFree,
    oneFree: thousandFree / THOUSAND,
    breakEven: brings <= 0 ? null : (free + fixed / THOUSAND) / (free + brings),
    left: THOUSAND * (PAYING * brings - (1 - PAYING) * free) - fixed,
  };
}

/**
 * What would let `PAYING` of all pay for the rest: the part of the free ones that must sleep; `null` when even with all
 * asleep the volumes cost more than that.
 */
export function asleepNeeded(
  profile: Profile,
  requested: RequestedByPlan,
  priceOf: (plan: PaidPlan) => number,
  prices: Prices,
): number | null {
  const at = (asleep: number) => costLine(profile, asleep, requested, priceOf, prices).left;
  const [none, all] = [at(0), at(1)];
  if (none >= 0) return 0;
  return all < 0 ? null : none / (none - all);
}
