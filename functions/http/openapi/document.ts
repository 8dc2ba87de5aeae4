/**
 * Builds the API's OpenAPI 3.1 document from the routes (route.ts), their contracts and the error map.
 *
 * Owns: what all routes have in common.
 */
import site from '#content/site.json' with { type: 'json' };
import { ErrorBody } from '#domain/api-schemas/error.ts';
import { DomainError, type ErrorCode } from '#domain/errors.ts';
import { message } from '#domain/messages.ts';
import { statusOf } from '#functions/http/answer.ts';
import type { Description, LayerDescription, Route } from '#functions/http/route.ts';
import { propertyWords } from './property-words.ts';
import { type JsonSchema, schemaOf } from './schema.ts';

type Header = Readonly<{ description: string; required?: boolean; schema: JsonSchema }>;
interface OpenapiResponse {
  readonly description: string;
  readonly headers: Readonly<Record<string, Header>>;
  readonly content?: {
    readonly 'application/json': { readonly schema: JsonSchema };
    /** Files. */
    readonly [type: string]: { readonly schema: JsonSchema };
  };
}
interface OpenapiParameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required: boolean;
  readonly description?: string;
  readonly schema: JsonSchema;
}
export interface OpenapiOperation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary?: string;
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

/** A route with its layers' descriptions. */
type Described = Description & Pick<Route<never>, 'layers' | 'errors'>;

/** Whose calls are our own: the pages, the operators' command line, the companion of an environment. */
const ours: ReadonlySet<string> = new Set(['conta', 'operador', 'ambiente']);

/** True for a route that others call: its properties are described in words. */
export const isForOthers = ({ chapter, layers }: Described): boolean =>
  chapter === 'Serviço' ||
  layers.some(({ security = [] }) => security.flatMap(Object.keys).some((way) => !ours.has(way)));

const wordsOf = (route: Described) => (isForOthers(route) ? propertyWords : {});

/** The errors of one route, including those that every route has. */
function errorsOf({ method, layers, errors }: Described): Set<ErrorCode> {
  return new Set<ErrorCode>([
    ...errors,
    'body-too-large',
    'internal',
    ...layers.flatMap((each) => each.errors ?? []),
    ...(method === 'post' && !layers.some((each) => each.isForServers) ? (['origin-refused'] as const) : []),
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

/** Any JSON is a JSON file; other files are bytes. */
const filesOf = (types: readonly string[]) => ({
  'application/json': { schema: {} },
  ...Object.fromEntries(types.map((type) => [type, { schema: {} }])),
});

function responses(route: Described): Record<string, OpenapiResponse> {
  const all: Record<string, OpenapiResponse> = {};
  const codes = [...errorsOf(route)];
  const layerHeaders = Object.assign({}, ...route.layers.map(({ headers }) => headers));
  for (const status of new Set(codes.map(statusOf)))
    all[status] = failure(codes.filter((code) => statusOf(code) === status));
  for (const [status, { description = 'A resposta.', schema, files = [], headers = {} }] of Object.entries(
    route.answers,
  )) {
    const refusal = all[status];
    const others = refusal?.content?.['application/json'].schema;
    const own = schema && schemaOf(schema, 'output', wordsOf(route));
    const either = own && others ? { anyOf: [own, others] } : own;
    const ownHeaders = Object.entries(headers).map(([name, words]) => [
      name,
      { description: words, required: true, schema: { type: 'string' } },
    ]);
    all[status] = {
      description: refusal ? `${description}\n${refusal.description}` : description,
      headers: {
        ...refusal?.headers,
        'X-Request-Id': requestIdHeader,
        ...layerHeaders,
        ...Object.fromEntries(ownHeaders),
      },
      ...(either ? { content: { 'application/json': { schema: either } } } : {}),
      ...(files.length > 0 ? { content: filesOf(files) } : {}),
    };
  }
  return all;
}

function parameters({ path, query = [], layers }: Described): OpenapiParameter[] {
  const inPath = [...path.matchAll(/:(\w+)/g)].map(
    ([, name = '']): OpenapiParameter => ({
      name,
      in: 'path',
      required: true,
      schema: { type: 'string', examples: ['padaria-central'] },
    }),
  );
  const inQuery = query.map(
    ({ name, required = false, values }): OpenapiParameter => ({
      name,
      in: 'query',
      required,
      schema: { type: 'string', ...(values ? { enum: [...values] } : {}) },
    }),
  );
  return [...inPath, ...inQuery, ...layers.flatMap((each) => each.parameters ?? [])];
}

function describe(route: Described): OpenapiOperation {
  const { name, method, chapter, summary, description, layers } = route;
  const body = layers.find((each: LayerDescription) => each.body)?.body;
  return {
    operationId: `${method}-${name}`,
    tags: chapter === undefined ? [] : [chapter],
    ...(summary === undefined ? {} : { summary }),
    ...(description === undefined ? {} : { description }),
    security: layers.find((each) => each.security)?.security ?? [],
    parameters: parameters(route),
    ...(body
      ? {
          requestBody: {
            required: body.required,
            content: { 'application/json': { schema: schemaOf(body.schema, 'input', wordsOf(route)) } },
          },
        }
      : {}),
    responses: responses(route),
  };
}

const bearer = (description: string) => ({
  type: 'http',
  scheme: 'bearer',
  bearerFormat: 'JWT',
  description,
});

/** The whole document. */
export function createOpenapiDocument(routes: readonly Described[]): OpenapiDocument {
  const paths: Record<string, Partial<Record<'get' | 'post', OpenapiOperation>>> = {};
  for (const route of routes) {
    const path = route.path.replace(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [route.method]: describe(route) };
  }
  return {
    openapi: '3.1.1',
    info: {
      title: `API do ${site.name}`,
      version: '1.0.0',
      description:
        'Cadastro, criação do ambiente, conta e operação. Corpos e respostas são JSON em UTF-8, até 16 KB na ida, salvo onde a rota diz mais. Uma ' +
        'falha traz sempre o mesmo corpo: a frase em `error`, o código em `code`, as frases por campo em `fields`.',
      contact: { email: site.contacts.email },
    },
    servers: [{ url: '/' }],
    paths,
    components: {
      schemas: {
        Erro: { ...schemaOf(ErrorBody, 'output', propertyWords), description: 'O corpo de toda falha.' },
      },
      securitySchemes: {
        conta: bearer('Token de acesso da conta, do login do site.'),
        operador: bearer('Token do cliente dos operadores, com o papel de operador.'),
        prontidao: bearer('Chave da prontidão (OPS_READY_KEY): abre só esta rota.'),
        ambiente: bearer('Token do ambiente, que o companheiro recebe do Worker.'),
        mensageiro: {
          type: 'apiKey',
          in: 'header',
          name: 'x-telegram-bot-api-secret-token',
          description: 'Segredo que o Worker dá ao Telegram com o endereço do webhook.',
        },
        correio: {
          type: 'apiKey',
          in: 'header',
          name: 'svix-signature',
          description:
            'Assinatura do provedor de e-mail (Standard Webhooks), com o segredo MAIL_WEBHOOK_SECRET.',
        },
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
