/**
 * The client of a tenant's instance (Uptime Kuma) and of the companion in front of it
 * (companion/server.ts).
 *
 * Owns: addresses, the Worker's token, time limits, and that no other response is accepted: an instance without a
 * companion answers any path with 200 and a page.
 */
import * as z from 'zod/mini';
import {
  AlertsReport,
  CarriedOut,
  type CompanionPath,
  EnvironmentState,
  ImportedThings,
  ImportOutcomes,
  LimitsReport,
  MonitorCounts,
  Reports,
  ShowcaseReport,
  VolumeCopies,
} from '#companion/contract.ts';
import { StatusPicture } from '#domain/api-schemas/status-picture.ts';
import { DomainError } from '#domain/errors.ts';
import { daysFrom } from '#domain/reports/days.ts';
import { cutText } from '#domain/text/cut-text.ts';
import {
  createVendorHttp,
  type Fetch,
  type VendorAnswer,
  type VendorHttpOptions,
  type VendorRequest,
} from '#functions/platform/vendor-http.ts';
import type { Instances } from '#functions/vendors/instances.ts';
import { openExport } from './export-stream.ts';
import { countMonitors } from './metrics.ts';

type CompanionRequest = Omit<VendorRequest, 'path'> & { readonly path: CompanionPath };

/** Time and size of an answer. */
type Bounds = Pick<VendorHttpOptions, 'timeoutMs' | 'bodyBytesMax'>;

export interface InstancesOptions {
  /** Base URL template of an instance; `{tenant}` is replaced by the subdomain, in the host or in the path. */
  readonly urlTemplate: string;
  /** The Worker's token for an environment. */
  readonly tokenOf: (subdomain: string) => Promise<string>;
  /** The token from before, for environments that do not know the new one yet. */
  readonly previousTokenOf?: ((subdomain: string) => Promise<string>) | null;
  readonly fetch: Fetch;
  /** Per request, for tests; otherwise each method has its own. */
  readonly timeoutMs?: number | undefined;
}

/**
 * `GET /api/entry-page` of an instance that is ready. During set-up it answers `entryPage: null`, and without a database
 * `type: 'setup-database'`. `/` and `/dashboard` prove nothing: they answer 200 during set-up and migration too.
 */
const Ready = z.discriminatedUnion('type', [
  z.object({ type: z.literal('entryPage'), entryPage: z.string().check(z.minLength(1)) }),
  z.object({ type: z.literal('statusPageMatchedDomain'), statusPageSlug: z.string().check(z.minLength(1)) }),
]);

/** Only a valid host name label may be put into the address. */
const subdomainShape = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;
const NAME_LENGTH_MAX = 150;
const MEBIBYTE = 1024 * 1024;

const bounds = {
  /** An instance answers with less than 200 bytes; a larger response comes from something else. */
  ready: { timeoutMs: 5000, bodyBytesMax: 4096 },
  /** A person waits for at most two requests. The metrics of the largest plan take under 1 MB; tags may double that. */
  count: { timeoutMs: 3000, bodyBytesMax: 4 * MEBIBYTE },
  /** A monitor takes about 600 bytes with the longest name and address. */
  limits: { timeoutMs: 5000, bodyBytesMax: MEBIBYTE },
  /** The companion works for up to 15 s, and waits up to 20 s for one response of the instance. */
  orders: { timeoutMs: 40_000, bodyBytesMax: MEBIBYTE },
  /** A person may be waiting. */
  admission: { timeoutMs: 5000 },
  copies: { timeoutMs: 5000, bodyBytesMax: 4096 },
  /** As above; the set-up may change a monitor through the instance's socket. */
  alerts: { timeoutMs: 5000, bodyBytesMax: MEBIBYTE },
  alertsSetUp: { timeoutMs: 40_000, bodyBytesMax: MEBIBYTE },
  /** A page waits, and asks again. A monitor takes 400 bytes, and 4 KB with the longest texts. */
  status: { timeoutMs: 4000, bodyBytesMax: 4 * MEBIBYTE },
  imported: { timeoutMs: 5000, bodyBytesMax: MEBIBYTE },
  /** As orders. */
  importing: { timeoutMs: 40_000, bodyBytesMax: MEBIBYTE },
  /** The panel's page takes 3 KB. */
  page: { timeoutMs: 5000, bodyBytesMax: 256 * 1024 },
  /** Under 1 KB. */
  state: { timeoutMs: 5000, bodyBytesMax: 16 * 1024 },
  /** Only a job waits. A week of 500 monitors that fail all day is smaller. */
  reports: { timeoutMs: 15_000, bodyBytesMax: 8 * MEBIBYTE },
} satisfies Record<string, Bounds>;

