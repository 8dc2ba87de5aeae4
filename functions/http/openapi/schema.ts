/**
 * JSON Schema of a contract, with words for readers.
 *
 * Owns: which shape belongs to which rule, and how a property is described: a name means one thing in the whole API.
 */
import * as z from 'zod';
import {
  addressNumberShape,
  cepShape,
  checkAddressNumber,
  checkCep,
  checkCity,
  checkComplement,
  checkNeighbourhood,
  checkStreet,
  checkUf,
  cityShape,
  complementShape,
  neighbourhoodShape,
  streetShape,
  ufShape,
} from '#domain/address/address.ts';
import {
  cardNumberShape,
  ccvShape,
  checkCardNumber,
  checkCcv,
  checkHolderName,
  expiryMonthShape,
  expiryYearShape,
  holderNameShape,
} from '#domain/card/card.ts';
import type { FieldShape } from '#domain/checked.ts';
import { expiryMonth, expiryYear } from '#domain/contracts/checkout.ts';
import { ruleOf } from '#domain/contracts/field.ts';
import { supportShapes } from '#domain/contracts/support.ts';
import { checkPhone, phoneShape } from '#domain/phone/phone.ts';
import { checkSubdomain, subdomainShape } from '#domain/subdomain/subdomain.ts';
import { checkTaxId, taxIdShape } from '#domain/tax-id/tax-id.ts';
import { propertyWords } from './property-words.ts';

export type JsonSchema = z.core.JSONSchema.BaseSchema;

/** Shape by rule, or by schema where two fields are proved together. */
export const fieldShapes: ReadonlyMap<object, FieldShape> = new Map<object, FieldShape>([
  [checkCep, cepShape],
  [checkStreet, streetShape],
  [checkAddressNumber, addressNumberShape],
  [checkComplement, complementShape],
  [checkNeighbourhood, neighbourhoodShape],
  [checkCity, cityShape],
  [checkUf, ufShape],
  [checkTaxId, taxIdShape],
  [checkPhone, phoneShape],
  [checkHolderName, holderNameShape],
  [checkCardNumber, cardNumberShape],
  [checkCcv, ccvShape],
  [expiryMonth, expiryMonthShape],
  [expiryYear, expiryYearShape],
  [checkSubdomain, subdomainShape],
  ...supportShapes,
]);

/**
 * Writes a schema; `input` is what is sent, `output` what is answered.
 * @param words What properties of this route alone mean.
 */
export function schemaOf(
  schema: z.core.$ZodType,
  io: 'input' | 'output',
  words: Readonly<Record<string, string>> = {},
): JsonSchema {
  const { $schema, ...written } = z.toJSONSchema(schema, {
    io,
    override({ zodSchema, jsonSchema }) {
      const shape = fieldShapes.get(ruleOf(zodSchema) ?? zodSchema);
      if (shape) {
        const { example, ...said } = shape;
        Object.assign(jsonSchema, said, { examples: [example] });
      }
      for (const [name, property] of Object.entries(jsonSchema.properties ?? {})) {
        const meaning = words[name] ?? propertyWords[name];
        if (typeof property === 'object' && meaning !== undefined) property.description ??= meaning;
      }
    },
  });
  return written;
}
