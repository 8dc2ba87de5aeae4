/**
 * Certificates and domains that are about to expire, as events: what is told, in which words, and under which key. A key
 * is made of what happened (monitor, warning, day of expiry), so that a copy that was put back tells nothing again.
 */
import { MESSAGE_MAX, NAME_MAX, type ReportedEvent } from '#domain/api-schemas/alert-report.ts';
import { businessDay, DAY_MS, formatDay } from '#domain/billing/days.ts';
import { addressOf, momentOf, plain } from './alert-events.ts';
import { type Flag, type Reader, reading } from './database.ts';
import { parsedOrNull } from './record-file.ts';

/** A chain has three certificates; a row of a stranger's making may have more. */
const CHAIN_MAX = 20;

/** A monitor's columns, as an event about an expiry needs them. */
export interface ExpiringMonitor {
  readonly monitor: number;
  readonly created: string;
  readonly name: string | null;
  readonly url: string | null;
  readonly hostname: string | null;
  readonly port: number | null;
}
/** Those columns, in a statement over `monitor m`. */
export const EXPIRING_COLUMNS =
  'm.id AS monitor, m.created_date AS created, m.name, m.url, m.hostname, m.port';

interface Expiry {
  readonly kind: 'certificate' | 'domain';
  readonly monitor: ExpiringMonitor;
  /** Of a domain. */
  readonly domain?: string;
  readonly at: number;
  /** Days before it at which this is the warning. */
  readonly warning: number;
}

/** The day of a moment, UTC, as keys and records have it. */
export const utcDay = (moment: number): string => new Date(moment).toISOString().slice(0, 10);

/** Whole days until a moment; negative after it. */
export const daysUntil = (moment: number, now: number): number => Math.trunc((moment - now) / DAY_MS);

function textOf({ kind, domain, at }: Expiry, now: number): string {
  const what = kind === 'certificate' ? 'O certificado' : `O registro do domínio ${domain}`;
  return `${what} ${at < now ? 'venceu' : 'vence'} em ${formatDay(businessDay(at))}.`;
}

/** The event of a warning. */
export function expiryEvent(expiry: Expiry, now: number): ReportedEvent {
  const { kind, monitor, at, warning } = expiry;
  const address = addressOf(monitor);
  const letter = kind === 'certificate' ? 'c' : 'd';
  return {
    key: `${letter}:${monitor.monitor}:${momentOf(monitor.created)}:${warning}:${utcDay(at)}`,
    at: now,
    kind,
    monitor: {
      id: monitor.monitor,
      name: plain(monitor.name, NAME_MAX),
      ...(address === undefined ? {} : { address }),
    },
    message: plain(textOf(expiry, now), MESSAGE_MAX),
    days: daysUntil(at, now),
  };
}

/** A certificate of `monitor_tls_info.info_json`, with its issuer's. */
interface Certificate {
  readonly validTo?: unknown;
  readonly certType?: unknown;
  readonly issuerCertificate?: Certificate | null;
}

/**
 * When the first certificate of a chain expires; `null` for what is none. The instance warns of each but a root, whose
 * end no browser minds.
 */
export function chainExpiry(info: string | null): number | null {
  let certificate = (parsedOrNull(info ?? '') as { certInfo?: Certificate | null } | null)?.certInfo;
  let earliest = Number.POSITIVE_INFINITY;
  for (let count = 0; certificate && count < CHAIN_MAX; count += 1) {
    const end = Date.parse(String(certificate.validTo));
    if (certificate.certType !== 'root CA' && end < earliest) earliest = end;
    certificate = certificate.issuerCertificate;
  }
  return Number.isFinite(earliest) ? earliest : null;
}

/** Days until a monitor's certificate expires, as the instance knows it; `undefined` where it does not. */
export function certificateDays({ get }: Reader, monitor: number, now: number): number | undefined {
  const row = get<{ info: string | null }>(
    'SELECT info_json AS info FROM monitor_tls_info WHERE monitor_id = ? ORDER BY id DESC LIMIT 1',
    monitor,
  );
  const at = row === undefined ? null : chainExpiry(row.info);
  return at === null ? undefined : daysUntil(at, now);
}

interface WarningRow extends ExpiringMonitor {
  readonly days: number;
  readonly info: string | null;
  readonly attached: Flag;
}

const readWarnings = ({ all }: Reader, channel: number | null): WarningRow[] =>
  all<WarningRow>(
    `SELECT ${EXPIRING_COLUMNS}, s.days, t.info_json AS info,
       EXISTS (SELECT 1 FROM monitor_notification n WHERE n.monitor_id = m.id AND n.notification_id = ?) AS attached
     FROM notification_sent_history s JOIN monitor m ON m.id = s.monitor_id
       LEFT JOIN monitor_tls_info t ON t.monitor_id = m.id
     WHERE s.type = 'certificate' ORDER BY s.id`,
    channel,
  );

/**
 * Warnings of the instance about certificates that were not there before. It keeps one row for each, until the monitor's
 * certificate changes.
 * @param path The instance's `kuma.db`.
 * @param known Keys that were there before; `null`, for a fresh record, tells nothing.
 * @param channel Id of our channel; of a monitor without it nothing is told, not even later.
 * @returns The events to tell, and the keys that are there now.
 */
export function readCertificateNews(
  path: string,
  known: readonly string[] | null,
  channel: number | null,
  now: number,
): { readonly events: readonly ReportedEvent[]; readonly known: readonly string[] } {
  const told = new Set(known);
  const rows = reading(path, (reader) => readWarnings(reader, channel)).flatMap((row) => {
    const at = chainExpiry(row.info);
    if (at === null) return [];
    const event = expiryEvent({ kind: 'certificate', monitor: row, at, warning: row.days }, now);
    return [{ event, isAttached: row.attached === 1 }];
  });
  return {
    events:
      known === null
        ? []
        : rows.flatMap(({ event, isAttached }) => (isAttached && !told.has(event.key) ? [event] : [])),
    known: rows.map(({ event }) => event.key),
  };
}
