/**
 * Checks manifests against Kubernetes' API description. Unknown fields are errors, so a misspelt one is found here and
 * not on an operator's cluster.
 */
import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { inject } from 'vitest';
import type { Manifest } from './render.ts';

interface Definition {
  readonly 'x-kubernetes-group-version-kind'?: readonly { group: string; version: string; kind: string }[];
}
interface Schemas {
  readonly $id: string;
  readonly $defs: Readonly<Record<string, Definition>>;
}

function judge(): (manifest: Manifest) => string[] {
  const schemas = JSON.parse(readFileSync(inject('chartTools').schemas ?? '', 'utf8')) as Schemas;
  // The description's own keywords (`x-kubernetes-…`) would fail in strict mode.
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats.default(ajv);
  ajv.addSchema(schemas);
  const names = new Map<string, string>(
    Object.entries(schemas.$defs).flatMap(([name, definition]) =>
      (definition['x-kubernetes-group-version-kind'] ?? []).map(({ group, version, kind }) => [
        `${group === '' ? '' : `${group}/`}${version} ${kind}`,
        name,
      ]),
    ),
  );
  return (manifest) => {
    const kind = `${manifest.apiVersion} ${manifest.kind}`;
    const name = names.get(kind);
    const validate = name === undefined ? undefined : ajv.getSchema(`${schemas.$id}#/$defs/${name}`);
    if (validate === undefined) return [`${kind}: unknown`];
    if (validate(manifest) === true) return [];
    return (validate.errors ?? []).map(
      ({ instancePath, message, params }) => `${kind}${instancePath} ${message} ${JSON.stringify(params)}`,
    );
  };
}

let problemsWith: ReturnType<typeof judge> | undefined;

/** Errors of the objects against the schemas. */
export function schemaProblems(manifests: readonly Manifest[]): string[] {
  problemsWith ??= judge();
  return manifests.flatMap(problemsWith);
}
