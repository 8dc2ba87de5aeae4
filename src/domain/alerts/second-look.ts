/**
 * The second look: when a monitor falls, what another network gets from the same address. It is one sentence in a message
 * and no second truth: it suppresses nothing and hastens nothing.
 *
 * Owns: which address may be asked for, what an answer means, and which answer is said. What a companion sends is a
 * stranger's request: whoever may edit a monitor may name any address in it.
 */
import { strangerProblem } from '../address/host.ts';
import { MINUTE_MS } from '../availability/measured.ts';
import { DAY_MS } from '../billing/days.ts';
import { checkFirstAddress } from './first-address.ts';

/** Looks after one report; each asks for another host. */
export const LOOKS_A_REPORT = 6;
/** How long an answer may take: a message is gathered for three seconds, and the look must be written by then. */
export const LOOK_MS = 2500;

/** A header of every answer of ours, whatever name leads to it: a customer's domain may point to an environment. */
export const OWN_HEADER = 'X-Vigia';

const HOUR_MS = 60 * MINUTE_MS;

/** Where web servers are. On other ports a look would be a port scan. */
const ports: ReadonlySet<string> = new Set(['', '80', '443', '8080', '8443']);

/** An address that may be asked for. */
export interface LookAddress {
  readonly url: string;
  /** As name look-ups read it. */
  readonly host: string;
}

/** What another network got: an HTTP status, or no answer; `null` when that says nothing about the site. */
export type Seen = number | 'failed' | null;

/** The platform's parser; see ../address/host.ts. */
declare const URL: new (
  address: string,
) => Record<'protocol' | 'username' | 'password' | 'hostname' | 'port' | 'search' | 'hash' | 'href', string>;

/**
 * The address of a monitor as another network asks for it; `null` for one that it never asks for: what the terms of use
 * refuse, what carries a secret or a query, another port than a web server's, and anything of ours.
 * @param ours Domains of ours, with everything below them; `null` only on a machine of one's own, where private hosts and
 *   ours are asked for too.
 */
export function lookAddress(look: string, ours: readonly string[] | null): LookAddress | null {
  const url = parsed(look);
  if (url === null || !/^https?:$/.test(url.protocol)) return null;
  if (url.username !== '' || url.password !== '' || /[?#]/.test(look)) return null;
  const address = { url: url.href, host: url.hostname.replace(/\.$/, '') };
  if (ours === null) return address;
  if (!checkFirstAddress(look).ok || !ports.has(url.port)) return null;
  return strangerProblem(address.host, ours) === null ? address : null;
}

function parsed(look: string) {
  try {
    return new URL(look);
  } catch {
    return null;
  }
}

/** Headers of an answer that somebody in front of the site gave to a machine, whatever its status. */
const challenges = ['cf-mitigated', 'x-amzn-waf-action', 'x-vercel-mitigated'];

/**
 * What our provider's network answers in place of a site that it did not reach: refused, timed out, unreachable, a broken
 * handshake, a wrong certificate, an unknown name.
 */
const unreached: ReadonlySet<number> = new Set([521, 522, 523, 525, 526, 530]);

/** What an answer says about the site. @param headerOf `null` for a header that it has not. */
export function seenIn(status: number, headerOf: (name: string) => string | null): Seen {
  if ([OWN_HEADER, ...challenges].some((name) => headerOf(name) !== null)) return null;
  if (unreached.has(status)) return 'failed';
  return status >= 200 && status < 400 ? status : null;
}

/** What is known of earlier looks at a monitor while it was up. */
export interface EarlierLooks {
  /** The address that the newest of them was answered for; `null` when that one was not answered. */
  readonly looked: string | null;
  readonly lookedAt: number | null;
}

/** An earlier answer proves no more: there is one each day. */
const COUNTS_MS = 3 * DAY_MS;

/**
 * What is said of a look at a fallen monitor: a status, `failed`, or `null` for nothing. A look that fails says something
 * only where one was answered while the monitor was up: some networks are never let in.
 */
export function saidOf(seen: Seen, look: string, earlier: EarlierLooks, now: number): string | null {
  if (seen !== 'failed') return seen === null ? null : String(seen);
  const { looked, lookedAt } = earlier;
  return looked === look && lookedAt !== null && lookedAt > now - COUNTS_MS ? 'failed' : null;
}

/** Pauses until the next look while a monitor is up, and how far they spread. */
const PAUSES = {
  answered: DAY_MS - HOUR_MS,
  failed: HOUR_MS,
  later: 10 * MINUTE_MS,
} as const;

/**
 * When a monitor that is up is looked at again. Spread by monitor, so that what was made together is not asked together.
 * @param seen `later`: it was not looked at, because too many others were.
 */
export function nextLookAt(
  seen: Seen | 'later',
  { monitorId, createdAt }: { readonly monitorId: number; readonly createdAt: number },
  now: number,
): number {
  const pause = PAUSES[seen === 'failed' || seen === 'later' ? seen : 'answered'];
  return now + pause + ((monitorId * 7919 + createdAt) % HOUR_MS);
}
