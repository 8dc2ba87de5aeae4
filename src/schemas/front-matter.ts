/**
 * What the schemas of texts share: content/landing, content/faq, content/legal and the pages of their own.
 *
 * Owns: how a wrong field is told to its author. Astro prints each message after the file and the field, so a
 * message says what to write, not where.
 */
import * as z from 'zod/mini';

/** One sentence for a field that is not there, another for one that holds something else. */
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

/** What follows the # of an address. */
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

/** An object without room for misspelt fields: the sentence names those that exist. */
export function strictFields<Fields extends z.core.$ZodLooseShape>(fields: Fields) {
  const known = Object.keys(fields).join(', ');
  return z.strictObject(fields, {
    error: (issue: z.core.$ZodRawIssue) =>
      issue.code === 'unrecognized_keys'
        ? `Campo desconhecido: ${issue.keys.join(', ')}. Os campos são ${known}.`
        : `Escreva estes campos: ${known}.`,
  });
}
