/** An open offer as its owner and its receiver see it. */
import { standing } from '#domain/contract/standing.ts';
import type { MembersView, OwnersPeople } from '#domain/contracts/people.ts';
import type { Deps } from '#functions/compose.ts';
import type { Handover } from './handover.ts';

type Situation = NonNullable<OwnersPeople['passagem']>['situacao'];

const situationOf = ({ state }: Handover): Situation => {
  if (state === 'offered') return 'oferecida';
  return state === 'waiting' ? 'pagina' : 'andamento';
};

export const shownOffer = (handover: Handover): NonNullable<OwnersPeople['passagem']> => ({
  para: handover.toEmail,
  ate: new Date(handover.expiresAt).toISOString(),
  situacao: situationOf(handover),
});

/** The offer that an account may accept, with the price of future renewals; `null` when there is none. */
export async function offerTo(
  { handovers, ledger, clock }: Pick<Deps, 'handovers' | 'ledger' | 'clock'>,
  subject: string,
): Promise<NonNullable<MembersView['passagem']> | null> {
  const open = await handovers.findOpenTo(subject);
  if (open === null || (open.state === 'offered' && open.expiresAt <= clock.now())) return null;
  const { facts } = await ledger.read(open.orderId);
  const { renewal } = standing(facts, clock.now());
  return {
    ...shownOffer(open),
    ...(renewal === null
      ? {}
      : { renovacao: { valorCentavos: renewal.amountCentavos, ciclo: renewal.cycle, em: renewal.dueOn } }),
    ...(open.payUrl === null ? {} : { paymentUrl: open.payUrl }),
  };
}
