/**
 * The API as an OpenAPI 3.1 document.
 *
 * Owns: turning routes, contracts and the map of errors into the document, and what all routes have in common. A route
 * without a description does not compile; that the Worker has no others, a test proves.
 */
import site from '#content/site.json' with { type: 'json' };
import { ErrorBody } from '#domain/contracts/error.ts';
import { OPERATOR_HEADER } from '#domain/contracts/operations.ts';
import { apiRoutes, operationPath } from '#domain/contracts/routes.ts';
import { DomainError, type ErrorCode } from '#domain/errors.ts';
import { message } from '#domain/messages.ts';
import { statusOf } from '#functions/http/answer.ts';
import { customerOperations } from './customer.ts';
import type { Caller, Operation, Operations } from './operation.ts';
import { commandOperations, readyOperations } from './operator.ts';
import { type JsonSchema, schemaOf } from './schema.ts';
import { signUpOperations } from './sign-up.ts';

type Header = Readonly<{ description: string; required?: boolean; schema: JsonSchema }>;
export interface OpenapiResponse {
  readonly description: string;
  readonly headers: Readonly<Record<string, Header>>;
  readonly content?: { readonly 'application/json': { readonly schema: JsonSchema } };
}
export interface OpenapiParameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required: boolean;
  readonly description: string;
  readonly schema: JsonSchema;
}
export interface OpenapiOperation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description?: string;
  readonly security: readonly Readonly<Record<string, readonly string[]>>[];
  readonly parameters: readonly OpenapiParameter[];
  readonly requestBody?: {
    readonly required: boolean;
    readonly content: { readonly 'application/json': { readonly schema: JsonSchema } };
  };
  readonly responses: Readonly<Record<string, OpenapiResponse>>;
}
export interface OpenapiDocument {
  readonly openapi: '3.1.1';
  readonly info: Readonly<Record<string, unknown>>;
  readonly servers: readonly { readonly url: string }[];
  readonly paths: Readonly<Record<string, Readonly<Partial<Record<'get' | 'post', OpenapiOperation>>>>>;
  readonly components: Readonly<Record<string, unknown>>;
}

const routeOperations: Readonly<Record<Exclude<keyof typeof apiRoutes, 'operations'>, Operations>> = {
  ...signUpOperations,
  ...customerOperations,
  ready: readyOperations,
};

const security: Readonly<Record<Caller, OpenapiOperation['security']>> = {
  anybody: [],
  'anybody-or-account': [{}, { conta: [] }],
  account: [{ conta: [] }],
  operator: [{ operador: [] }],
  processor: [{ operadora: [] }],
};

const tokenErrors: readonly ErrorCode[] = ['unauthenticated', 'identity-unavailable'];

/** What can go wrong in one call, with what every route has in common. */
function errorsOf(
  method: string,
  { caller, isLimited, idempotencyKey, body, isBodyLenient, errors }: Operation,
) {
  return new Set<ErrorCode>([
    ...errors,
    'body-too-large',
    'internal',
    ...(caller === 'account' || caller === 'operator' ? tokenErrors : []),
    ...(caller === 'operator' ? (['forbidden', 'validation-failed'] as const) : []),
    ...(isLimited === false ? [] : (['rate-limited'] as const)),
    ...(method === 'post' && caller !== 'processor' ? (['origin-refused'] as const) : []),
    ...(body && !isBodyLenient
      ? (['unsupported-media-type', 'invalid-request', 'validation-failed'] as const)
      : []),
    ...(idempotencyKey
      ? (['idempotency-key-missing', 'idempotency-key-reused', 'idempotency-in-progress'] as const)
      : []),
  ]);
}

const requestIdHeader: Header = {
  description: 'Número da chamada, para falar dela com o suporte.',
  schema: { type: 'string' },
};
const retryHeader: Header = {
  description: 'Segundos até valer a pena repetir.',
  schema: { type: 'string', pattern: '^\\d+$' },
};

function failure(codes: readonly ErrorCode[]): OpenapiResponse {
  const sentences = codes.map((code) => `- \`${code}\`: ${message(`error.${code}`)}`);
  const isRetryable = codes.some((code) => new DomainError(code).retryable);
  return {
    description: sentences.join('\n'),
    headers: { 'X-Request-Id': requestIdHeader, ...(isRetryable ? { 'Retry-After': retryHeader } : {}) },
    content: {
      'application/json': {
        schema: {
          allOf: [{ $ref: '#/components/schemas/Erro' }, { properties: { code: { enum: [...codes] } } }],
        },
      },
    },
  };
}

