/**
 * The images that the product runs on, and what is known to be in each.
 *
 * Owns: where each comes from, which newer versions count, and by which names databases of advisories know it. The tags
 * and the packages of Uptime Kuma are in image-list.json, which `npm run write:images` writes from the charts,
 * deploy/versions.json and Uptime Kuma's lockfile. What an image has from its system (Debian, Node) is not listed.
 */
import * as z from 'zod';
import type { PublishedPackage } from '#functions/vendors/advisories.ts';
import { exactVersion, type Line } from './versions.ts';

interface Definition {
  /** As operators know it. */
  readonly name: string;
  /** Where upstream publishes it, also where an operator runs a copy. */
  readonly repository: string;
  /** Where its tag is written: a value of a chart, or deploy/versions.json. */
  readonly from:
    | { readonly chart: 'tenant-chart' | 'sign-in-chart'; readonly value: readonly string[] }
    | { readonly versions: string };
  /** How many numbers an exact version has. */
  readonly depth: number;
  readonly line: Line;
  /** Tags before this one, in the order of letters, are of no use: the repository has thousands. */
  readonly after: string;
  /** As databases of advisories know the program itself. */
  readonly packages: readonly { readonly ecosystem: string; readonly name: string }[];
}

const maven = (name: string) => ({ ecosystem: 'Maven', name: `org.keycloak:keycloak-${name}` });

/** Every image by id. */
export const definitions = {
  'uptime-kuma': {
    name: 'Uptime Kuma',
    repository: 'docker.io/louislam/uptime-kuma',
    from: { chart: 'tenant-chart', value: ['images', 'instance'] },
    depth: 3,
    // Another major rewrites the database and what the companion reads.
    line: 'same-major',
    after: '',
    packages: [{ ecosystem: 'npm', name: 'uptime-kuma' }],
  },
  nginx: {
    name: 'nginx',
    repository: 'docker.io/nginxinc/nginx-unprivileged',
    from: { chart: 'tenant-chart', value: ['images', 'gateway'] },
    depth: 3,
    line: 'even-minor',
    after: '1.2',
    packages: [{ ecosystem: 'Bitnami', name: 'nginx' }],
  },
  restic: {
    name: 'restic',
    repository: 'docker.io/restic/restic',
    from: { chart: 'tenant-chart', value: ['copies', 'image'] },
    depth: 3,
    line: 'any',
    after: '',
    packages: [{ ecosystem: 'Go', name: 'github.com/restic/restic' }],
  },
  'oauth2-proxy': {
    name: 'oauth2-proxy',
    repository: 'quay.io/oauth2-proxy/oauth2-proxy',
    from: { chart: 'sign-in-chart', value: ['image'] },
    depth: 3,
    line: 'any',
    after: '',
    packages: [{ ecosystem: 'Go', name: 'github.com/oauth2-proxy/oauth2-proxy/v{major}' }],
  },
  keycloak: {
    name: 'Keycloak',
    repository: 'quay.io/keycloak/keycloak',
    from: { versions: 'keycloak' },
    depth: 3,
    line: 'any',
    after: '2',
    packages: [
      { ecosystem: 'Bitnami', name: 'keycloak' },
      ...['services', 'core', 'quarkus-server', 'saml-core', 'server-spi-private'].map(maven),
    ],
  },
  postgresql: {
    name: 'PostgreSQL',
    repository: 'docker.io/library/postgres',
    from: { versions: 'postgresql' },
    depth: 2,
    line: 'same-major',
    after: '1',
    packages: [{ ecosystem: 'Bitnami', name: 'postgresql' }],
  },
  'argo-cd': {
    name: 'Argo CD',
    repository: 'quay.io/argoproj/argocd',
    from: { versions: 'argo-cd' },
    depth: 3,
    line: 'any',
    after: 'v2',
    packages: [
      { ecosystem: 'Bitnami', name: 'argo-cd' },
      { ecosystem: 'Go', name: 'github.com/argoproj/argo-cd/v{major}' },
    ],
  },
  // The rest of the one server (deploy/single-node); elsewhere these lines are not in deploy/versions.json.
  k3s: {
    name: 'k3s',
    repository: 'docker.io/rancher/k3s',
    from: { versions: 'k3s' },
    depth: 3,
    line: 'any',
    after: 'v1.3',
    packages: [{ ecosystem: 'Go', name: 'github.com/k3s-io/k3s' }],
  },
  'cert-manager': {
    name: 'cert-manager',
    repository: 'quay.io/jetstack/cert-manager-controller',
    from: { versions: 'cert-manager' },
    depth: 3,
    line: 'any',
    after: 'v1',
    packages: [{ ecosystem: 'Go', name: 'github.com/cert-manager/cert-manager' }],
  },
  cloudflared: {
    name: 'cloudflared',
    repository: 'docker.io/cloudflare/cloudflared',
    from: { versions: 'cloudflared' },
    depth: 3,
    line: 'any',
    after: '2026',
    packages: [{ ecosystem: 'Go', name: 'github.com/cloudflare/cloudflared' }],
  },
  'kubernetes-replicator': {
    name: 'kubernetes-replicator',
    repository: 'quay.io/mittwald/kubernetes-replicator',
    from: { versions: 'kubernetes-replicator' },
    depth: 3,
    line: 'any',
    after: 'v2',
    packages: [{ ecosystem: 'Go', name: 'github.com/mittwald/kubernetes-replicator' }],
  },
} as const satisfies Readonly<Record<string, Definition>>;

