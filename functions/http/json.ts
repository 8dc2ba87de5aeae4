/** JSON bodies: read, proved by their contract, and refused with a sentence for each field. */
import type * as z from 'zod';
import { fieldSentences } from '#domain/contracts/field.ts';
import { DomainError } from '#domain/errors.ts';
import type { AppContext } from './request.ts';
import type { Layer } from './route.ts';

/** A contract says the same of every day; for the description any will do. */
export const ANY_DAY = '2026-01-01';

type Schema<T> = z.core.$ZodType<T> & Pick<z.ZodType<T>, 'safeParse'>;

/**
 * A body as its contract says.
 *
 * @param described What the description shows.
 * @param schemaFor Where the contract depends on the day or on a setting: the schema for this body.
 */
export function json<T, Needs = unknown>(
  described: z.core.$ZodType<T>,
  schemaFor?: (body: unknown, needs: Needs) => z.core.$ZodType<T>,
): Layer<Needs, { body: T }> {
  return {
    describes: {
      body: { schema: described, required: true },
      errors: ['unsupported-media-type', 'invalid-request', 'validation-failed'],
    },
    before: (needs) => async (c, next) => {
      const body = await readJson(c);
      const schema = schemaFor?.(body, needs) ?? described;
      const read = (schema as Schema<T>).safeParse(body);
      if (!read.success) throw new DomainError('validation-failed', { fields: fieldSentences(read.error) });
      c.set('body', read.data);
      await next();
    },
  };
}

/** A body that is taken as far as it fits: `null` for one that does not. */
export function lenientJson<T>(schema: z.core.$ZodType<T>): Layer<unknown, { body: T | null }> {
  return {
    describes: { body: { schema, required: false } },
    before: () => async (c, next) => {
      const read = (schema as Schema<T>).safeParse(await c.req.json().catch(() => null));
      c.set('body', read.success ? read.data : null);
      await next();
    },
  };
}

/** @throws DomainError `unsupported-media-type` or `invalid-request`. The body is never echoed. */
async function readJson(c: AppContext): Promise<unknown> {
  if (!/^application\/json\s*(;|$)/i.test(c.req.header('content-type') ?? '')) {
    throw new DomainError('unsupported-media-type');
  }
  try {
    return (await c.req.json()) as unknown;
  } catch {
    throw new DomainError('invalid-request', { message: 'the body is not JSON' });
  }
}
