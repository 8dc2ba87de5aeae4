/**
 * `GET /api/desafio`: the page with the challenge that a free environment may ask for, and what it tells the form.
 *
 * The page is shown in a frame of another origin than the site's, because a third party's script runs on it: the
 * form hears it through `postMessage` alone, and never the other way round.
 */
import * as z from 'zod/mini';
import { message } from '../messages.ts';

export const challengeEndpoint = '/api/desafio';

/** What the challenge was solved for; the server takes a token of no other action. */
export const CHALLENGE_ACTION = 'ambiente-gratuito';

/** Source: developers.cloudflare.com/turnstile/get-started/server-side-validation, "Token characteristics". */
const CHALLENGE_TOKEN_LENGTH_MAX = 2048;

export const ChallengeToken = z
  .string({ error: message('field.unknown') })
  .check(z.maxLength(CHALLENGE_TOKEN_LENGTH_MAX, message('field.unknown')));

/** Name of the query parameter that says which colours the frame takes. */
export const CHALLENGE_THEME = 'tema';

/** What the frame says: solved, a token that is too old by now, or that it cannot be shown. */
export const ChallengeNews = z.discriminatedUnion('desafio', [
  z.object({ desafio: z.literal('resolvido'), token: ChallengeToken.check(z.minLength(1)) }),
  z.object({ desafio: z.literal('vencido') }),
  z.object({ desafio: z.literal('falhou') }),
]);
export type ChallengeNews = z.output<typeof ChallengeNews>;
