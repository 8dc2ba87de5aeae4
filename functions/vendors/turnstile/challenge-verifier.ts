/**
 * Verifies tokens with Cloudflare Turnstile (`POST /turnstile/v0/siteverify`).
 *
 * A token works once; afterwards Cloudflare answers `timeout-or-duplicate`, and our `idempotency_key` allows one retry
 * after a lost response. Hostname and action are checked too, so a token from another page of the same widget is
 * refused. Source: developers.cloudflare.com/turnstile/get-started/server-side-validation, read on 2026-11-23.
 */
import * as z from 'zod';
import { DomainError } from '#domain/errors.ts';
import { createVendorHttp, type Fetch } from '#functions/platform/vendor-http.ts';
import type { ChallengeVerifier } from '#functions/vendors/challenge.ts';

export interface ChallengeVerifierOptions {
  /** `https://challenges.cloudflare.com`, or the local stand-in. */
  readonly baseUrl: string;
  readonly secret: string;
  /** Host of the page that showed the challenge. */
  readonly hostname: string;
  readonly action: string;
  readonly fetch: Fetch;
  readonly newId: () => string;
  readonly timeoutMs?: number;
}

const Answer = z.object({
  success: z.boolean(),
  hostname: z.string().optional(),
  action: z.string().optional(),
  'error-codes': z.array(z.string()).default([]),
});
type Answer = z.output<typeof Answer>;

/** Error codes that are not the person's fault, but ours or the service's. */
const oursOrTheirs = new Set([
  'missing-input-secret',
  'invalid-input-secret',
  'bad-request',
  'internal-error',
]);
/** One retry after a lost response; more would make the person wait. */
const ASKED_MAX = 2;

export function createChallengeVerifier(options: ChallengeVerifierOptions): ChallengeVerifier {
  const http = createVendorHttp({
    baseUrl: options.baseUrl,
    fetch: options.fetch,
    timeoutMs: options.timeoutMs ?? 5_000,
  });

  async function ask(response: string, remoteip?: string): Promise<Answer> {
    const json = { secret: options.secret, response, remoteip, idempotency_key: options.newId() };
    let reason = 'no answer';
    for (let asked = 0; asked < ASKED_MAX; asked += 1) {
      const answer = await http({ method: 'POST', path: '/turnstile/v0/siteverify', json });
      // A refusal may have a 4xx status; only its body gives the reason.
      const read = Answer.safeParse('body' in answer ? answer.body : null);
      const fault = read.data?.['error-codes'].find((code) => oursOrTheirs.has(code));
      if (read.success && fault === undefined) return read.data;
      reason = fault ?? `${answer.outcome} with ${answer.status ?? 'no answer'}`;
    }
    throw new DomainError('challenge-unavailable', { message: `challenge: ${reason}` });
  }

  return {
    async verify(token, address) {
      const { success, hostname, action } = await ask(token, address);
      return success && hostname === options.hostname && action === options.action;
    },
    check: async () => void (await ask('prontidao')),
  };
}
