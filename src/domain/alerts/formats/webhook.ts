/**
 * The body of a post to a webhook: requirements 001 §3, "Webhook payload sample", to the letter, and `sequence`, which rises
 * with each post of a webhook. Other events than `monitor.down` and `monitor.up` are ours, in the same form.
 */
import type { AlertMonitor } from '../events.ts';
import type { AlertLine } from '../lines.ts';

/** Names of events. */
const webhookEvents = [
  'monitor.down',
  'monitor.up',
  'monitor.left',
  'monitor.expiring',
  'maintenance.reminder',
  'maintenance.start',
  'maintenance.end',
  'test',
] as const;
type WebhookEvent = (typeof webhookEvents)[number];

/** What a post says beside its line. */
export interface PostFrame {
  /** Where the checks are made from. */
  readonly location: string;
  readonly sequence: number;
}

const iso = (moment: number): string => new Date(moment).toISOString();

const monitorOf = ({ id, name, url, address = '', type = '' }: AlertMonitor) => ({
  id,
  name,
  url: url ?? address,
  type,
});

/** The event of a line; `null` for one that is no event. */
function webhookEventOf(line: AlertLine): WebhookEvent | null {
  switch (line.what) {
    case 'fell':
      return 'monitor.down';
    case 'returned':
      return 'monitor.up';
    case 'left':
      return 'monitor.left';
    case 'certificate':
    case 'domain':
      return 'monitor.expiring';
    case 'maintenance-soon':
      return 'maintenance.reminder';
    case 'maintenance':
      return 'maintenance.start';
    case 'maintenance-over':
      return 'maintenance.end';
    case 'test':
      return 'test';
    default:
      return null;
  }
}

/** @returns `null` for a line that is no event. */
export function webhookBody(line: AlertLine, { location, sequence }: PostFrame): object | null {
  const event = webhookEventOf(line);
  if (event === null) return null;
  switch (line.what) {
    case 'fell':
      return {
        ...{ event, monitor: monitorOf(line.monitor), timestamp: iso(line.since), location },
        ...{ responseTime: line.took ?? null, sequence },
      };
    case 'returned':
      return {
        ...{ event, monitor: monitorOf(line.monitor), timestamp: iso(line.at), location },
        ...{ downtime: Math.round((line.at - line.since) / 1000), uptime: line.uptime ?? null, sequence },
      };
    case 'left':
      return {
        ...{ event, monitor: monitorOf(line.monitor), timestamp: iso(line.at), location },
        ...{ reason: line.reason, sequence },
      };
    case 'certificate':
    case 'domain':
      return {
        ...{ event, monitor: monitorOf(line.monitor), timestamp: iso(line.at), location },
        ...{ expires: line.what, message: line.message, sequence },
      };
    case 'maintenance-soon':
    case 'maintenance':
    case 'maintenance-over': {
      const { title, from, until, monitors, count } = line.window;
      return {
        event,
        maintenance: {
          ...{ title, start: iso(from), end: until === null ? null : iso(until) },
          ...{ monitors, monitorCount: count },
        },
        ...{ timestamp: iso(line.at), location, sequence },
      };
    }
    default:
      return { event, timestamp: iso('at' in line ? line.at : 0), location, sequence };
  }
}
