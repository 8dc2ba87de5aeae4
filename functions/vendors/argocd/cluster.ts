/**
 * The cluster, through Argo CD's API.
 *
 * Owns: which calls do what vendors/cluster.ts promises, and what Argo CD's refusals mean. Does not own: transport
 * (platform/vendor-http.ts) or the wording of applications (application.ts). Messages name the call and the status
 * only: an answer of Argo CD may quote an application's values, and logs are no place for them.
 */
import * as z from 'zod';
import { DomainError } from '#domain/errors.ts';
import {
  createVendorHttp,
  type Fetch,
  type VendorAnswer,
  type VendorRequest,
} from '#functions/platform/vendor-http.ts';
import type { Cluster } from '#functions/vendors/cluster.ts';
import {
  type ApplicationPlacement,
  ArgocdApplication,
  applicationName,
  dataClaimOf,
  namespaceOf,
  toApplicationState,
  toArgocdApplication,
  toUnattendedApplication,
} from './application.ts';

export interface ArgocdClusterOptions extends ApplicationPlacement {
  /** Origin of the API server. */
  readonly baseUrl: string;
  /** Token of a project role that may get, create, update, sync and delete the project's applications and their claims. */
  readonly token: string;
  readonly fetch: Fetch;
  readonly timeoutMs?: number | undefined;
}

/** Error body of the gRPC gateway. */
const GatewayError = z.looseObject({ code: z.number().optional(), message: z.string().optional() });

/** gRPC code of a call that the resource's state forbids for now. */
const FAILED_PRECONDITION = 9;

/**
 * HTTP statuses of refusals that may pass. 401 and 403: a token that ended or may not do it, until an operator mends
 * it; an unknown application is a 404 here, see `read`. 409: a write that lost against another writer; Argo CD's own
 * controller is one.
 */
const passingRefusals: ReadonlySet<number> = new Set([401, 403, 409]);

/** The failure that an answer means. Every call here is idempotent, so an unclear one is asked again too. */
function failure({ method, path }: VendorRequest, answer: VendorAnswer): DomainError {
  const status = answer.status ?? 'nothing';
  const isDefect = answer.outcome === 'refused' && !passingRefusals.has(answer.status);
  return new DomainError(isDefect ? 'internal' : 'cluster-unavailable', {
    message: `Argo CD answered ${status} to ${method} ${path}`,
  });
}

/** The application in an answer; anything else on a 200, such as a proxy's page, may pass. */
function applicationIn(request: VendorRequest, answer: VendorAnswer): ArgocdApplication {
  if (answer.outcome !== 'ok') throw failure(request, answer);
  const parsed = ArgocdApplication.safeParse(answer.body);
  if (!parsed.success) throw failure(request, { outcome: 'unavailable', status: answer.status });
  return parsed.data;
}

/** A sync asked for while one runs is refused, and that one does what we wanted. */
function isAlreadySyncing(answer: VendorAnswer): boolean {
  if (answer.outcome !== 'refused') return false;
  const error = GatewayError.safeParse(answer.body);
  return (
    error.success &&
    error.data.code === FAILED_PRECONDITION &&
    (error.data.message ?? '').includes('another operation is already in progress')
  );
}

/** The resource is no part of the application (any more): Argo CD refuses instead of answering 404. */
function isNoPart(answer: VendorAnswer): boolean {
  if (answer.outcome !== 'refused') return false;
  const error = GatewayError.safeParse(answer.body);
  return error.success && (error.data.message ?? '').includes('not found as part of application');
}

export function createArgocdCluster(options: ArgocdClusterOptions): Cluster {
  const { project } = options;
  const call = createVendorHttp({
    baseUrl: options.baseUrl,
    fetch: options.fetch,
    timeoutMs: options.timeoutMs ?? 15_000,
    headers: { authorization: `Bearer ${options.token}` },
  });
  const pathOf = (name: string): string => `/api/v1/applications/${encodeURIComponent(name)}`;

  async function requestSync(name: string): Promise<void> {
    const request = {
      method: 'POST',
      path: `${pathOf(name)}/sync`,
      json: { name, project, prune: false },
    } as const;
    const answer = await call(request);
    if (answer.outcome !== 'ok' && !isAlreadySyncing(answer)) throw failure(request, answer);
  }

  /** Writes the application; one that is being deleted would take with it what we just wrote. */
  async function put(json: ReturnType<typeof toArgocdApplication | typeof toUnattendedApplication>) {
    const request = {
      method: 'POST',
      path: '/api/v1/applications',
      query: { upsert: 'true' },
      json,
    } as const;
    const stored = applicationIn(request, await call(request));
    if (stored.metadata.deletionTimestamp)
      throw new DomainError('cluster-unavailable', { message: `${stored.metadata.name} is being deleted` });
    return stored;
  }

  async function read(name: string): Promise<ArgocdApplication | null> {
    // Naming the project makes an unknown application a 404; without it Argo CD answers 403 to hide names.
    const request = { method: 'GET', path: pathOf(name), query: { project } } as const;
    const answer = await call(request);
    if (answer.outcome === 'refused' && answer.status === 404) return null;
    return applicationIn(request, answer);
  }

  async function remove(path: string, query: Readonly<Record<string, string>>): Promise<void> {
    // Argo CD refuses every call but a GET without this header, also one without a body.
    const headers = { 'content-type': 'application/json' };
    const request = { method: 'DELETE', path, query: { project, ...query }, headers } as const;
    const answer = await call(request);
    if (answer.outcome === 'ok' || answer.status === 404 || isNoPart(answer)) return;
    throw failure(request, answer);
  }

  return {
    async ensureApplication(application) {
      const stored = await put(toArgocdApplication(application, options));
      // Automated sync does not try the same revision again after it has failed.
      if (toApplicationState(stored).syncFailed) await requestSync(applicationName(application.orderId));
    },

    async removeApplication(application) {
      const name = applicationName(application.orderId);
      if ((await read(name)) === null) return;
      await put(toUnattendedApplication(application, options));
      await remove(`${pathOf(name)}/resource`, {
        namespace: namespaceOf(name, options),
        resourceName: dataClaimOf(name),
        version: 'v1',
        kind: 'PersistentVolumeClaim',
      });
      await remove(pathOf(name), { cascade: 'true', propagationPolicy: 'foreground' });
      if ((await read(name)) !== null)
        throw new DomainError('cluster-unavailable', { message: `${name} is not gone yet` });
    },

    async readApplication(orderId) {
      const application = await read(applicationName(orderId));
      return application === null ? null : toApplicationState(application);
    },
  };
}
