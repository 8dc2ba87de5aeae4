/**
 * What is told about one method of a route, before it becomes OpenAPI.
 *
 * Owns: the words in which routes describe themselves. What all routes have in common (headers, size cap, origin,
 * errors of a token) is added by document.ts.
 */
import type * as z from 'zod';
import type { ErrorCode } from '#domain/errors.ts';

/** Who may call: anybody, somebody with an account, an operator, the payment processor. */
export type Caller = 'anybody' | 'anybody-or-account' | 'account' | 'operator' | 'processor';

/** Chapters of the document; they are shown by these names. */
export type Chapter =
  | 'Cadastro'
  | 'Ambiente'
  | 'Conta'
  | 'Ajuda e documentação'
  | 'Serviço'
  | 'Operação'
  | 'Operadora de pagamentos';

/** An answer that is no failure. Without a schema it has no body. */
export interface Answer {
  readonly description: string;
  readonly schema?: z.core.$ZodType | undefined;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Operation {
  readonly chapter: Chapter;
  readonly summary: string;
  readonly description?: string;
  readonly caller: Caller;
  /** False where nobody counts calls. */
  readonly isLimited?: false;
  readonly query?: readonly {
    readonly name: string;
    readonly description: string;
    readonly required?: true;
    readonly values?: readonly string[];
  }[];
  readonly idempotencyKey?: 'required' | 'optional';
  /** The JSON body. */
  readonly body?: z.core.$ZodType;
  /** True where a body that breaks the schema is thanked for all the same. */
  readonly isBodyLenient?: true;
  readonly answers: Readonly<Record<number, Answer>>;
  /** What can go wrong here and not everywhere. */
  readonly errors: readonly ErrorCode[];
}

export type Operations = Readonly<Partial<Record<'get' | 'post', Operation>>>;
