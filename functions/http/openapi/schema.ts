/**
 * JSON Schema of a contract.
 *
 * Owns: the JSON shape of each validation rule.
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
import { expiryMonth, expiryYear } from '#domain/api-schemas/checkout.ts';
import { ruleOf } from '#domain/api-schemas/field.ts';
import { supportShapes } from '#domain/api-schemas/support.ts';
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
import { checkPhone, phoneShape } from '#domain/phone/phone.ts';
import type { FieldShape } from '#domain/result.ts';
import { checkSubdomain, subdomainShape } from '#domain/subdomain/subdomain.ts';
import { checkTaxId, taxIdShape } from '#domain/tax-id/tax-id.ts';

export type JsonSchema = z.core.JSONSchema.BaseSchema;

/** JSON shape by validation rule, or by schema when two fields are validated together. */
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
 * Writes a schema; `input` for requests, `output` for responses.
 * @param words Descriptions by property name.
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
        const meaning = words[name];
        if (typeof property === 'object' && meaning !== undefined) property.description ??= meaning;
      }
    },
  });
  return written;
}
