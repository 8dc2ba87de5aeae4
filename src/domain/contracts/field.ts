/** Bridges rules and schemas: a field of a contract that answers with the rule's own sentence. */
import * as z from 'zod/mini';
import type { Checked } from '../checked.ts';
import { type MessageId, message } from '../messages.ts';

type Rule = (typed: string) => Checked<unknown>;
const rules = new WeakMap<object, Rule>();

/** The rule that a field was made with; `undefined` for any other schema. The API's description asks. */
export const ruleOf = (schema: object): Rule | undefined => rules.get(schema);

/** A string field proved by `rule`; a missing or foreign value answers like an empty one. */
export function ruled<T>(rule: (typed: string) => Checked<T>) {
  const empty = rule('');
  const missing: MessageId = empty.ok ? 'field.required' : empty.problem;
  const schema = z.pipe(
    z.string({ error: message(missing) }),
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
 * First sentence per field path (`billingAddress.cep`). Unknown keys are told together as `*` (`billingAddress.*`): an
 * answer gives back nothing of what was sent, and a key may be anything, a card number too.
 */
export function fieldSentences(error: z.core.$ZodError): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const issue of error.issues) {
    const path = issue.path.map(String).join('.');
    if (issue.code === 'unrecognized_keys') {
      fields[path === '' ? '*' : `${path}.*`] ??= message('field.unknown');
    } else {
      fields[path] ??= issue.message;
    }
  }
  return fields;
}
