/** `GET /api/conta/atividade`: what happened to an environment, for its owner and members. */
import * as z from 'zod/mini';
import { activityKinds } from '../activity/kinds.ts';

export const activityEndpoint = '/api/conta/atividade';

/** The newest that one answer has. */
export const ACTIVITY_MAX = 1000;

const Activity = z.object({
  id: z.int(),
  /** ISO 8601, UTC. */
  at: z.iso.datetime(),
  kind: z.enum(activityKinds),
  /** Which or how many, in words: a recipient, a person, a plan, a number of monitors. */
  about: z.optional(z.string()),
  who: z.object({
    /** `system`: the product did it itself. `former-member`: a member whose account was deleted, or a recipient that is gone. */
    role: z.enum(['owner', 'member', 'former-member', 'team', 'system']),
    /** Name or e-mail of the owner or a member. */
    name: z.optional(z.string()),
  }),
});
export type Activity = z.output<typeof Activity>;

/** The newest first. */
export const ActivityAnswer = z.object({
  tenant: z.string(),
  activities: z.array(Activity),
  /** False when older ones are left out. */
  isComplete: z.boolean(),
});
export type ActivityAnswer = z.output<typeof ActivityAnswer>;
