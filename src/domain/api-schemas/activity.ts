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
  who: z.object({
    /** `sistema`: the product did it itself. `ex-membro`: a member whose account was deleted. */
    role: z.enum(['owner', 'member', 'former-member', 'team', 'system']),
    /** Name or e-mail of a member, e-mail of the owner. */
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
