/**
 * Environments of our own: the demonstration and the status page. Everybody looks at them, and nobody changes them.
 *
 * They have an order and a row like a customer's, but no account, group, contract or payment. Their names are reserved
 * (reserved-names.ts), so the name alone tells them apart.
 */
import type { PlanId } from '../plans/ids.ts';

/** Subdomains. */
export const ownEnvironments = ['demo', 'status'] as const;
export type OwnEnvironment = (typeof ownEnvironments)[number];

export const isOwnEnvironment = (subdomain: string): subdomain is OwnEnvironment =>
  ownEnvironments.some((own) => own === subdomain);

/** In the place of the owner's account: no identity provider issues a `sub` with this prefix. */
export const ownSubject = (subdomain: OwnEnvironment): string => `vigia:${subdomain}`;

/** Whose resources and priority its pod gets: a full cluster evicts the free ones first. Its row says `free`. */
export const OWN_PLAN: PlanId = 'essential';

/** The status page of `status`; `/status/{slug}` at its address. */
export const STATUS_SLUG = 'vigia';

/** What an environment takes part in, and whether one of our own does. */
const parts = {
  /** Follows versions and new tokens, and may be moved. */
  fleet: true,
  /** The history is worth it; what it shows could be made again. */
  copies: true,
  /** Its volume, version and answers are watched; it counts in readiness as any. */
  watch: true,
  /** An application without a row, and a row without one, are found; the command takes it back, not `readotar`. */
  orphans: true,
  /** Who may enter is sent as to any; nobody is asked for it. */
  admitted: true,
  removal: true,
  contract: false,
  /** No channel in the panel: a visitor would read its configuration. */
  alerts: false,
  /** Neither the plan's limits nor the terms are held against what we ourselves watch. */
  limits: false,
  reports: false,
  people: false,
  /** Never asleep, whatever runs in it. */
  sleep: false,
  /** Neither a customer in counts of plans nor in what a customer costs. */
  cost: false,
} as const;
export type EnvironmentPart = keyof typeof parts;

/** Whether an environment takes part in something: every customer's does, ours only in what keeps it running. */
export const takesPart = (subdomain: string, part: EnvironmentPart): boolean =>
  !isOwnEnvironment(subdomain) || parts[part];
