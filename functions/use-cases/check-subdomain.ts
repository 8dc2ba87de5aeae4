/** May this name still be taken? Asked while the customer types. */
import type { SubdomainAvailability } from '#domain/contracts/subdomain.ts';
import { message } from '#domain/messages.ts';
import { checkSubdomain } from '#domain/subdomain/subdomain.ts';
import { drawSuggestions, subdomainCandidates } from '#domain/subdomain/suggest.ts';
import type { Deps } from './deps.ts';

/** Answers for any text; an account's own open order does not stand in its way. */
export async function checkAvailability(
  deps: Pick<Deps, 'orders' | 'clock'>,
  typed: string,
  subject: string | null,
): Promise<SubdomainAvailability> {
  const checked = checkSubdomain(typed);
  const subdominio = typed.trim().toLowerCase();
  if (!checked.ok) {
    const refusal = { subdominio, disponivel: false, mensagem: message(checked.problem) };
    if (checked.problem !== 'subdomain.reserved') return { ...refusal, motivo: 'invalido' };
    return { ...refusal, motivo: 'reservado', sugestoes: await suggest(deps.orders, subdominio) };
  }
  const holder = await deps.orders.findLiveBySubdomain(checked.value);
  const now = deps.clock.now();
  const lapsed = holder?.payment === 'none' && holder.reservedUntil < now && holder.leaseUntil < now;
  const isOwn = holder !== null && holder.subject === subject && holder.status === 'AGUARDANDO';
  if (holder === null || lapsed || isOwn) return { subdominio: checked.value, disponivel: true };
  return {
    subdominio: checked.value,
    disponivel: false,
    motivo: 'ocupado',
    mensagem: message('subdomain.taken'),
    sugestoes: await suggest(deps.orders, checked.value),
  };
}

async function suggest(orders: Deps['orders'], wanted: string): Promise<string[]> {
  const candidates = subdomainCandidates(wanted);
  const taken = await orders.findLiveAmong(candidates);
  const free = candidates.filter((candidate) => !taken.has(candidate));
  return [...drawSuggestions(free, () => (crypto.getRandomValues(new Uint32Array(1))[0] ?? 0) / 2 ** 32)];
}
