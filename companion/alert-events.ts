/** The instance's texts and times as reports have them: whole, in one line, and without what may be a secret. */
import { MESSAGE_MAX } from '#domain/api-schemas/alert-report.ts';
import { cutText } from '#domain/text/cut-text.ts';

const ADDRESS_MAX = 200;

/** The instance's time format, `2026-11-22 03:12:07.481` in UTC, as milliseconds. */
export const momentOf = (time: string): number => Date.parse(`${time.replace(' ', 'T')}Z`);

/** A moment in the instance's time format. */
export const kumaTime = (moment: number): string =>
  new Date(moment).toISOString().replace('T', ' ').slice(0, -1);

/** One line without control characters. */
export const plain = (text: string | null, max: number): string =>
  cutText((text ?? '').replace(/\p{Cc}+/gu, ' ').trim(), max);

/** The address of a web monitor with its scheme: no user, password, query or fragment, which may hold secrets. */
export function urlOf(url: string | null): string | undefined {
  if (!url || !URL.canParse(url)) return undefined;
  const { protocol, host, pathname } = new URL(url);
  if (!/^https?:$/.test(protocol) || host === '') return undefined;
  return cutText(`${protocol}//${host}${pathname === '/' ? '' : pathname}`, MESSAGE_MAX);
}

/** Host and path of what a monitor checks: no user, password or query, which may hold secrets. */
export function addressOf({
  url,
  hostname,
  port,
}: {
  readonly url?: string | null;
  readonly hostname?: string | null;
  readonly port?: number | null;
}): string | undefined {
  if (hostname) return cutText(`${hostname}${port ? `:${port}` : ''}`, ADDRESS_MAX);
  // The instance's form opens with a bare `https://`, which it keeps for types without an address.
  if (!url || !URL.canParse(url)) return undefined;
  const known = new URL(url);
  return cutText(`${known.host}${known.pathname === '/' ? '' : known.pathname}`, ADDRESS_MAX);
}
