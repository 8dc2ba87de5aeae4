/** Reads JSON bodies and validates them against their schema; a refusal has a sentence per field. */
import type * as z from 'zod';
import { fieldSentences } from '#domain/api-schemas/field.ts';
import { DomainError } from '#domain/errors.ts';
import type { AppContext } from './request.ts';
import type { Layer } from './route.ts';

/** Schemas differ by day only in their checks, so the API description may use any day. */
export const ANY_DAY = '2026-01-01';

type Schema<T> = z.core.$ZodType<T> & Pick<z.ZodType<T>, 'safeParse'>;

/**
 * Validates a body against its schema.
 *
 * @param described The schema that the API description shows.
 * @param schemaFor Picks the schema for a body, for contracts that depend on the day or on a setting.
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

/** Sets the body, or `null` when it does not match the schema. */
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
