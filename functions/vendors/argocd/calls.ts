/**
 * Argo CD's REST calls, one function each.
 *
 * Does not own: which calls make up a step of provisioning (cluster.ts), transport (platform/vendor-http.ts), the
 * meaning of refusals (answers.ts).
 */
import * as z from 'zod';
import {
  createVendorHttp,
  type Fetch,
  type VendorAnswer,
  type VendorRequest,
} from '#functions/platform/vendor-http.ts';
import { failure, isAlreadySyncing, isNoPart } from './answers.ts';
import {
  ArgocdApplication,
  ArgocdApplications,
  type ArgocdSpec,
  type toArgocdApplication,
} from './application.ts';

export interface ArgocdCallOptions {
  /** Origin of the API server. */
  readonly baseUrl: string;
  /**
   * Token of a project role that may get, create, update, sync and delete the project's applications and their
   * resources.
   */
  readonly token: string;
  readonly project: string;
  readonly fetch: Fetch;
  readonly timeoutMs?: number | undefined;
}

/** A live object has a uid; a node without one is a resource of the chart that is missing in the cluster. */
const Tree = z.looseObject({
  nodes: z.array(z.looseObject({ kind: z.string(), name: z.string(), uid: z.string().nullish() })).nullish(),
});
export type TreeNode = Pick<NonNullable<z.output<typeof Tree>['nodes']>[number], 'kind' | 'name'>;

/** Identifies an object of an application. */
export interface ResourceName {
  readonly group: string;
  readonly kind: string;
  readonly namespace: string;
  readonly resourceName: string;
}

const Version = z.looseObject({ Version: z.string() });

/** Parses the body of a 200; any other body, such as a proxy's page, counts as a failure that may pass. */
function bodyOf<T>(schema: z.ZodType<T>, request: VendorRequest, answer: VendorAnswer): T {
  if (answer.outcome !== 'ok') throw failure(request, answer);
  const parsed = schema.safeParse(answer.body);
  if (!parsed.success) throw failure(request, { outcome: 'unavailable', status: answer.status });
  return parsed.data;
}

const isNotFound = (answer: VendorAnswer): boolean => answer.outcome === 'refused' && answer.status === 404;

/** Makes the calls to one API server. */
export function createArgocdCalls({ baseUrl, token, project, fetch, timeoutMs = 15_000 }: ArgocdCallOptions) {
  const headers = { authorization: `Bearer ${token}` };
  const call = createVendorHttp({ baseUrl, fetch, timeoutMs, headers });
  const pathOf = (name: string): string => `/api/v1/applications/${encodeURIComponent(name)}`;

  const ask = async <T>(schema: z.ZodType<T>, request: VendorRequest): Promise<T> =>
    bodyOf(schema, request, await call(request));

  async function remove(path: string, query: Readonly<Record<string, string>>): Promise<void> {
    // Argo CD requires this header on every call but GET, even without a body.
    const json = { 'content-type': 'application/json' };
    const request = { method: 'DELETE', path, query: { project, ...query }, headers: json } as const;
    const answer = await call(request);
    if (answer.outcome === 'ok' || answer.status === 404 || isNoPart(answer)) return;
    throw failure(request, answer);
  }

  return {
    async read(name: string): Promise<ArgocdApplication | null> {
      // With the project, an unknown application is a 404; without it Argo CD answers 403 to hide names.
      const request = { method: 'GET', path: pathOf(name), query: { project } } as const;
      const answer = await call(request);
      return isNotFound(answer) ? null : bodyOf(ArgocdApplication, request, answer);
    },

    /** The project's applications, or those with a label (`key=value`). */
    async list(selector?: string): Promise<readonly ArgocdApplication[]> {
      const query = { projects: project, ...(selector === undefined ? {} : { selector }) };
      const request = { method: 'GET', path: '/api/v1/applications', query } as const;
      return (await ask(ArgocdApplications, request)).items ?? [];
    },

    /** Creates an application. One that exists with another specification is refused, and that refusal may pass. */
    create: (json: ReturnType<typeof toArgocdApplication>) =>
      ask(ArgocdApplication, { method: 'POST', path: '/api/v1/applications', json }),

    /**
     * Writes specification and labels. A patch keeps the stored finalizers. A create with `upsert` would overwrite
     * them, and an application being deleted would then disappear without its cascade.
     */
    patch({ metadata, spec }: ReturnType<typeof toArgocdApplication>): Promise<ArgocdApplication> {
      const { name, labels } = metadata;
      const operations = [
        { op: 'replace', path: '/spec', value: spec },
        { op: 'add', path: '/metadata/labels', value: labels },
      ];
      const json = { name, project, patchType: 'json', patch: JSON.stringify(operations) };
      return ask(ArgocdApplication, { method: 'PATCH', path: pathOf(name), json });
    },

    /** Writes the specification without validating it against the repository, and keeps the finalizers. */
    async replaceSpec(name: string, spec: ArgocdSpec): Promise<void> {
      const query = { project, validate: 'false' };
      const request = { method: 'PUT', path: `${pathOf(name)}/spec`, query, json: spec } as const;
      const answer = await call(request);
      if (answer.outcome !== 'ok') throw failure(request, answer);
    },

    async sync(name: string): Promise<void> {
      const json = { name, project, prune: false };
      const request = { method: 'POST', path: `${pathOf(name)}/sync`, json } as const;
      const answer = await call(request);
      if (answer.outcome !== 'ok' && !isAlreadySyncing(answer)) throw failure(request, answer);
    },

    /** The live objects of an application and their dependents; empty when the application is gone. */
    async tree(name: string): Promise<readonly TreeNode[]> {
      const request = { method: 'GET', path: `${pathOf(name)}/resource-tree`, query: { project } } as const;
      const answer = await call(request);
      if (isNotFound(answer)) return [];
      return (bodyOf(Tree, request, answer).nodes ?? []).filter(({ uid }) => Boolean(uid));
    },

    /** Deletes an object of an application; succeeds when it is already gone. */
    removeResource: (name: string, resource: ResourceName): Promise<void> =>
      remove(`${pathOf(name)}/resource`, { ...resource, version: 'v1' }),

    /**
     * Makes a job of a CronJob at once, by Argo CD's built-in action (resource_customizations/batch/CronJob).
     * @returns False when the application has no such CronJob.
     */
    async createJob(
      name: string,
      { namespace, resourceName }: Pick<ResourceName, 'namespace' | 'resourceName'>,
    ) {
      const json = {
        name,
        project,
        namespace,
        resourceName,
        version: 'v1',
        group: 'batch',
        kind: 'CronJob',
        action: 'create-job',
      };
      const request = { method: 'POST', path: `${pathOf(name)}/resource/actions/v2`, json } as const;
      const answer = await call(request);
      if (isNoPart(answer)) return false;
      if (answer.outcome !== 'ok') throw failure(request, answer);
      return true;
    },

    /** Deletes an application with everything it manages; returns before that is done. */
    removeApplication: (name: string): Promise<void> =>
      remove(pathOf(name), { cascade: 'true', propagationPolicy: 'foreground' }),

    version: async () => (await ask(Version, { method: 'GET', path: '/api/version' })).Version,
  };
}
