/**
 * An API route, defined in one place: method, path, who may call it and how often, body, responses, errors, description
 * and handler.
 *
 * app.ts mounts the definitions; `/api/openapi.json` is derived from them (openapi/document.ts). Shared steps before a
 * handler are layers: middleware that also carries its part of the description.
 */
import type { Context, Hono, MiddlewareHandler } from 'hono';
import type * as z from 'zod';
import type { ErrorCode } from '#domain/errors.ts';
import type { JsonSchema } from './openapi/schema.ts';
import type { AppContext, AppEnv, LayerFacts, RequestFacts } from './request.ts';

/** Chapters of the routes that not only our own pages call; the others are described by their shapes alone. */
type Chapter = 'Serviço' | 'Operação' | 'Operadora de pagamentos';

/** A parameter that is not in the path. */
interface Parameter {
  readonly name: string;
  readonly in: 'query' | 'header';
  readonly required: boolean;
  readonly description: string;
  readonly schema: JsonSchema;
}

/** What a layer adds to a route's description. */
export interface LayerDescription {
  /** Ways to authenticate; `{}` means none. */
  readonly security?: readonly Readonly<Record<string, readonly string[]>>[];
  readonly parameters?: readonly Parameter[];
  readonly body?: { readonly schema: z.core.$ZodType; readonly required: boolean };
  /** Headers of every success response. */
  readonly headers?: Readonly<Record<string, { readonly description: string; readonly schema: JsonSchema }>>;
  readonly errors?: readonly ErrorCode[];
  /** The rate limit bucket, and what it counts by. */
  readonly limit?: { readonly bucket: string; readonly by: readonly ('account' | 'network')[] };
  /** True for routes called by servers, which send no `Origin`. */
  readonly isForServers?: true;
}

/** Middleware with its description. `Sets` is what it adds to the request for later layers and the handler. */
export interface Layer<in Needs, Sets extends Partial<LayerFacts> = object> {
  readonly describes: LayerDescription;
  /** Used only as a type. */
  readonly sets?: Sets;
  readonly before?: (needs: Needs) => MiddlewareHandler<AppEnv>;
  /** Runs the handler, or responds in its place. */
  readonly around?: (needs: Needs, c: AppContext, handle: () => Promise<Response>) => Promise<Response>;
}

/** A success response. Without a schema it has no body. */
interface Answer {
  readonly description?: string;
  readonly schema?: z.core.$ZodType;
  /** Media types of a file that is answered in place of JSON. */
  readonly files?: readonly string[];
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Description {
  /** Operation name in the description; the method comes before it. */
  readonly name: string;
  readonly method: 'get' | 'post';
  readonly path: string;
  /** The path as logged, if it differs. */
  readonly loggedPath?: string;
  readonly chapter?: Chapter;
  readonly summary?: string;
  readonly description?: string;
  /** Most bytes of a body, where the route reads more than the others. */
  readonly bodyBytesMax?: number;
  readonly answers: Readonly<Record<number, Answer>>;
  /** Query parameters. */
  readonly query?: readonly {
    readonly name: string;
    readonly required?: true;
    readonly values?: readonly string[];
  }[];
  /** Errors of this route, beyond those of all routes and of its layers. */
  readonly errors?: readonly ErrorCode[];
}

/** A definition as app.ts mounts it. */
export interface Route<in Needs> extends Description {
  readonly errors: readonly ErrorCode[];
  /** Its layers' descriptions. */
  readonly layers: readonly LayerDescription[];
  readonly mount: (app: Hono<AppEnv>, needs: Needs) => void;
}

type All<T> = (T extends unknown ? (each: T) => void : never) extends (each: infer Each) => void
  ? Each
  : never;
type NeedsOf<L> = L extends Layer<infer Needs, object> ? Needs : never;
type SetsOf<L> = L extends Layer<never, infer Sets> ? Sets : never;
type Layers = readonly Layer<never, object>[];

/** The request as a handler sees it, with the values its layers set. */
export type RouteContext<L extends Layers, Path extends string> = Context<
  { Variables: RequestFacts & All<SetsOf<L[number]> | object> },
  Path
>;

/** Makes a response type deeply read-only, so that handlers may return readonly values. */
export type Frozen<T> = T extends readonly (infer Item)[]
  ? readonly Frozen<Item>[]
  : T extends object
    ? { readonly [K in keyof T]: Frozen<T[K]> }
    : T;

type BodyOf<A extends Description['answers']> = A[200] extends {
  readonly schema: infer S extends z.core.$ZodType;
}
  ? Frozen<z.output<S>>
  : unknown;

/**
 * Makes `route()` for handlers with these needs, so that a room names them once: `const route = routesWith<Needs>()`.
 *
 * A handler returns the body of its 200 answer, or a `Response` of its own; a route without 200 answers 204.
 */
export function routesWith<Needs>() {
  return <const L extends Layers, const A extends Description['answers'], const Path extends string>({
    use,
    handle,
    errors = [],
    ...description
  }: Description & {
    readonly path: Path;
    readonly answers: A;
    readonly use: L;
    readonly handle: (c: RouteContext<L, Path>, needs: Needs) => Promise<BodyOf<A> | Response> | Response;
  }): Route<Needs & All<NeedsOf<L[number]> | object>> => ({
    ...description,
    errors,
    layers: use.map(({ describes }) => describes),
    mount(app, needs) {
      const hasBody = description.answers[200] !== undefined;
      const layers = use as unknown as readonly Layer<Needs>[];
      const before = layers.flatMap((layer) => layer.before?.(needs) ?? []);
      app.on(description.method.toUpperCase(), [description.path], ...before, (c) => {
        const own = async () => answered(c, await handle(c as never, needs), hasBody);
        const wrapped = layers.reduceRight(
          (handled, { around }) => (around ? () => around(needs, c, handled) : handled),
          own,
        );
        return wrapped();
      });
    },
  });
}

function answered(c: AppContext, body: unknown, hasBody: boolean): Response {
  if (body instanceof Response) return body;
  return hasBody ? c.json(body as object, 200) : c.body(null, 204);
}
