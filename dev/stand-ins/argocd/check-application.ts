/**
 * Argo CD's validation of an application before it is stored.
 *
 * Owns: JSON types, name, destination and source. Does not own: permissions, or conflicts with stored applications.
 */
import * as z from 'zod';

/** Whether Argo CD reaches its repository, in words of the page. */
export const gitStates = {
  up: 'no ar',
  inaccessible: 'inacessível',
  unavailable: 'indisponível ao gerar',
} as const;
export type GitState = keyof typeof gitStates;

/** The fields that are used here, with the types that the gateway needs to parse the message. Others pass, as in Argo CD. */
export const Spec = z.looseObject({
  project: z.string().optional(),
  destination: z
    .looseObject({
      server: z.string().optional(),
      name: z.string().optional(),
      namespace: z.string().optional(),
    })
    .optional(),
  source: z
    .looseObject({
      repoURL: z.string().optional(),
      path: z.string().optional(),
      chart: z.string().optional(),
      targetRevision: z.string().optional(),
      helm: z.looseObject({ valuesObject: z.record(z.string(), z.unknown()).optional() }).optional(),
    })
    .optional(),
  syncPolicy: z
    .looseObject({
      automated: z.looseObject({ enabled: z.boolean().optional() }).optional(),
      syncOptions: z.array(z.string()).optional(),
    })
    .optional(),
});
export type ApplicationSpec = z.output<typeof Spec>;

const Application = z.looseObject({
  metadata: z.looseObject({
    name: z.string().default(''),
    labels: z.record(z.string(), z.string()).optional(),
  }),
  spec: Spec,
});

/** An application as a client wrote it. */
export interface WrittenApplication {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly spec: ApplicationSpec;
}

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
  const { source } = spec;
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
  { name, spec: { source } }: Pick<WrittenApplication, 'name' | 'spec'>,
  git: GitState,
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
export function readApplication(body: unknown): WrittenApplication | string {
  const parsed = Application.safeParse(body);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    return `json: cannot unmarshal into Go struct field ${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''}`;
  }
  const { name, labels = {} } = parsed.data.metadata;
  if (!dnsName.test(name)) {
    return `Application.argoproj.io "${name}" is invalid: metadata.name: Invalid value: "${name}"`;
  }
  const badLabel = Object.values(labels).find((value) => !labelValue.test(value));
  if (badLabel !== undefined) return `metadata.labels: Invalid value: "${badLabel}"`;
  const { spec } = parsed.data;
  return specProblem(name, spec) ?? { name, labels, spec };
}
