/**
 * "O essencial do contrato": the summary above the acceptance and in the mail that confirms it, with the clauses that
 * limit the customer set apart (Decreto 7.962/2013, art. 4, I; CDC, art. 54, § 4). The terms are the contract; this
 * only says first what matters most in them.
 */
import { billingTerms } from '../billing/terms.ts';
import type { Catalog } from '../plans/catalog.ts';
import type { BillingCycle, PlanId } from '../plans/ids.ts';
import { formatHeartbeat } from '../plans/limits.ts';

interface Essential {
  /** Shown in bold. */
  readonly clause: string;
  readonly detail: string;
}

const { withdrawalDays, refundBusinessDays, renewalNoticeDays, chargeRetryDays } = billingTerms;
const retries = new Intl.ListFormat('pt-BR', { type: 'conjunction' }).format(chargeRetryDays.map(String));

/** The seven days in one sentence, wherever a purchase is confirmed (CDC, art. 49; Decreto 7.962/2013, art. 5). */
export const withdrawalSentence = `Por ${withdrawalDays} dias você pode desistir em Minha conta, sem dizer o motivo, e o valor volta inteiro.`;

/** The clauses of a contract of this plan and cycle, in the order of their weight. */
export function contractEssentials(
  catalog: Pick<Catalog, 'plan'>,
  { plan, cycle }: { readonly plan: PlanId; readonly cycle: BillingCycle },
): readonly Essential[] {
  return [...(plan === 'free' ? [] : paidClauses(cycle)), ...sharedClauses(catalog, plan)];
}

const paidClauses = (cycle: BillingCycle): readonly Essential[] => [
  {
    clause: `Você tem ${withdrawalDays} dias para desistir.`,
    detail: `Basta pedir em Minha conta. O valor volta inteiro, em até ${refundBusinessDays} dias úteis.`,
  },
  {
    clause: `A renovação é automática, ${cycle === 'yearly' ? 'todo ano' : 'todo mês'}, até você cancelar.`,
    detail:
      cycle === 'yearly' ? `Um e-mail avisa ${renewalNoticeDays} dias antes.` : 'Cancele quando quiser.',
  },
  {
    clause: 'Depois desses dias não há reembolso proporcional.',
    detail: 'Quem cancela usa o plano até o fim do período pago.',
  },
  {
    clause: 'Sem pagamento, o ambiente é suspenso.',
    detail: `Tentamos de novo ${retries} dias depois. As checagens param, e os dados ficam guardados.`,
  },
];

function sharedClauses({ plan }: Pick<Catalog, 'plan'>, id: PlanId): readonly Essential[] {
  const { monitors, heartbeatSeconds } = plan(id).limits;
  return [
    {
      clause: `O plano vale até ${monitors} monitores, com checagens a cada ${formatHeartbeat(heartbeatSeconds)} ou mais.`,
      detail: 'O que passar disso é avisado e, depois de um prazo, pausado. Nada é apagado.',
    },
    {
      clause: 'Monitorar o que os termos proíbem suspende a conta, sem reembolso.',
      detail: 'Uma pessoa revê a decisão, se você pedir.',
    },
    {
      clause: 'Um aviso depende também de quem o entrega.',
      detail: 'O e-mail, o aplicativo ou a sua conexão podem atrasar ou falhar.',
    },
  ];
}
