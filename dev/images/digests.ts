/**
 * Asks a registry which digest a tag has now (OCI distribution, `HEAD /v2/{name}/manifests/{tag}`), with the token that it
 * gives to anyone, and writes digests into a chart's values.
 */
import { CommandFailure } from '#ops/failure.ts';
import { splitImage } from '#ops/images/chart-images.ts';

type Ask = (input: string, init: RequestInit) => Promise<Response>;

/** The list of all platforms first: a digest of one platform's image would not run on another. */
const MANIFESTS = [
  'application/vnd.oci.image.index.v1+json',
  'application/vnd.docker.distribution.manifest.list.v2+json',
  'application/vnd.oci.image.manifest.v1+json',
  'application/vnd.docker.distribution.manifest.v2+json',
].join(', ');
const DIGEST = /^sha256:[0-9a-f]{64}$/;
const TIMEOUT_MS = 30_000;

/** Docker Hub's registry is not at the name that its images have. */
const hostOf = (registry: string): string => (registry === 'docker.io' ? 'registry-1.docker.io' : registry);

/** The `Bearer realm="…",service="…"` that a registry asks for; `null` when it asks for something else. */
function challengeIn(header: string | null): { readonly realm: string; readonly service: string } | null {
  if (header === null || !/^bearer /i.test(header)) return null;
  const parts = new Map(
    [...header.matchAll(/(\w+)="([^"]*)"/g)].map(([, name = '', value = '']) => [name, value]),
  );
  const realm = parts.get('realm') ?? '';
  return realm.startsWith('https://') ? { realm, service: parts.get('service') ?? '' } : null;
}

async function tokenFor(
  ask: Ask,
  challenge: { realm: string; service: string },
  name: string,
): Promise<string> {
  const address = new URL(challenge.realm);
  address.searchParams.set('service', challenge.service);
  address.searchParams.set('scope', `repository:${name}:pull`);
  const answer = await ask(address.href, { signal: AbortSignal.timeout(TIMEOUT_MS) });
  const body = (await answer.json().catch(() => ({}))) as { token?: unknown; access_token?: unknown };
  return String(body.token ?? body.access_token ?? '');
}

/**
 * The digest of an image now.
 * @throws CommandFailure with a sentence, when the registry does not give one.
 */
export async function readDigest(image: string, ask: Ask = fetch): Promise<string> {
  const { repository, tag } = splitImage(image);
  const [registry = '', ...parts] = repository.split('/');
  const name = parts.join('/');
  const address = `https://${hostOf(registry)}/v2/${name}/manifests/${tag}`;
  const head = (token: string | null): Promise<Response> =>
    ask(address, {
      method: 'HEAD',
      headers: { accept: MANIFESTS, ...(token === null ? {} : { authorization: `Bearer ${token}` }) },
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
  let answer: Response;
  try {
    answer = await head(null);
    const challenge = answer.status === 401 ? challengeIn(answer.headers.get('www-authenticate')) : null;
    if (challenge !== null) answer = await head(await tokenFor(ask, challenge, name));
  } catch {
    throw new CommandFailure(`${registry} não responde daqui: os digests se escrevem onde ele responde.`);
  }
  const digest = answer.headers.get('docker-content-digest') ?? '';
  if (answer.ok && DIGEST.test(digest)) return digest;
  throw new CommandFailure(
    answer.status === 404
      ? `${registry} não tem ${image}: confira a etiqueta.`
      : `${registry} não deu o digest de ${image} (${answer.status}).`,
  );
}

/** A chart's values with these digests, and nothing else changed. */
export function withDigests(values: string, digests: Readonly<Record<string, string>>): string {
  const entries = Object.entries(digests).map(([image, digest]) => `  ${image}: ${digest}`);
  const block = entries.length === 0 ? 'digests: {}' : `digests:\n${entries.join('\n')}`;
  const found = /^digests:.*(?:\n {2}.*)*/m;
  if (!found.test(values)) throw new CommandFailure('Um values.yaml não tem o bloco "digests:".');
  return values.replace(found, block);
}
