/**
 * Asks a registry when a domain expires, by RDAP (RFC 9082, RFC 9083): each question has a time-out, a bound, and an
 * answer of its own for "not now".
 *
 * Which registry knows a top-level domain is in IANA's file (RFC 9224), read once a week; until it was read, in the list
 * that the instance's image has. For `.br` both say rdap.registro.br.
 */
import * as z from 'zod/mini';
import { reasonOf } from './log.ts';
import { parsedOrNull } from './record-file.ts';

const IANA_URL = 'https://data.iana.org/rdap/dns.json';
const TIMEOUT_MS = 10_000;
const WEEK_MS = 7 * 24 * 60 * 60_000;
const DAY_MS = 24 * 60 * 60_000;
/** IANA's file has 90 KB; a registry's answer some. */
const BYTES_MAX = 512 * 1024;
const REDIRECTS_MAX = 3;

const ServerList = z.object({ services: z.array(z.tuple([z.array(z.string()), z.array(z.string())])) });
/** Top-level domains, and the addresses of their registry. */
export type ServerList = z.output<typeof ServerList>;

const Registration = z.object({
  events: z.optional(z.array(z.looseObject({ eventAction: z.string(), eventDate: z.optional(z.string()) }))),
});

/**
 * `unserved`: no registry of this top-level domain answers such questions. `unknown`: the registry has no such domain, or
 * says no date. `later`: it could not be asked; `waitMs` is what it demands.
 */
export type Registered =
  | { readonly kind: 'expires'; readonly at: number }
  | { readonly kind: 'unserved' | 'unknown' }
  | { readonly kind: 'later'; readonly waitMs: number | null; readonly reason: string };

/** Reads a list of servers; `null` when it is none. */
export const readServers = (text: string): ServerList | null =>
  ServerList.safeParse(parsedOrNull(text)).data ?? null;

/** A body's text. @throws Error for one beyond the bound. */
async function textOf({ body }: Response): Promise<string> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of body ?? []) {
    bytes += part.byteLength;
    if (bytes > BYTES_MAX) throw new Error('the answer is too long');
    parts.push(part);
  }
  return Buffer.concat(parts).toString();
}

/** Seconds, or a date, of `Retry-After`. */
function demandedWait(response: Response, now: number): number | null {
  const text = response.headers.get('retry-after');
  if (text === null) return null;
  const wait = /^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text) - now;
  return Number.isNaN(wait) || wait <= 0 ? null : Math.min(wait, DAY_MS);
}

/**
 * @param options `known` is the list of the instance's image, used until IANA's was read; `timeoutMs` of each question
 *   with its redirects.
 */
export function createRdap({
  known,
  fetch,
  now,
  timeoutMs = TIMEOUT_MS,
}: {
  known: ServerList | null;
  fetch: typeof globalThis.fetch;
  now: () => number;
  timeoutMs?: number;
}) {
  let servers = known;
  let readAgainAt = 0;

  /** Follows redirects within HTTPS: registries move, and nothing else of this pod speaks HTTPS. */
  async function get(address: string): Promise<Response> {
    const signal = AbortSignal.timeout(timeoutMs);
    let url = address;
    for (let redirects = 0; redirects <= REDIRECTS_MAX; redirects += 1) {
      const response = await fetch(url, {
        headers: { Accept: 'application/rdap+json, application/json' },
        redirect: 'manual',
        signal,
      });
      if (![301, 302, 303, 307, 308].includes(response.status)) return response;
      await response.body?.cancel();
      const next = URL.parse(response.headers.get('location') ?? '', url);
      if (next?.protocol !== 'https:') throw new Error('a redirect out of HTTPS');
      url = next.href;
    }
    throw new Error('too many redirects');
  }

  async function refreshServers(): Promise<void> {
    if (now() < readAgainAt) return;
    // Also after a failure: the list that is known serves for another day.
    readAgainAt = now() + DAY_MS;
    try {
      const response = await get(IANA_URL);
      const read = response.ok ? readServers(await textOf(response)) : null;
      if (read === null) return;
      servers = read;
      readAgainAt = now() + WEEK_MS;
    } catch {}
  }

  /** The registry's address, with a slash at its end; `null` where it has none by HTTPS. */
  async function serverOf(domain: string): Promise<string | null> {
    await refreshServers();
    const top = domain.slice(domain.lastIndexOf('.') + 1);
    const [, addresses = []] = servers?.services.find(([tops]) => tops.includes(top)) ?? [];
    const address = addresses.find((each) => URL.parse(each)?.protocol === 'https:');
    return address === undefined ? null : address.replace(/\/*$/, '/');
  }

  async function ask(url: string): Promise<Registered> {
    const response = await get(url);
    if (response.status === 404) return { kind: 'unknown' };
    if (!response.ok)
      return { kind: 'later', waitMs: demandedWait(response, now()), reason: `HTTP ${response.status}` };
    const { data } = Registration.safeParse(parsedOrNull(await textOf(response)));
    if (data === undefined) return { kind: 'later', waitMs: null, reason: 'no RDAP answer' };
    const expiration = data.events?.find(({ eventAction }) => eventAction === 'expiration');
    const at = Date.parse(expiration?.eventDate ?? '');
    return Number.isNaN(at) ? { kind: 'unknown' } : { kind: 'expires', at };
  }

  return {
    serverOf,
    /** When a registrable domain expires, by the server that is its registry's. Never rejects. */
    async expiryOf(server: string, domain: string): Promise<Registered> {
      try {
        return await ask(`${server}domain/${encodeURIComponent(domain)}`);
      } catch (error) {
        return { kind: 'later', waitMs: null, reason: reasonOf(error) };
      }
    },
  };
}
export type Rdap = ReturnType<typeof createRdap>;
