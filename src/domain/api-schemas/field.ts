/** Turns rules into schema fields that answer with the rule's own sentence. */
import * as z from 'zod/mini';
import { message as shared } from '../messages/shared.ts';
import type { Result } from '../result.ts';

type Rule = (typed: string) => Result<unknown>;
const rules = new WeakMap<object, Rule>();

/** The rule behind a field; `undefined` for any other schema. The API's description uses it. */
export const ruleOf = (schema: object): Rule | undefined => rules.get(schema);

/**
 * A string field checked by `rule`; a missing value or another type counts as an empty string.
 *
 * @param message Says the rule's sentences.
 */
export function ruled<T, Id extends string>(
  rule: (typed: string) => Result<T, Id>,
  message: (problem: Id) => string,
) {
  const empty = rule('');
  const schema = z.pipe(
    z.string({ error: empty.ok ? shared('field.required') : message(empty.problem) }),
    z.transform((typed: string, context): T => {
      const checked = rule(typed);
      if (checked.ok) return checked.value;
      context.issues.push({ code: 'custom', message: message(checked.problem), input: typed });
      return z.NEVER;
    }),
  );
  rules.set(schema, rule);
  return schema;
}

/**
 * The first sentence per field path (`billingAddress.cep`). Unknown keys are reported together as `*`
 * (`billingAddress.*`): a key may be anything, even a card number, so an answer never repeats it.
 */
export function fieldSentences(error: z.core.$ZodError): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const issue of error.issues) {
    const path = issue.path.map(String).join('.');
    if (issue.code === 'unrecognized_keys') {
      fields[path === '' ? '*' : `${path}.*`] ??= shared('field.unknown');
    } else {
      fields[path] ??= issue.message;
    }
  }
  return fields;
}

/** Maps a field path of an error body to the field's path in the form. */
export function formPathOf(requestPath: string): string {
  if (requestPath === 'card.expiryMonth' || requestPath === 'card.expiryYear') return 'card.expiry';
  if (requestPath === 'cardHolder.phone') return 'card.phone';
  return requestPath === 'termosVersao' ? 'termos' : requestPath;
}
