/**
 * `GET /api/conta/limites`: how the caller's environment stands to the limits of its plan, or that nobody can say. `POST`
 * with the monitors that are to keep running; it answers with the same.
 */
import * as z from 'zod/mini';
import { message } from '../messages.ts';
import { planIds } from '../plans/ids.ts';

export const accountLimitsEndpoint = '/api/conta/limites';

/** More than any plan holds. */
const KEPT_MAX = 500;

const Named = z.object({ id: z.int(), nome: z.string() });
const Seconds = z.int();

/** What is over. */
const overFields = {
  /** ISO 8601, UTC: from then on it has its consequence. Absent: within the hour, or never where nothing is enforced. */
  prazo: z.optional(z.string()),
};

export const Limits = z.object({
  plano: z.enum(planIds),
  /** Running monitors that the plan holds. */
  monitorLimit: z.int(),
  /** Seconds: the shortest interval of the plan. */
  intervaloMinimo: Seconds,
  emFuncionamento: z.int(),
  /** False: the customer is told, and nothing follows. */
  aplica: z.boolean(),
  /** Running monitors beyond the plan; absent while there are none. */
  numero: z.optional(
    z.object({
      ...overFields,
      excedentes: z.int(),
      /** Running monitors, the newest first; those to be paused come first. */
      monitores: z.array(z.extend(Named, { pausar: z.boolean() })),
    }),
  ),
  /** Running monitors that check too often; absent while there are none. */
  intervalos: z.optional(
    z.object({ ...overFields, monitores: z.array(z.extend(Named, { segundos: Seconds })) }),
  ),
  /** Paused by us. */
  pausados: z.array(Named),
  /** Whose interval we raised. */
  aumentados: z.array(z.extend(Named, { de: Seconds, para: Seconds })),
});
export type Limits = z.output<typeof Limits>;

/** `nenhum`: the account owns no environment. `sem-resposta`: it does not run, or does not answer now. */
const NoLimits = z.object({ ambiente: z.enum(['nenhum', 'sem-resposta']) });
export const LimitsAnswer = z.union([Limits, NoLimits]);
export type LimitsAnswer = z.output<typeof LimitsAnswer>;

export const LimitsChoice = z.strictObject({
  /** Ids of the monitors that are to keep running: so many as the plan holds, at most. */
  manter: z
    .array(z.int({ error: message('limits.choice-invalid') }), { error: message('limits.choice-invalid') })
    .check(z.maxLength(KEPT_MAX, { error: message('limits.choice-invalid') })),
});
export type LimitsChoice = z.output<typeof LimitsChoice>;
