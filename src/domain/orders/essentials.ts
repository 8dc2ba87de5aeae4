/**
 * "O essencial do contrato": the summary above the acceptance and in the mail that confirms it, with the clauses that
 * limit the customer set apart (Decreto 7.962/2013, art. 4, I; CDC, art. 54, § 4). The terms are the contract; this
 * only says first what matters most in them.
 */
import { billingTerms } from '../billing/terms.ts';
import type { Catalog } from '../plans/catalog.ts';
import type { BillingCycle, PlanId } from '../plans/ids.ts';
import { formatHeartbeat, monitorMeans } from '../plans/limits.ts';

interface Essential {
  /** Shown in bold. */
  readonly clause: string;
  /** The rest of its sentence. */
  readonly rest: string;
}

const { withdrawalDays, renewalNoticeDays } = billingTerms;

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
  { clause: `Você tem ${withdrawalDays} dias para desistir`, rest: ', e o valor volta inteiro.' },
  cycle === 'yearly'
    ? {
        clause: 'Renova todo ano, até você cancelar',
        rest: `; um e-mail avisa ${renewalNoticeDays} dias antes.`,
      }
    : { clause: 'Renova todo mês, até você cancelar', rest: '.' },
  {
    clause: `Depois dos ${withdrawalDays} dias não há reembolso proporcional`,
    rest: ': o plano vale até o fim do período pago.',
  },
  { clause: 'Sem pagamento, o painel é suspenso', rest: '; os dados ficam guardados.' },
];

function sharedClauses({ plan }: Pick<Catalog, 'plan'>, id: PlanId): readonly Essential[] {
  const { monitors, heartbeatSeconds } = plan(id).limits;
  return [
    {
      clause: `O que passa de ${monitors} monitores (${monitorMeans}), ou de uma checagem a cada ${formatHeartbeat(heartbeatSeconds)}, é ajustado`,
      rest: ' depois de um aviso. Nada é apagado.',
    },
    { clause: 'Monitorar o que os termos proíbem suspende a conta, sem reembolso', rest: '.' },
    { clause: 'Um aviso depende também de quem o entrega', rest: ', e pode atrasar ou falhar.' },
  ];
}
