/** An environment's companion as the functions know it: what it states of monitors, and the answers. */
import {
  type AlertReport,
  alertReportEndpoint,
  REPORT_VERSION,
  type ReportedEvent,
  type ReportedFall,
  type ReportedLevel,
} from '#domain/api-schemas/alert-report.ts';
import { type Received, receiveReport } from '#functions/alerts/receive-report.ts';
import type { Customer } from './plan-change-support.ts';
import { call, depsAt, sql } from './support.ts';

/** When the monitors of these tests were made. */
export const CREATED = Date.parse('2026-11-01T12:00:00Z');

/** A level of the monitor `Site {id}`; up, if nothing else is said. */
export const levelOf = (id: number, more: Partial<ReportedLevel> = {}): ReportedLevel => ({
  monitor: { id, name: `Site ${id}` },
  createdAt: CREATED,
  state: 'up',
  since: CREATED,
  reason: null,
  doubt: null,
  doubtSince: null,
  checkedAt: null,
  interval: 60,
  look: null,
  message: '',
  isFirst: false,
  downAt: null,
  signAt: null,
  unseen: null,
  gap: null,
  ...more,
});

export const downOf = (id: number, since: number, more: Partial<ReportedLevel> = {}): ReportedLevel =>
  levelOf(id, { state: 'down', since, message: 'timeout', ...more });

/** A fall that is over. */
export const fallOf = (
  id: number,
  since: number,
  until: number,
  more: Partial<ReportedFall> = {},
): ReportedFall => ({
  monitor: { id, name: `Site ${id}` },
  createdAt: CREATED,
  since,
  until,
  endedBy: 'up',
  gap: null,
  message: 'timeout',
  isFirst: false,
  downAt: null,
  signAt: null,
  unseen: null,
  ...more,
});

let events = 0;
/** Something else; each call is another one. */
export function eventOf(kind: ReportedEvent['kind'], more: Partial<ReportedEvent> = {}): ReportedEvent {
  events += 1;
  return { key: `t:${events}`, at: Date.now(), kind, monitor: null, message: '', ...more };
}

/** A whole report; empty, if nothing else is said. */
export const reportOf = (more: Partial<AlertReport> = {}): AlertReport => ({
  version: REPORT_VERSION,
  process: { id: crypto.randomUUID(), startedAt: CREATED },
  base: null,
  over: null,
  levels: [],
  falls: [],
  events: [],
  checked: [],
  ...more,
});

type Parts = Partial<Pick<AlertReport, 'levels' | 'falls' | 'events' | 'checked' | 'base' | 'location'>>;

/** Sends a body with an environment's own token, or another. */
export const sendReport = async (
  { orderId }: Pick<Customer, 'orderId'>,
  body: unknown,
  token?: string,
): Promise<Response> =>
  call(alertReportEndpoint, { token: token ?? (await depsAt(0).environmentTokens.tokenOf(orderId)), body });

/** A companion that has just started, and keeps the revision that it was told. */
export class Companion {
  readonly process = { id: crypto.randomUUID(), startedAt: Date.now() };
  revision = 0;
  readonly #customer: Pick<Customer, 'orderId'>;

  constructor(customer: Pick<Customer, 'orderId'>) {
    this.#customer = customer;
  }

  /** What it would send now. */
  body(parts: Parts): AlertReport {
    const over = parts.base === null ? this.revision : null;
    return reportOf({ process: this.process, base: this.revision, over, ...parts });
  }

  /** Sends a report over HTTP. */
  send(parts: Parts = {}): Promise<Response> {
    return sendReport(this.#customer, this.body(parts));
  }

  /** Reports at a moment of a moved clock, as the route does; what is refused fails. @returns Those to tell. */
  async report(parts: Parts = {}, aheadMs = 0): Promise<readonly string[]> {
    const received = await this.receive(this.body(parts), aheadMs);
    if ('refused' in received) throw new Error(`refused: ${JSON.stringify(received.refused)}`);
    this.revision = received.revision;
    return received.recipients;
  }

  /** As `report`, with whatever answer. */
  receive(body: AlertReport, aheadMs = 0): Promise<Received> {
    return receiveReport(depsAt(aheadMs), this.#customer.orderId, body);
  }
}

/** Reports something more on top of whatever was accepted, as the process that reported it. */
export async function reportAlso(
  { orderId }: Pick<Customer, 'orderId'>,
  parts: Parts,
  aheadMs = 0,
): Promise<readonly string[]> {
  const [known] = await sql<{ revision: number; process: string; started_at: number }>(
    'SELECT revision, process, started_at FROM alert_reporters WHERE order_id = ?',
    orderId,
  );
  const companion = new Companion({ orderId });
  const process = known?.process
    ? { id: known.process, startedAt: Math.max(1, known.started_at) }
    : companion.process;
  companion.revision = known?.revision ?? 0;
  const received = await companion.receive({ ...companion.body(parts), process }, aheadMs);
  if ('refused' in received) throw new Error(`refused: ${JSON.stringify(received.refused)}`);
  return received.recipients;
}
