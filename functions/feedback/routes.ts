/** `POST /api/feedback`: did the article help? Open to every reader, limited per address. */
import { Hono } from 'hono';
import { FeedbackRequest } from '#domain/contracts/feedback.ts';
import { fieldSentences } from '#domain/contracts/field.ts';
import { apiRoutes } from '#domain/contracts/routes.ts';
import { DomainError } from '#domain/errors.ts';
import { type AppEnv, type AppPorts, callerNetwork } from '#functions/http/context.ts';
import { readJson } from '#functions/http/read-json.ts';
import { keepFeedback } from './keep-feedback.ts';

export function feedbackRoutes({ deps, rateLimiter }: AppPorts): Hono<AppEnv> {
  return new Hono<AppEnv>().post(apiRoutes.feedback, async (c) => {
    if (!(await rateLimiter.allow('feedback', callerNetwork(c)))) throw new DomainError('rate-limited');
    const read = FeedbackRequest.safeParse(await readJson(c));
    if (!read.success) throw new DomainError('validation-failed', { fields: fieldSentences(read.error) });
    await keepFeedback(deps, read.data);
    return c.body(null, 204);
  });
}
