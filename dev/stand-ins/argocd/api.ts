/**
 * The part of Argo CD's REST API that provisioning and an operator use, with Argo CD's responses.
 *
 * Owns: routes, bearer check, the 403 for unknown names without a project. Source: Argo CD's published API description
 * and its "Avoid 403 errors for missing applications" note.
 */
import { type Context, Hono } from 'hono';
import { HTTPException } from 'hono/http-exception';
import { isSyncing, type StoredApplication, startSync } from './application.ts';
import { gitProblem, JsonPatch, readApplication, Spec, specProblem } from './check-application.ts';
import type { ArgocdStore } from './store.ts';
import { type GrpcCode, refusal, toApplication, toList, toTree } from './wire.ts';

export interface ArgocdApiOptions {
  readonly token: string;
  readonly store: ArgocdStore;
  readonly now: () => number;
}

/** Answers with a gRPC error in the gateway's format. */
function refuse(c: Context, code: GrpcCode, message: string): Response {
  const { status, body } = refusal(code, message);
  return c.json(body, status);
}

/** The JSON body, `undefined` for invalid JSON. */
async function readBody(c: Context): Promise<unknown> {
  return c.req.json().catch(() => undefined);
}

/** Matches labels in the form `key=value,key=value`, the only selector the stand-in supports. */
function matchesSelector(application: StoredApplication, selector: string | undefined): boolean {
  return (selector ?? '')
    .split(',')
    .filter((part) => part !== '')
    .every((part) => {
      const [key = '', value = ''] = part.split('=');
      return application.metadata.labels?.[key] === value;
    });
}

