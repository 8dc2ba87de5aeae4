/**
 * `POST /api/conta/acordar`: wakes an environment that sleeps, for its owner or a member; `GET /api/tenants/{tenant}/pronto`
 * then says when it answers. `GET /api/fora-do-ar/{tenant}`: the page that its address shows while no pod answers there.
 */
import * as z from 'zod/mini';

export const wakeEndpoint = '/api/conta/acordar';
export const awayEndpoint = '/api/fora-do-ar/:tenant';

/** Address of that page, for the way in. */
export const awayPath = (tenant: string): string =>
  awayEndpoint.replace(':tenant', encodeURIComponent(tenant));

export const WakeAnswer = z.object({
  tenant: z.string(),
  /** False for one that was awake. */
  isWoken: z.boolean(),
});
export type WakeAnswer = z.output<typeof WakeAnswer>;

/** The sleep of a free environment, as its owner and members see it; ISO 8601, UTC. */
export const Sleep = z.object({
  /** When it sleeps, unless something happens before; absent until its owner was told. */
  sleepsAt: z.optional(z.string()),
  /** Since when it sleeps; absent while it is awake. */
  since: z.optional(z.string()),
  /** When a sleeper is removed; absent until its owner was told. */
  removesAt: z.optional(z.string()),
  /** When it was last woken; absent while it sleeps. */
  wokenAt: z.optional(z.string()),
});
export type Sleep = z.output<typeof Sleep>;
