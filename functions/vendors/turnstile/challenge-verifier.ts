/**
 * Cloudflare Turnstile's check of a token (`POST /turnstile/v0/siteverify`).
 *
 * A token counts once: Cloudflare answers `timeout-or-duplicate` afterwards, and our `idempotency_key` lets one lost
 * answer be asked for again. Hostname and action are looked at too: a token from another page of the same widget is none.
 * Source: developers.cloudflare.com/turnstile/get-started/server-side-validation, read on 2026-11-23.
 */
import * as z from 'zod';
import { DomainError } from '#domain/errors.ts';
import { createVendorHttp, type Fetch } from '#functions/platform/vendor-http.ts';
import type { ChallengeVerifier } from '#functions/vendors/challenge.ts';

export interface ChallengeVerifierOptions {
  /** `https://challenges.cloudflare.com`, or the local stand-in. */
  readonly baseUrl: string;
  readonly secret: string;
  /** Name of the host whose page showed the challenge. */
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

/** The person did nothing wrong: a mistake of ours, or of the service. */
const oursOrTheirs = new Set([
  'missing-input-secret',
  'invalid-input-secret',
  'bad-request',
  'internal-error',
]);
/** One more question after a lost answer; who waits is a person. */
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
      // A refusal may come with 4xx; its body says more than its status.
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
