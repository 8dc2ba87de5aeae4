/** The tags and branches of a Git repository, as its server lists them to anybody (gitprotocol-http, "Smart Clients"). */

/** How a question is sent; tests give their own. */
export type Ask = (url: string, init: RequestInit) => Promise<Response>;

export interface Refs {
  readonly tags: readonly string[];
  readonly branches: readonly string[];
}

/** A server that says no to strangers says so with one of these; GitHub also calls a private repository missing. */
const privateStatuses: ReadonlySet<number> = new Set([401, 403, 404]);

/**
 * @returns `null` for a repository that asks who is there, and for one that is not reached by HTTPS.
 * @throws Error when the server does not answer as a Git server does.
 */
export async function readRefs(repository: string, ask: Ask): Promise<Refs | null> {
  if (!/^https?:/.test(repository)) return null;
  const base = repository.replace(/\/+$/, '');
  const answer = await ask(`${base}/info/refs?service=git-upload-pack`, { method: 'GET' });
  if (privateStatuses.has(answer.status)) return null;
  const text = await answer.text();
  if (answer.status !== 200 || !text.includes('# service=git-upload-pack'))
    throw new Error(`respondeu ${answer.status}, e não como um servidor do Git`);
  const named = (kind: string): string[] => {
    const found = text.matchAll(new RegExp(`[0-9a-f]{40} refs/${kind}/([^\\0\\n^]+)`, 'g'));
    return [...new Set([...found].map(([, name = '']) => name))];
  };
  return { tags: named('tags'), branches: named('heads') };
}
