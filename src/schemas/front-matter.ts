/**
 * Shared parts of the schemas of content/landing, content/faq, content/legal, content/comparisons and content/tools.
 *
 * Owns: the error messages for authors. Astro prints each message after the file and the field, so a message says what
 * to write, not where.
 */
import * as z from 'zod/mini';

/** Different messages for a missing field and for a wrong type. */
export const missingOr = (missing: string, wrong: string) => ({
  error: (issue: z.core.$ZodRawIssue) => (issue.input === undefined ? `Falta este campo. ${missing}` : wrong),
});

export const text = (what: string) =>
  z
    .string(missingOr(`Escreva ${what}.`, `Escreva ${what}, como texto.`))
    .check(z.trim(), z.minLength(1, `O campo está vazio. Escreva ${what}.`));

export const position = z.int(
  missingOr('Escreva a posição, como 3.', 'Escreva a posição como número inteiro, sem aspas.'),
);

export const yesOrNo = z.boolean('Escreva true ou false, sem aspas.');

/** An anchor, without the `#`. */
export const anchor = text('a âncora da seção, como "como-funciona"').check(
  z.regex(/^[a-z][a-z0-9-]*$/, 'Use só letras minúsculas sem acento, números e hífens: "como-funciona".'),
);

export const list = <Item extends z.core.$ZodType>(item: Item, what: string, most: number) =>
  z
    .array(item, missingOr(`Escreva ${what}, em lista.`, `Escreva ${what}, em lista.`))
    .check(
      z.refine(
        (items) => items.length >= 1 && items.length <= most,
        `Escreva ${what}: de 1 a ${most} itens.`,
      ),
    );

/** A strict object, whose message lists the valid fields. */
export function strictFields<Fields extends z.core.$ZodLooseShape>(fields: Fields) {
  const known = Object.keys(fields).join(', ');
  return z.strictObject(fields, {
    error: (issue: z.core.$ZodRawIssue) =>
      issue.code === 'unrecognized_keys'
        ? `Campo desconhecido: ${issue.keys.join(', ')}. Os campos são ${known}.`
        : `Escreva estes campos: ${known}.`,
  });
}
