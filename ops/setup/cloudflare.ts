/**
 * Calls to Cloudflare's API v4, and what its refusals mean.
 *
 * Facts: developers.cloudflare.com/api (envelope, endpoints); codes as the API gives them and issues of workers-sdk,
 * cloudflared and certbot record them. The official SDK is generated for every product and hides the codes that matter here.
 */
import * as z from 'zod';
import { CommandFailure } from '#ops/failure.ts';
import { type Answer, ask } from './http.ts';

/** The token is unknown, ended, malformed, or lacks what a call needs: 401 and 403 with one of these. */
const UNAUTHORIZED = [1000, 1001, 6003, 6111, 9103, 9106, 9109, 10000, 10001];
/** A name is taken: D1, KV, R2, tunnels, DNS. */
const TAKEN = [7502, 10014, 10004, 1013, 81057, 81058] as const;
/** No such bucket. */
const NO_BUCKET = 10006;
const R2_OFF = 10042;
/** Records of another type, or of another target, are under that name already. */
const RECORD_IN_THE_WAY = [81053, 81054];

const Envelope = z.object({
  success: z.boolean(),
  errors: z.array(z.object({ code: z.number(), message: z.string().default('') })).default([]),
  result: z.unknown(),
  result_info: z.object({ total_pages: z.number().optional(), page: z.number().optional() }).nullish(),
});

/** A refusal by Cloudflare; its message says what the operator can do. */
export class CloudflareRefusal extends CommandFailure {
  readonly codes: readonly number[];
  readonly status: number;
  constructor(sentence: string, status: number, codes: readonly number[]) {
    super(sentence);
    this.status = status;
    this.codes = codes;
  }
  /** True when the token is the cause, and another one would help. */
  get isAboutToken(): boolean {
    return (
      (this.status === 401 || this.status === 403) && this.codes.some((code) => UNAUTHORIZED.includes(code))
    );
  }
  get isTaken(): boolean {
    return this.codes.some((code) => (TAKEN as readonly number[]).includes(code));
  }
  get isMissing(): boolean {
    return this.status === 404 || this.codes.includes(NO_BUCKET);
  }
}

interface Call<T> {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'PATCH';
  readonly path: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly json?: unknown;
  readonly shape: z.ZodType<T>;
  /** The permission it needs, as the dashboard writes it. */
  readonly permission: string;
}

export interface Cloudflare {
  /** @throws CloudflareRefusal */
  call<T>(given: Call<T>): Promise<T>;
  /** Every page of a list. @throws CloudflareRefusal */
  list<T>(given: Omit<Call<T>, 'method' | 'json'>): Promise<readonly T[]>;
}

/** Pages of a list, after which something is wrong with the list. */
const PAGES_MAX = 50;

/** @param isDry Sends nothing that changes anything: a call that would is a defect. */
export function createCloudflare(baseUrl: string, token: string, isDry: boolean): Cloudflare {
  async function send(given: Omit<Call<unknown>, 'shape'>): Promise<z.output<typeof Envelope>> {
    const { method = 'GET', path, query, json, permission } = given;
    if (isDry && method !== 'GET') throw new Error(`A dry run would ${method} ${path}.`);
    const search = query === undefined ? '' : `?${new URLSearchParams(query)}`;
    const answer = await ask('A Cloudflare', `${baseUrl}${path}${search}`, {
      method,
      headers: { authorization: `Bearer ${token}` },
      ...(json === undefined ? {} : { json }),
    });
    const read = Envelope.safeParse(answer.body);
    if (!read.success || !read.data.success) throw refusalOf(answer, read.data?.errors ?? [], permission);
    return read.data;
  }
  const read = <T>(shape: z.ZodType<T>, result: unknown, path: string): T => {
    const parsed = shape.safeParse(result);
    if (parsed.success) return parsed.data;
    throw new CommandFailure(
      `A Cloudflare respondeu em ${path} de um jeito que esta versão não conhece. Nada se perdeu; atualize o projeto (git pull) e rode de novo.`,
    );
  };
  return {
    async call(given) {
      return read(given.shape, (await send(given)).result, given.path);
    },
    async list(given) {
      const found: z.output<typeof given.shape>[] = [];
      for (let page = 1; page <= PAGES_MAX; page += 1) {
        const { result, result_info: info } = await send({
          ...given,
          query: { per_page: '50', ...given.query, page: String(page) },
        });
        found.push(...read(z.array(given.shape), result, given.path));
        if (page >= (info?.total_pages ?? 1)) break;
      }
      return found;
    },
  };
}

function refusalOf(
  { status }: Answer,
  errors: readonly { readonly code: number }[],
  permission: string,
): CloudflareRefusal {
  const codes = errors.map(({ code }) => code);
  const said = (sentence: string) => new CloudflareRefusal(sentence, status, codes);
  const has = (wanted: readonly number[]): boolean => codes.some((code) => wanted.includes(code));
  if (status === 429)
    return said('A Cloudflare pede que se espere: muitos pedidos. Rode de novo em cinco minutos.');
  if (status >= 500) return said(`A Cloudflare falhou (${status}). Nada se perdeu: rode de novo em minutos.`);
  if ((status === 401 || status === 403) && has(UNAUTHORIZED))
    return said(
      `A Cloudflare recusou o token em "${permission}": ele acabou, foi apagado, ou não tem essa permissão. Corrija-o no painel e rode de novo, ou dê outro com npm run setup -- --mudar 2.`,
    );
  if (has([R2_OFF]))
    return said(
      'O R2 ainda não está ligado nesta conta: no painel da Cloudflare abra "R2" e aceite o plano (10 GB sem custo), ou responda "depois" às cópias com npm run setup -- --mudar 10.',
    );
  if (has(RECORD_IN_THE_WAY))
    return said(
      'A Cloudflare já tem um registro de DNS com esse nome, de outro tipo: apague-o no painel se não é usado, e rode de novo.',
    );
  if (/access/i.test(permission) && (status === 403 || status === 404))
    return said(
      'O Zero Trust ainda não está ligado nesta conta: abra https://one.dash.cloudflare.com uma vez, escolha um nome de equipe e o plano sem custo, e rode de novo.',
    );
  return said(
    `A Cloudflare recusou "${permission}" (${status}${codes.length === 0 ? '' : `, código ${codes.join(', ')}`}). Nada se perdeu.`,
  );
}