/** Builds the API. Mount it directly after the faults. */
export function createArgocdApi({ token, store, now }: ArgocdApiOptions): Hono {
  const api = new Hono().onError((error) => {
    if (error instanceof HTTPException && error.res) return error.res;
    throw error;
  });

  /**
   * The application of the path, in the project that the caller names.
   *
   * @throws HTTPException 403 for an unknown one, or 404 when a project is named.
   */
  function applicationOf(c: Context, project = c.req.query('project')): StoredApplication {
    const name = c.req.param('name') ?? '';
    const application = store.find(name);
    if (application && (!project || project === (application.spec.project || 'default'))) return application;
    const res = project
      ? refuse(c, 5, `applications.argoproj.io "${name}" not found`)
      : refuse(c, 7, 'permission denied');
    throw new HTTPException(undefined, { res });
  }

  api.get('/api/version', (c) => c.json({ Version: `${store.state().settings.version}+stand-in` }));

  api.use('/api/v1/*', async (c, next) => {
    const given = c.req.header('authorization');
    if (given === undefined) return refuse(c, 16, 'no session information');
    if (given !== `Bearer ${token}`) return refuse(c, 16, 'invalid session: token signature is invalid');
    // Argo CD compares the whole header, so it refuses a charset too.
    if (c.req.method !== 'GET' && c.req.header('content-type') !== 'application/json') {
      return c.text('Invalid content type\n', 415);
    }
    return next();
  });

  api.get('/api/v1/applications', (c) => {
    const projects = [...(c.req.queries('projects') ?? []), ...(c.req.queries('project') ?? [])];
    const found = Object.values(store.state().applications).filter(
      (application) =>
        (projects.length === 0 || projects.includes(application.spec.project ?? 'default')) &&
        matchesSelector(application, c.req.query('selector')),
    );
    return c.json(toList(found, store.state(), now()));
  });

  api.post('/api/v1/applications', async (c) => {
    const read = readApplication(await readBody(c));
    if (typeof read === 'string') return refuse(c, 3, read);
    const gitFailure = gitProblem(read, store.state().settings.git);
    if (gitFailure) return refuse(c, 3, gitFailure);
    const applied = store.apply(read, false);
    if (applied === 'different') {
      return refuse(c, 3, 'existing application spec is different, use upsert flag to force update');
    }
    return c.json(toApplication(applied, now()));
  });

  api.get('/api/v1/applications/:name', (c) => c.json(toApplication(applicationOf(c), now())));

  /**
   * Changes parts of an application; the rest is kept, finalizers too. Supports the JSON Patch operations that our
   * callers use.
   */
  api.patch('/api/v1/applications/:name', async (c) => {
    const name = c.req.param('name');
    const request = (await readBody(c)) as { project?: string; patch?: string } | undefined;
    const application = applicationOf(c, request?.project);
    const patch = JsonPatch.safeParse(request?.patch);
    if (!patch.success) return refuse(c, 2, 'error decoding json patch');
    const patched = (path: string): unknown => patch.data.find((each) => each.path === path)?.value;
    const { metadata } = application;
    const read = readApplication({
      metadata: { ...metadata, labels: patched('/metadata/labels') ?? metadata.labels },
      spec: patched('/spec') ?? application.spec,
    });
    const problem = typeof read === 'string' ? read : gitProblem(read, store.state().settings.git);
    if (typeof read === 'string' || problem) return refuse(c, 3, String(problem));
    store.apply(read, true);
    return c.json(toApplication(store.find(name) ?? application, now()));
  });

  api.get('/api/v1/applications/:name/resource-tree', (c) =>
    c.json(toTree(store.releaseOf(applicationOf(c).metadata.name))),
  );

  api.put('/api/v1/applications/:name/spec', async (c) => {
    const application = applicationOf(c);
    const spec = Spec.safeParse(await readBody(c));
    if (!spec.success) return refuse(c, 3, 'json: cannot unmarshal into Go value of type ApplicationSpec');
    const { name } = application.metadata;
    const written = { name, labels: {}, spec: spec.data };
    const problem =
      specProblem(name, spec.data) ??
      (c.req.query('validate') === 'false' ? null : gitProblem(written, store.state().settings.git));
    if (problem) return refuse(c, 3, problem);
    store.apply(written, true);
    return c.json(spec.data);
  });

  api.post('/api/v1/applications/:name/sync', async (c) => {
    const name = c.req.param('name');
    const request = (await readBody(c)) as { project?: string } | undefined;
    const application = applicationOf(c, request?.project);
    if (application.deletionAtMs !== undefined) return refuse(c, 9, 'application is deleting');
    if (isSyncing(application, now())) return refuse(c, 9, 'another operation is already in progress');
    store.change(name, (stored, settings) => startSync(stored, settings, now(), false));
    return c.json(toApplication(store.find(name) ?? application, now()));
  });

  api.post('/api/v1/applications/:name/resource/actions/v2', async (c) => {
    const request = (await readBody(c)) as Record<string, string> | undefined;
    const { name } = applicationOf(c, request?.['project']).metadata;
    const { namespace = '', resourceName = '', kind = '', group = '', action = '' } = request ?? {};
    if (kind !== 'CronJob' || group !== 'batch' || !store.copy(name, { namespace, name: resourceName }))
      return refuse(c, 3, `${kind} ${group} ${resourceName} not found as part of application ${name}`);
    if (action !== 'create-job') return refuse(c, 3, `action ${action} is not defined`);
    return c.json({});
  });

  api.delete('/api/v1/applications/:name/resource', (c) => {
    const { name } = applicationOf(c).metadata;
    const { namespace = '', resourceName = '', kind = '', group = '' } = c.req.query();
    if (!store.removeObject(name, { group, kind, namespace, name: resourceName }))
      return refuse(c, 3, `${kind} ${group} ${resourceName} not found as part of application ${name}`);
    return c.json({});
  });

  api.delete('/api/v1/applications/:name', (c) => {
    const { name } = applicationOf(c).metadata;
    const isCascade = c.req.query('cascade') !== 'false';
    store.remove(name, isCascade ? (c.req.query('propagationPolicy') ?? '') : null);
    return c.json({});
  });

  return api;
}