function responses(method: string, operation: Operation): Record<string, OpenapiResponse> {
  const told: Record<string, OpenapiResponse> = {};
  const codes = [...errorsOf(method, operation)];
  for (const status of new Set(codes.map(statusOf)))
    told[status] = failure(codes.filter((code) => statusOf(code) === status));
  for (const [status, { description, schema, headers }] of Object.entries(operation.answers)) {
    const others = told[status]?.content?.['application/json'].schema;
    const own = schema === undefined ? undefined : schemaOf(schema, 'output');
    const either = own && others ? { anyOf: [own, others] } : own;
    told[status] = {
      description: others ? `${description}\n${told[status]?.description}` : description,
      headers: {
        ...told[status]?.headers,
        'X-Request-Id': requestIdHeader,
        ...(operation.idempotencyKey
          ? {
              'Idempotent-Replayed': {
                description: '`true` quando a resposta é a da primeira chamada com esta chave.',
                schema: { const: 'true' },
              },
            }
          : {}),
        ...Object.fromEntries(
          Object.entries(headers ?? {}).map(([name, words]) => [
            name,
            { description: words, required: true, schema: { type: 'string' } },
          ]),
        ),
      },
      ...(either ? { content: { 'application/json': { schema: either } } } : {}),
    };
  }
  return told;
}

/** What stands in a path, by the name it has in `apiRoutes`. */
const pathWords: Readonly<Record<string, readonly [description: string, example: string]>> = {
  nome: ['O subdomínio perguntado, como foi digitado.', 'padaria-central'],
  tenant: ['Subdomínio do ambiente.', 'padaria-central'],
};

function parameters(route: string, { query = [], idempotencyKey, caller }: Operation): OpenapiParameter[] {
  const inPath = [...route.matchAll(/:(\w+)/g)].map(([, name = '']): OpenapiParameter => {
    const [description, example] = pathWords[name] ?? ['', ''];
    return { name, in: 'path', required: true, description, schema: { type: 'string', examples: [example] } };
  });
  const inQuery = query.map(
    ({ name, description, required = false, values }): OpenapiParameter => ({
      name,
      in: 'query',
      required,
      description,
      schema: { type: 'string', ...(values ? { enum: [...values] } : {}) },
    }),
  );
  const headers: OpenapiParameter[] = [];
  if (idempotencyKey) {
    headers.push({
      name: 'Idempotency-Key',
      in: 'header',
      required: idempotencyKey === 'required',
      description:
        'Chave de quem chama, uma por intenção: repetir a chamada com ela não faz nada duas vezes.',
      schema: { type: 'string', pattern: '^[\\x21-\\x7e]{1,255}$' },
    });
  }
  if (caller === 'operator') {
    headers.push({
      name: OPERATOR_HEADER,
      in: 'header',
      required: false,
      description: 'Nome de quem opera, em percent-encoding; preciso quando o token não diz o nome.',
      schema: { type: 'string', examples: ['Maria%20da%20Silva'] },
    });
  }
  return [...inPath, ...inQuery, ...headers];
}

function describe(id: string, route: string, method: string, operation: Operation): OpenapiOperation {
  const { chapter, summary, description, caller, body, isBodyLenient } = operation;
  return {
    operationId: id,
    tags: [chapter],
    summary,
    ...(description === undefined ? {} : { description }),
    security: security[caller],
    parameters: parameters(route, operation),
    ...(body
      ? {
          requestBody: {
            required: !isBodyLenient,
            content: { 'application/json': { schema: schemaOf(body, 'input') } },
          },
        }
      : {}),
    responses: responses(method, operation),
  };
}

function pathItem(name: string, route: string, operations: Operations) {
  const methods = Object.entries(operations).map(([method, operation]) => [
    method,
    describe(`${method}-${name}`, route, method, operation),
  ]);
  return [route.replace(/:(\w+)/g, '{$1}'), Object.fromEntries(methods)];
}

const bearer = (description: string) => ({
  type: 'http',
  scheme: 'bearer',
  bearerFormat: 'JWT',
  description,
});

/** The whole document. */
export function createOpenapiDocument(): OpenapiDocument {
  const { operations, ...others } = apiRoutes;
  const names = Object.keys(others) as (keyof typeof others)[];
  return {
    openapi: '3.1.1',
    info: {
      title: `API do ${site.name}`,
      version: '1.0.0',
      description:
        'Cadastro, criação do ambiente, conta e operação. Corpos e respostas são JSON em UTF-8, até 16 KB na ida. Uma ' +
        'falha traz sempre o mesmo corpo: a frase em `error`, o código em `code`, as frases por campo em `fields`.',
      contact: { email: site.contacts.email },
    },
    servers: [{ url: '/' }],
    paths: Object.fromEntries([
      ...names.map((name) => pathItem(name, apiRoutes[name], routeOperations[name])),
      ...[...commandOperations].map(([command, told]) => pathItem(command, operationPath(command), told)),
    ]),
    components: {
      schemas: { Erro: { ...schemaOf(ErrorBody, 'output'), description: 'O corpo de toda falha.' } },
      securitySchemes: {
        conta: bearer('Token de acesso da conta, do login do site.'),
        operador: bearer('Token do cliente dos operadores, com o papel de operador.'),
        operadora: {
          type: 'apiKey',
          in: 'header',
          name: 'asaas-access-token',
          description: 'Segredo combinado com a operadora de pagamentos.',
        },
      },
    },
  };
}
