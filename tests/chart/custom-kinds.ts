/**
 * Checks objects of custom kinds (cert-manager's, k3s's) against the descriptions that their projects publish. Unknown
 * fields are errors, as in tests/chart/kubernetes-schemas.ts.
 */
import { readFileSync } from 'node:fs';
import { Ajv, type ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';
import { inject } from 'vitest';
import { parse } from 'yaml';
import type { Manifest } from './render.ts';

interface Definition {
  readonly spec: {
    readonly group: string;
    readonly names: { readonly kind: string };
    readonly versions: readonly {
      readonly name: string;
      readonly schema: { readonly openAPIV3Schema: object };
    }[];
  };
}

/** Refuses fields that the description does not name, at every depth. */
function closed(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(closed);
  if (typeof schema !== 'object' || schema === null) return schema;
  const fields = Object.fromEntries(Object.entries(schema).map(([name, value]) => [name, closed(value)]));
  const isOpen = 'additionalProperties' in fields || fields['x-kubernetes-preserve-unknown-fields'] === true;
  return 'properties' in fields && !isOpen ? { ...fields, additionalProperties: false } : fields;
}

function judges(): ReadonlyMap<string, ValidateFunction> {
  const ajv = new Ajv({ strict: false, allErrors: true, validateFormats: false });
  addFormats.default(ajv);
  const definitions = (inject('chartTools').crds ?? []).map(
    (file) => parse(readFileSync(file, 'utf8')) as Definition,
  );
  return new Map(
    definitions.flatMap(({ spec: { group, names, versions } }) =>
      versions.map(({ name, schema: { openAPIV3Schema } }) => {
        const { spec } = (closed(openAPIV3Schema) as { properties: { spec: object } }).properties;
        return [`${group}/${name} ${names.kind}`, ajv.compile(spec)] as const;
      }),
    ),
  );
}

let known: ReadonlyMap<string, ValidateFunction> | undefined;

/** Errors of the objects' specifications; an object of a kind that nobody described is one. */
export function customProblems(manifests: readonly Manifest[]): string[] {
  known ??= judges();
  return manifests.flatMap(({ apiVersion, kind, spec }) => {
    const validate = known?.get(`${apiVersion} ${kind}`);
    if (validate === undefined) return [`${apiVersion} ${kind}: unknown`];
    if (validate(spec) === true) return [];
    return (validate.errors ?? []).map(
      ({ instancePath, message, params }) => `${kind}${instancePath} ${message} ${JSON.stringify(params)}`,
    );
  });
}