/** Makes the client. */
export function createInstances(options: InstancesOptions): Instances {
  const { urlTemplate, tokenOf, previousTokenOf = null, fetch, timeoutMs } = options;
  const addressOf = (subdomain: string): string | null =>
    subdomainShape.test(subdomain) ? urlTemplate.replaceAll('{tenant}', subdomain) : null;

  async function ask(subdomain: string, limits: Bounds, request: CompanionRequest): Promise<VendorAnswer> {
    const baseUrl = addressOf(subdomain);
    if (baseUrl === null) throw unavailable('not a subdomain');
    const askWith = async (token: string) =>
      createVendorHttp({
        baseUrl,
        fetch,
        headers: { authorization: `Bearer ${token}` },
        ...limits,
        timeoutMs: timeoutMs ?? limits.timeoutMs,
      })(request);
    const answer = await askWith(await tokenOf(subdomain));
    // A companion refuses an unknown token before it does anything.
    if (answer.status !== 401 || previousTokenOf === null) return answer;
    return askWith(await previousTokenOf(subdomain));
  }

  async function read<T>(
    schema: z.ZodMiniType<T>,
    subdomain: string,
    limits: Bounds,
    request: CompanionRequest,
  ): Promise<T> {
    const answer = await ask(subdomain, limits, request);
    const body = answer.outcome === 'ok' ? schema.safeParse(answer.body) : null;
    if (!body?.success) throw unavailable(`${request.path.slice('/-/'.length)} ${described(answer)}`);
    return body.data;
  }

  return {
    async isReady(subdomain) {
      const baseUrl = addressOf(subdomain);
      if (baseUrl === null) return false;
      const call = createVendorHttp({
        baseUrl,
        fetch,
        ...bounds.ready,
        timeoutMs: timeoutMs ?? bounds.ready.timeoutMs,
      });
      const answer = await call({ method: 'GET', path: '/api/entry-page' });
      return answer.outcome === 'ok' && answer.status === 200 && Ready.safeParse(answer.body).success;
    },

    async count(subdomain) {
      const counter = await ask(subdomain, bounds.count, { method: 'GET', path: '/-/monitors' });
      const counted = counter.outcome === 'ok' ? MonitorCounts.safeParse(counter.body) : null;
      if (counted?.success) return { ...counted.data, isExact: true };

      const metrics = await ask(subdomain, bounds.count, { method: 'GET', path: '/metrics', answer: 'text' });
      const monitors =
        metrics.outcome === 'ok' && typeof metrics.body === 'string' ? countMonitors(metrics.body) : null;
      if (monitors === null)
        throw unavailable(`counter ${described(counter)}, metrics ${described(metrics)}`);
      return { monitors, isExact: false, prohibited: null };
    },

    readLimits: (subdomain) =>
      read(LimitsReport, subdomain, bounds.limits, { method: 'GET', path: '/-/limits' }),

    applyOrders: (subdomain, orders) =>
      read(CarriedOut, subdomain, bounds.orders, { method: 'PUT', path: '/-/limits', json: orders }),

    async admit(subdomain, { revision, accounts }) {
      const json = { revision, accounts };
      const answer = await ask(subdomain, bounds.admission, { method: 'PUT', path: '/-/admitted', json });
      // 204: accepted or already known; 409: it has a newer list.
      if (answer.outcome !== 'ok' || answer.status !== 204)
        throw unavailable(`the companion answers ${answer.status ?? 'nothing'}`);
    },

    setUpAlerts: (subdomain, setUp) =>
      read(AlertsReport, subdomain, bounds.alertsSetUp, { method: 'PUT', path: '/-/alerts', json: setUp }),

    readAlerts: (subdomain) =>
      read(AlertsReport, subdomain, bounds.alerts, { method: 'GET', path: '/-/alerts' }),

    readStatus: (subdomain) =>
      read(StatusPicture, subdomain, bounds.status, { method: 'GET', path: '/-/status' }),

    async importItems(subdomain, json) {
      const request = { method: 'POST', path: '/-/import', json } as const;
      const { items } = await read(ImportOutcomes, subdomain, bounds.importing, request);
      if (
        items.map(({ kind, id }) => `${kind}:${id}`).join() !==
        json.items.map(({ kind, id }) => `${kind}:${id}`).join()
      )
        throw unavailable('outcomes of other items');
      return items;
    },

    async readImported(subdomain, source) {
      const request = { method: 'GET', path: '/-/import', query: { source } } as const;
      return (await read(ImportedThings, subdomain, bounds.imported, request)).items;
    },

    show: (subdomain, json) =>
      read(ShowcaseReport, subdomain, bounds.importing, { method: 'PUT', path: '/-/showcase', json }),

    async isOpen(subdomain, path) {
      const baseUrl = addressOf(subdomain);
      if (baseUrl === null) return false;
      const call = createVendorHttp({
        ...{ baseUrl, fetch, headers: { accept: 'text/html' }, ...bounds.page },
        timeoutMs: timeoutMs ?? bounds.page.timeoutMs,
      });
      const answer = await call({ method: 'GET', path, answer: 'text' });
      return answer.outcome === 'ok' && answer.status === 200;
    },

    async exportData(subdomain, asked) {
      const baseUrl = addressOf(subdomain);
      if (baseUrl === null) throw unavailable('not a subdomain');
      const open = async (token: string) => openExport({ baseUrl, token, fetch, timeoutMs }, asked);
      const first = await open(await tokenOf(subdomain));
      const opened =
        first === 401 && previousTokenOf !== null ? await open(await previousTokenOf(subdomain)) : first;
      if (typeof opened === 'number') throw unavailable(`export ${opened}`);
      return opened;
    },

    readState: (subdomain) =>
      read(EnvironmentState, subdomain, bounds.state, { method: 'GET', path: '/-/state' }),
    readCopies: (subdomain) =>
      read(VolumeCopies, subdomain, bounds.copies, { method: 'GET', path: '/-/copies' }),

    async readDays(subdomain, from, through) {
      const query = { from, through };
      const request = { method: 'GET', path: '/-/reports', query } as const;
      const { monitors, days } = await read(Reports, subdomain, bounds.reports, request);
      if (days.map(({ day }) => day).join() !== daysFrom(from, through).join())
        throw unavailable('reports of other days');
      return {
        monitors: monitors.map((each) => ({ ...each, name: cutText(each.name, NAME_LENGTH_MAX) })),
        days: days.map(({ day, beats, outages }) => ({ day, checks: beats, outages })),
      };
    },
  };
}

/** A response in one word, for the log. */
const described = ({ outcome, status }: VendorAnswer): string =>
  outcome === 'ok' ? 'unreadable' : String(status ?? 'silent');

const unavailable = (message: string): DomainError => new DomainError('tenant-unavailable', { message });
