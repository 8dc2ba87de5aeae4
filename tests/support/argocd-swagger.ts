/**
 * Checks both sides against Argo CD's published API description: our adapter's requests and the stand-in's responses.
 *
 * Owns: reading Swagger 2.0 with a JSON Schema validator. Unknown fields are errors, so a misspelt one is found here
 * and not on an operator's cluster.
 */
import { readFileSync } from 'node:fs';
import { Ajv, type ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';

interface Operation {
  parameters?: { name: string; in: string; schema?: { $ref?: string } }[];
  responses: Record<string, { schema?: { $ref?: string } }>;
}

interface Definition {
  type?: string;
  properties?: Record<string, unknown>;
  additionalProperties?: unknown;
  allOf?: { $ref: string }[];
}

interface Swagger {
  paths: Record<string, Record<string, Operation>>;
  definitions: Record<string, Definition>;
}

const file = new URL('../vendors/argocd-swagger.json', import.meta.url);
const swagger = JSON.parse(readFileSync(file, 'utf8')) as Swagger;

/** Free-form JSON on the wire, although the description shows Go's types. */
const freeForm: ReadonlySet<string> = new Set(['runtimeRawExtension', 'v1FieldsV1', 'protobufAny']);

function closed(name: string, definition: Definition): Definition {
  if (freeForm.has(name)) return { type: 'object' };
  // Fields from `allOf` are known too.
  const parts = definition.allOf ?? [];
  if (parts.length > 0) {
    const { allOf: _, ...own } = definition;
    const added = parts.map(
      ({ $ref }) => swagger.definitions[$ref.replace('#/definitions/', '')]?.properties,
    );
    return closed(name, { ...own, properties: Object.assign({}, own.properties, ...added) });
  }
  const isOpen = definition.properties === undefined || definition.additionalProperties !== undefined;
  return isOpen ? definition : { ...definition, additionalProperties: false };
}

const definitions = Object.fromEntries(
  Object.entries(swagger.definitions).map(([name, definition]) => [name, closed(name, definition)]),
);

// `example` and `format: int64` are not JSON Schema keywords: strict mode would refuse them.
const ajv = new Ajv({ strict: false, allErrors: true });
addFormats.default(ajv);
// int64 is used for numbers, and for strings where JSON numbers are too small.
ajv.addFormat('int64', { type: 'number', validate: Number.isSafeInteger });
const validators = new Map<string, ValidateFunction>();

function validatorOf(definition: string): ValidateFunction {
  const known = validators.get(definition);
  if (known) return known;
  const made = ajv.compile({ definitions, $ref: `#/definitions/${definition}` });
  validators.set(definition, made);
  return made;
}

/** Errors of `value` against a definition of the description. */
export function problemsWith(definition: string, value: unknown): string[] {
  const validate = validatorOf(definition);
  return validate(value)
    ? []
    : (validate.errors ?? []).map(({ instancePath, message, params }) =>
        `${definition}${instancePath} ${message ?? ''} ${JSON.stringify(params)}`.trim(),
      );
}

/** The operation that a call matches. Literal paths come first, so they win over parameters. */
function operationOf(method: string, pathname: string): Operation | undefined {
  const matches = Object.entries(swagger.paths).filter(([template]) =>
    new RegExp(`^${template.replace(/\{[^}]+\}/g, '[^/]+')}$`).test(pathname),
  );
  return matches
    .map(([, operations]) => operations[method.toLowerCase()])
    .find((operation) => operation !== undefined);
}

function definitionName(schema: { $ref?: string } | undefined): string | null {
  return schema?.$ref?.replace('#/definitions/', '') ?? null;
}

/** Checks one exchange with the API: path, query, request body and response. Returns the errors. */
export function exchangeProblems(exchange: {
  method: string;
  url: string;
  requestBody: unknown;
  status: number;
  answer: unknown;
}): string[] {
  const { pathname, searchParams } = new URL(exchange.url);
  const operation = operationOf(exchange.method, pathname);
  if (!operation) return [`${exchange.method} ${pathname} is not in the description`];
  const parameters = operation.parameters ?? [];
  const known = new Set(parameters.filter(({ in: place }) => place === 'query').map(({ name }) => name));
  const unknown = [...searchParams.keys()].filter((name) => !known.has(name));
  const body = definitionName(parameters.find(({ in: place }) => place === 'body')?.schema);
  const answer = definitionName(
    (operation.responses[exchange.status] ?? operation.responses['default'])?.schema,
  );
  return [
    ...unknown.map((name) => `${exchange.method} ${pathname} knows no query "${name}"`),
    ...(body === null ? [] : problemsWith(body, exchange.requestBody)),
    ...(body === null && exchange.requestBody !== undefined ? ['the call takes no body'] : []),
    ...(answer === null ? [] : problemsWith(answer, exchange.answer)),
  ];
}

type FetchLike = (input: string, init?: RequestInit) => Promise<Response>;

/** A `fetch` that fails the test when an exchange violates the description. */
export function judged(inner: FetchLike): FetchLike {
  return async (input, init) => {
    const response = await inner(input, init);
    const text = await response.clone().text();
    const problems = exchangeProblems({
      method: init?.method ?? 'GET',
      url: input,
      requestBody: typeof init?.body === 'string' ? JSON.parse(init.body) : undefined,
      status: response.status,
      answer: JSON.parse(text),
    });
    if (problems.length > 0) exchangeFaults.push(...problems);
    return response;
  };
}

/** Errors found by `judged`. An adapter may swallow exceptions of `fetch`, so tests check that this stays empty. */
export const exchangeFaults: string[] = [];
