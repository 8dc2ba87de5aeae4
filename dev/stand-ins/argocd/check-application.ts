/**
 * Argo CD's validation of an application before it is stored.
 *
 * Owns: JSON types, name, destination and source. Does not own: permissions, or conflicts with stored applications.
 */
import * as z from 'zod';
import type { ApplicationMetadata, ApplicationSpec, ArgocdSettings } from './application.ts';

const texts = z.record(z.string(), z.string());

/** Types only, which the gateway needs to parse the message. Unknown fields pass, as in Argo CD. */
const Source = z.looseObject({
  repoURL: z.string().optional(),
  path: z.string().optional(),
  chart: z.string().optional(),
  targetRevision: z.string().optional(),
  helm: z
    .looseObject({
      parameters: z.array(z.looseObject({ name: z.string(), value: z.string().optional() })).optional(),
      values: z.string().optional(),
      valuesObject: z.record(z.string(), z.unknown()).optional(),
    })
    .optional(),
});

export const Spec = z.looseObject({
  project: z.string().optional(),
  destination: z
    .looseObject({
      server: z.string().optional(),
      name: z.string().optional(),
      namespace: z.string().optional(),
    })
    .optional(),
  source: Source.optional(),
  sources: z.array(Source).optional(),
  syncPolicy: z
    .looseObject({
      automated: z
        .looseObject({
          enabled: z.boolean().optional(),
          prune: z.boolean().optional(),
          selfHeal: z.boolean().optional(),
        })
        .optional(),
      syncOptions: z.array(z.string()).optional(),
      retry: z.looseObject({ limit: z.number().int().optional() }).optional(),
    })
    .optional(),
});

const Application = z.looseObject({
  metadata: z.looseObject({
    name: z.string().default(''),
    labels: texts.optional(),
    annotations: texts.optional(),
    finalizers: z.array(z.string()).optional(),
  }),
  spec: Spec,
});

/** `patch` of a patch request: JSON in a string. */
export const JsonPatch = z
  .string()
  .transform((text, context) => {
    try {
      return JSON.parse(text) as unknown;
    } catch {
      context.addIssue('no JSON');
      return z.NEVER;
    }
  })
  .pipe(
    z.array(
      z.object({
        op: z.enum(['add', 'replace']),
        path: z.enum(['/spec', '/metadata/labels']),
        value: z.unknown(),
      }),
    ),
  );

const dnsName = /^[a-z0-9]([-a-z0-9.]{0,251}[a-z0-9])?$/;
const labelValue = /^([A-Za-z0-9]([-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?)?$/;

/** The first problem of a spec as a sentence, or `null`. */
export function specProblem(name: string, spec: ApplicationSpec): string | null {
  const problem = (text: string) => `application spec for ${name} is invalid: InvalidSpecError: ${text}`;
  const source = spec.source ?? spec.sources?.[0];
  if (!spec.destination?.server && !spec.destination?.name) {
    return problem('Destination server missing from app spec');
  }
  if (!source?.repoURL) return problem('spec.source.repoURL is required');
  if (!source.path && !source.chart) {
    return problem('spec.source.repoURL and either spec.source.path or spec.source.chart are required');
  }
  if (source.chart && !source.targetRevision) {
    return problem('spec.source.targetRevision is required if the manifest source is a helm chart');
  }
  return null;
}

/**
 * The validation error for an unreachable repository: the same 400 as for an invalid spec (`validateAndNormalizeApp` in
 * server/application/application.go, `validateRepo` in util/argo/argo.go).
 */
export function gitProblem(
  name: string,
  { source }: ApplicationSpec,
  git: ArgocdSettings['git'],
): string | null {
  if (git === 'up') return null;
  const lost = `rpc error: code = ${git === 'unavailable' ? 'Unavailable' : 'Unknown'} desc = dial tcp: connect: connection refused`;
  const text =
    git === 'unavailable'
      ? `Unable to generate manifests in ${source?.path ?? ''}: ${lost}`
      : `repository not accessible: repositories not accessible: &Repository{Repo: "${source?.repoURL ?? ''}"}: ${lost}`;
  return `application spec for ${name} is invalid: InvalidSpecError: ${text}`;
}

/** Parses the body of a create call. A string result is the reason for a refusal. */
export function readApplication(
  body: unknown,
): { metadata: ApplicationMetadata; spec: ApplicationSpec } | string {
  const parsed = Application.safeParse(body);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    return `json: cannot unmarshal into Go struct field ${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''}`;
  }
  const { name, labels, annotations, finalizers } = parsed.data.metadata;
  if (!dnsName.test(name)) {
    return `Application.argoproj.io "${name}" is invalid: metadata.name: Invalid value: "${name}"`;
  }
  const badLabel = Object.entries(labels ?? {}).find(([, value]) => !labelValue.test(value));
  if (badLabel) return `metadata.labels: Invalid value: "${badLabel[1]}"`;
  const metadata: ApplicationMetadata = {
    name,
    ...(labels ? { labels } : {}),
    ...(annotations ? { annotations } : {}),
    ...(finalizers ? { finalizers } : {}),
  };
  // Drops what JSON cannot represent, so that specs compare equal however they were built.
  const spec = JSON.parse(JSON.stringify(parsed.data.spec)) as ApplicationSpec;
  return specProblem(name, spec) ?? { metadata, spec };
}
