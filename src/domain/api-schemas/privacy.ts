/**
 * `/api/conta/dados`: a copy of the caller's data, and its deletion (LGPD, art. 18, II, V and VI).
 *
 * `GET …/dados` says whether a deletion is under way; `POST …/copia` returns the same copy as the operators' command
 * `exportar`; `POST …/ambiente` returns a file of the environment's data, for its owner; `GET …/exclusao` says what a deletion would remove and keep; `POST …/exclusao` requests it. All POSTs
 * need a recent sign-in (src/domain/sign-in/fresh.ts).
 */
import * as z from 'zod/mini';
import { planIds } from '../plans/ids.ts';

export const ownDataEndpoint = '/api/conta/dados';
export const dataCopyEndpoint = '/api/conta/dados/copia';
export const environmentCopyEndpoint = '/api/conta/dados/ambiente';
export const deletionEndpoint = '/api/conta/dados/exclusao';

/** A deletion that was requested and is not complete. */
const PendingDeletion = z.object({
  /** ISO 8601, UTC. */
  requestedAt: z.string(),
  /** ISO 8601, UTC: when the environment's removal begins; in the past when it is under way. */
  removalAt: z.string(),
});

export const OwnDataResponse = z.object({ deletion: z.optional(PendingDeletion) });
export type OwnDataResponse = z.output<typeof OwnDataResponse>;

/** A kind of data that survives a deletion. */
export const KeptData = z.object({
  title: z.string(),
  why: z.string(),
  /** The legal bases, in words. */
  basis: z.string(),
  /** "5 anos, a partir do fim do contrato". */
  period: z.string(),
  /** Last day, `YYYY-MM-DD`, when it is known today. */
  until: z.optional(z.string()),
});
export type KeptData = z.output<typeof KeptData>;

/** What a deletion would do now. */
export const DeletionPreview = z.object({
  /** What the person types to confirm: the subdomain, or the e-mail when there is no environment. */
  confirm: z.string(),
  /** The environment in force. */
  environment: z.optional(
    z.object({
      name: z.string(),
      /** ISO 8601, UTC: when it would be removed. */
      removalAt: z.string(),
      /** True when a renewal would be cancelled first. */
      renews: z.boolean(),
    }),
  ),
  /** True when an undelivered order would be cancelled. */
  hasOrder: z.optional(z.boolean()),
  /** Debt for unpaid days, which a deletion does not settle. */
  debt: z.optional(z.object({ amountCentavos: z.int(), days: z.int() })),
  /** Purchases that could still be undone with a full refund; a deletion refunds nothing. */
  purchases: z.array(z.object({ plan: z.enum(planIds), amountCentavos: z.int(), withdrawUntil: z.string() })),
  kept: z.array(KeptData),
});
export type DeletionPreview = z.output<typeof DeletionPreview>;

/**
 * Body of `POST /api/conta/dados/exclusao`: `confirm` repeats the subdomain or the e-mail, as a guard against slips.
 */
export const DeletionRequest = z.strictObject({
  confirm: z.string().check(z.trim(), z.minLength(1), z.maxLength(254)),
});
export type DeletionRequest = z.output<typeof DeletionRequest>;

const environmentFormats = ['json', 'db'] as const;
export type EnvironmentFormat = (typeof environmentFormats)[number];

/** Body of `POST /api/conta/dados/ambiente`. `history` matters for `db` only. */
export const EnvironmentCopyRequest = z.strictObject({
  format: z.enum(environmentFormats),
  /** Passwords, tokens, headers and addresses of channels. */
  secrets: z.boolean(),
  /** Checks and statistics. */
  history: z.boolean(),
});
export type EnvironmentCopyRequest = z.output<typeof EnvironmentCopyRequest>;
