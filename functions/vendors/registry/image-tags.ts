/**
 * Docker Hub and quay.io by the registries' shared protocol (OCI distribution, `GET /v2/{name}/tags/list`, read on
 * 2026-11-28), with the token that both give to anyone. Listing tags does not count as a pull.
 *
 * Pages go by `last`, the tag that the page before ended with; the link in the answer is not followed, so a registry
 * cannot send us elsewhere.
 */
import * as z from 'zod';
import { createVendorHttp, type Fetch, type VendorAnswer } from '#functions/platform/vendor-http.ts';
import type { ImageTags } from '#functions/vendors/image-tags.ts';

interface RegistryOptions {
  readonly dockerUrl: string;
  /** Docker Hub gives its tokens elsewhere. */
  readonly dockerAuthUrl: string;
  readonly quayUrl: string;
  readonly fetch: Fetch;
  readonly timeoutMs?: number;
}

/** What we ask for; a registry may give less. */
const PAGE_SIZE = 1000;
const PAGES_MAX = 60;

const Token = z.object({ token: z.string().min(1) });
// `null` is how some registries write an empty list.
const Page = z.object({ tags: z.array(z.string().max(128)).nullable() });

export function createRegistry(options: RegistryOptions): ImageTags {
  const { fetch, timeoutMs = 10_000, dockerUrl, dockerAuthUrl, quayUrl } = options;
  const open = (baseUrl: string) =>
    createVendorHttp({ baseUrl, fetch, timeoutMs, headers: { 'user-agent': 'vigia' } });
  const registries = new Map([
    [
      'docker.io',
      { http: open(dockerUrl), auth: open(dockerAuthUrl), path: '/token', service: 'registry.docker.io' },
    ],
    ['quay.io', { http: open(quayUrl), auth: open(quayUrl), path: '/v2/auth', service: 'quay.io' }],
  ]);

  return {
    async listTags(repository, after) {
      const [host = '', ...parts] = repository.split('/');
      const name = parts.join('/');
      const registry = registries.get(host);
      if (registry === undefined) throw new Error(`registry: ${host} is not known`);
      const { http, auth, path, service } = registry;
      const { token } = read(
        Token,
        await auth({ method: 'GET', path, query: { service, scope: `repository:${name}:pull` } }),
        repository,
      );
      const tags: string[] = [];
      for (let page = 0, last = after; page < PAGES_MAX; page += 1) {
        const answer = await http({
          method: 'GET',
          path: `/v2/${name}/tags/list`,
          query: { n: String(PAGE_SIZE), ...(last === '' ? {} : { last }) },
          headers: { authorization: `Bearer ${token}` },
        });
        const known = new Set(tags);
        // One that ignores `last` gives the same tags again.
        const news = (read(Page, answer, repository).tags ?? []).filter((tag) => !known.has(tag));
        if (news.length === 0) return tags;
        tags.push(...news);
        last = news.at(-1) ?? last;
      }
      throw new Error(`registry: ${repository} has more tags than are read`);
    },
  };
}

/** @throws Error unless the answer has this shape. */
function read<T extends z.ZodType>(shape: T, answer: VendorAnswer, repository: string): z.output<T> {
  const parsed = answer.outcome === 'ok' ? shape.safeParse(answer.body) : null;
  if (!parsed?.success)
    throw new Error(`registry: ${repository}: ${answer.outcome} with ${answer.status ?? 'no answer'}`);
  return parsed.data;
}
