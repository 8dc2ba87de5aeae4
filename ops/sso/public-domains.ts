/** Mail domains that belong to everybody: no company proves one, and none of them may decide who signs in. */
import providers from 'email-providers/all.json' with { type: 'json' };

/** Brazilian ones that the list does not have. */
const ours: readonly string[] = ['superig.com.br', 'uol.com'];
const known: ReadonlySet<string> = new Set([...providers, ...ours]);

/** True for such a domain, and for a name below one. */
export function isPublicMailDomain(domain: string): boolean {
  const labels = domain.toLowerCase().split('.');
  return labels.some((_, index) => known.has(labels.slice(index).join('.')));
}
