/**
 * `GET /api/desafio`: the page with the challenge that a free environment may require, and its messages to the form.
 *
 * The form shows the page in a frame of another origin, because it runs a third party's script. The page talks to the
 * form only through `postMessage`, and the form never talks back.
 */
import * as z from 'zod/mini';
import { message } from '../messages/shared.ts';

export const challengeEndpoint = '/api/desafio';

/** What the challenge is solved for; the server refuses tokens of any other action. */
export const CHALLENGE_ACTION = 'ambiente-gratuito';

/** Source: developers.cloudflare.com/turnstile/get-started/server-side-validation, "Token characteristics". */
const CHALLENGE_TOKEN_LENGTH_MAX = 2048;

export const ChallengeToken = z
  .string({ error: message('field.unknown') })
  .check(z.maxLength(CHALLENGE_TOKEN_LENGTH_MAX, message('field.unknown')));

/** Query parameter with the frame's colour scheme. */
export const CHALLENGE_THEME = 'tema';

/** The frame's messages: solved, token expired, or challenge unavailable. */
export const ChallengeNews = z.discriminatedUnion('desafio', [
  z.object({ desafio: z.literal('resolvido'), token: ChallengeToken.check(z.minLength(1)) }),
  z.object({ desafio: z.literal('vencido') }),
  z.object({ desafio: z.literal('falhou') }),
]);
export type ChallengeNews = z.output<typeof ChallengeNews>;
