/**
 * Which monitors another network may look at too: only those of which its answer would mean the same, and whose address
 * is no secret.
 */
import { parsedOrNull } from './record-file.ts';

const LOOK_MAX = 500;
const METHODS: readonly string[] = ['GET', 'HEAD'];

/** The columns that make a monitor plain. */
export interface LookColumns {
  readonly type: string;
  readonly url: string | null;
  readonly method: string | null;
  readonly codes: string | null;
  readonly isUpsideDown: number;
  readonly ignoresTls: number;
  readonly bustsCache: number;
  readonly headers: string | null;
  readonly body: string | null;
  readonly authentication: string | null;
  readonly authUser: string | null;
  readonly certificate: string | null;
  readonly proxy: number | null;
  readonly family: string | null;
}
/** Those columns, in a statement over `monitor m`. */
export const LOOK_COLUMNS = `m.type, m.url, m.method, m.accepted_statuscodes_json AS codes, m.upside_down AS isUpsideDown,
    m.ignore_tls AS ignoresTls, m.cache_bust AS bustsCache, m.headers, m.body, m.auth_method AS authentication,
    m.basic_auth_user AS authUser, m.tls_cert AS certificate, m.proxy_id AS proxy, m.ip_family AS family`;

const isEmpty = (text: string | null): boolean => (text ?? '').trim() === '';

const asksPlainly = (row: LookColumns): boolean =>
  row.type === 'http' &&
  row.isUpsideDown === 0 &&
  METHODS.includes((row.method ?? 'GET').toUpperCase()) &&
  JSON.stringify(parsedOrNull(row.codes ?? 'null')) === '["200-299"]' &&
  isEmpty(row.headers) &&
  isEmpty(row.body);

const asksAsAnybody = (row: LookColumns): boolean =>
  row.ignoresTls === 0 &&
  row.bustsCache === 0 &&
  isEmpty(row.authentication) &&
  isEmpty(row.authUser) &&
  isEmpty(row.certificate) &&
  row.proxy === null &&
  isEmpty(row.family);

/** What another network may ask for; `null` for a monitor that is not plain. */
export function lookOf(row: LookColumns): string | null {
  const { url } = row;
  if (!asksPlainly(row) || !asksAsAnybody(row) || url === null || !URL.canParse(url)) return null;
  const { protocol, username, password, search, href } = new URL(url);
  const isOpen = username === '' && password === '' && search === '';
  const isWeb = protocol === 'http:' || protocol === 'https:';
  return isOpen && isWeb && href.length <= LOOK_MAX ? href : null;
}
