/** Reads a JSON body, or says in the API's own words why it is none. */
import { DomainError } from '#domain/errors.ts';
import type { AppContext } from './context.ts';

/** @throws DomainError `unsupported-media-type` or `invalid-request`. The body is never echoed. */
export async function readJson(c: AppContext): Promise<unknown> {
  if (!/^application\/json\s*(;|$)/i.test(c.req.header('content-type') ?? '')) {
    throw new DomainError('unsupported-media-type');
  }
  try {
    return (await c.req.json()) as unknown;
  } catch {
    throw new DomainError('invalid-request', { message: 'the body is not JSON' });
  }
}
