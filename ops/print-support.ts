/** Output of the command about support messages. */
import type { OpenOnboarding, SupportReport } from '#domain/api-schemas/support.ts';
import { formatDuration } from '#domain/availability/availability.ts';
import { formatDay } from '#domain/billing/days.ts';
import type { PlanId } from '#domain/plans/ids.ts';
import { at, columns, soldWords } from './print.ts';

const planWord = (plan: PlanId | null): string => (plan === null ? 'sem plano' : soldWords(plan));

export function printSupport({ month, open, plans }: SupportReport): string {
  return [
    open.length === 0
      ? 'Nenhuma mensagem com prazo espera resposta.'
      : columns([
          ['RESPONDER ATÉ', 'NÚMERO', 'PLANO', 'PAINEL', 'CHEGOU EM'],
          ...open.map(({ number, plan, tenant, at: cameAt, dueAt }) => [
            at(dueAt),
            number,
            planWord(plan),
            tenant ?? '-',
            at(cameAt),
          ]),
        ]),
    '',
    `Em ${month.split('-').reverse().join('/')}, até a primeira resposta, no relógio que cada plano promete:`,
    ...(plans.length === 0 ? ['  nenhuma mensagem com prazo'] : plans.map((each) => `  ${planLine(each)}`)),
  ].join('\n');
}

function planLine({
  plan,
  messages,
  answered,
  medianMinutes,
  inTimePercent,
}: SupportReport['plans'][number]) {
  const median =
    medianMinutes === null ? 'sem resposta ainda' : `mediana de ${formatDuration(medianMinutes * 60)}`;
  const inTime = inTimePercent === null ? '' : `, ${inTimePercent}% no prazo`;
  return `${planWord(plan)}: ${median}${inTime}. Respondidas: ${answered} de ${messages}.`;
}

export const printOnboardings = (open: readonly OpenOnboarding[]): string =>
  open.length === 0
    ? 'Nenhuma implantação assistida em aberto.'
    : columns([
        ['FALAR ATÉ', 'PAINEL', 'COMEÇOU EM'],
        ...open.map(({ tenant, until, at: beganAt }) => [formatDay(until), tenant, at(beganAt)]),
      ]);
