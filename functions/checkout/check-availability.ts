/** Checks while the customer types whether a subdomain is free. */
import type { SubdomainAvailability } from '#domain/api-schemas/subdomain.ts';
import { message } from '#domain/messages.ts';
import { checkSubdomain, isOnlyReserved } from '#domain/subdomain/subdomain.ts';
import { drawSuggestions, subdomainCandidates } from '#domain/subdomain/suggest.ts';
import type { Deps } from '#functions/compose.ts';
import { findLiveOrderByName, findTakenAmong } from '#functions/orders/store.ts';

type Needs = Pick<Deps, 'db' | 'clock'>;

/** Accepts any text. A name that the caller's own order holds counts as free. */
export async function checkAvailability(
  needs: Needs,
  typed: string,
  subject: string | null,
): Promise<SubdomainAvailability> {
  const checked = checkSubdomain(typed);
  const subdomain = typed.trim().toLowerCase();
  if (!checked.ok) {
    const refusal = { subdomain: subdomain, isAvailable: false, sentence: message(checked.problem) };
    if (!isOnlyReserved(checked.problem)) return { ...refusal, reason: 'invalid' };
    return { ...refusal, reason: 'reserved', suggestions: await suggest(needs, subdomain) };
  }
  const now = needs.clock.now();
  const [holder, taken] = await Promise.all([
    findLiveOrderByName(needs.db, checked.value),
    findTakenAmong(needs.db, [checked.value], now),
  ]);
  const lapsed = holder?.payment === 'none' && holder.reservedUntil < now && holder.leaseUntil < now;
  const isOwn = holder !== null && holder.subject === subject;
  if (taken.size === 0 || lapsed || isOwn) return { subdomain: checked.value, isAvailable: true };
  return {
    subdomain: checked.value,
    isAvailable: false,
    reason: 'taken',
    sentence: message('subdomain.taken'),
    suggestions: await suggest(needs, checked.value),
  };
}

async function suggest({ db, clock }: Needs, wanted: string): Promise<string[]> {
  const candidates = subdomainCandidates(wanted);
  const taken = await findTakenAmong(db, candidates, clock.now());
  const free = candidates.filter((candidate) => !taken.has(candidate));
  return [...drawSuggestions(free, () => (crypto.getRandomValues(new Uint32Array(1))[0] ?? 0) / 2 ** 32)];
}