export type ImageId = keyof typeof definitions;
export const imageIds = Object.keys(definitions) as readonly ImageId[];

/** The shape of image-list.json. */
export const ImageList = z.strictObject({
  /** By image; `null` for a version that deploy/versions.json does not say yet. An image that is not run is absent. */
  tags: z.record(z.string(), z.string().nullable()),
  /** What is in an image, `name@version`, read from the lockfile of one of its versions. */
  contents: z.record(
    z.string(),
    z.strictObject({
      readFrom: z.string(),
      ecosystem: z.string(),
      packages: z.array(z.string().includes('@')),
    }),
  ),
});
export type ImageList = z.output<typeof ImageList>;

/** An image that runs, with all that is known to be in it. */
export interface WatchedImage {
  readonly id: ImageId;
  readonly name: string;
  readonly repository: string;
  readonly after: string;
  readonly line: Line;
  /** `null` while nobody has written which version runs. */
  readonly tag: string | null;
  /** `null` for a tag that names no exact version. */
  readonly version: string | null;
  /** The version whose lockfile its contents were read from; `null` where nothing but the program itself is listed. */
  readonly readFrom: string | null;
  /** The program itself, in the version that runs. */
  readonly program: readonly PublishedPackage[];
  /** What is in it, as of `readFrom`. */
  readonly contents: readonly PublishedPackage[];
}

/** The images of a list, in the order of the definitions. */
export function createWatchedImages(given: unknown): readonly WatchedImage[] {
  const { tags, contents } = ImageList.parse(given);
  return imageIds
    .filter((id) => id in tags)
    .map((id) => {
      const { name, repository, after, line, depth, packages }: Definition = definitions[id];
      const tag = tags[id] ?? null;
      const version = tag === null ? null : exactVersion(tag, depth);
      const inside = contents[id];
      const named = (text: string): PublishedPackage => {
        const at = text.lastIndexOf('@');
        return { ecosystem: inside?.ecosystem ?? '', name: text.slice(0, at), version: text.slice(at + 1) };
      };
      return {
        id,
        name,
        repository,
        after,
        line,
        tag,
        version,
        readFrom: inside?.readFrom ?? null,
        program: version === null ? [] : packages.map((each) => programIn(each, version)),
        contents: (inside?.packages ?? []).map(named),
      };
    });
}

/** A Go module has its major in its name. */
const programIn = (
  { ecosystem, name }: { readonly ecosystem: string; readonly name: string },
  version: string,
): PublishedPackage => ({ ecosystem, name: name.replace('{major}', version.split('.')[0] ?? ''), version });

/** Changes with everything that is asked about. */
export const fingerprintOf = (images: readonly WatchedImage[]): string =>
  images
    .map(({ id, tag, readFrom, contents }) => [id, tag ?? '', readFrom ?? '', contents.length].join(' '))
    .join(', ');
