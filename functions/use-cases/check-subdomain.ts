/** May this name still be taken? Asked while the customer types. */
import type { SubdomainAvailability } from '#domain/contracts/subdomain.ts';
import { message } from '#domain/messages.ts';
import { checkSubdomain } from '#domain/subdomain/subdomain.ts';
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
    const motivo = checked.problem === 'subdomain.reserved' ? 'reservado' : 'invalido';
    return { subdominio, disponivel: false, motivo, mensagem: message(checked.problem) };
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
  };
}
