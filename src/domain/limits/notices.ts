/** Texts about monitors over the plan and monitors that we adjusted. Pure. */

import type { Limits } from '#domain/api-schemas/limits.ts';
import { businessDay, formatDay } from '#domain/billing/days.ts';
import { RETRY_SECONDS_MIN } from './monitors.ts';
import { countOfMonitors, countOfRunning, retryRaised, retryTooSoon, writeInterval } from './words.ts';

const RETRY_ADVICE = `Para acertar, aumente o intervalo de repetição no painel: ${writeInterval(RETRY_SECONDS_MIN)} é o menor em todos os planos.`;

export interface LimitsNotice {
  readonly id: 'numero' | 'intervalos' | 'repeticoes' | 'pausados' | 'aumentados';
  readonly title: string;
  readonly text: string;
  /** Title of the list. */
  readonly list: string;
  readonly items: readonly string[];
}

/** One notice per exceeded limit and per adjustment; none within the plan. */
export function limitsNotices(limits: Limits): readonly LimitsNotice[] {
  return [
    ...numberNotice(limits),
    ...intervalNotice(limits),
    ...retryNotice(limits),
    ...pausedNotice(limits),
    ...raisedNotice(limits),
  ];
}

/** "Até 20/12/2026 nada muda. Depois …". */
function consequence(
  { isEnforced }: Limits,
  endsAt: string | undefined,
  what: string,
  advice = 'Para ficar dentro do plano, ajuste os monitores ou mude de plano.',
): string {
  if (!isEnforced) return `Nada é mudado por nós. ${advice}`;
  return endsAt === undefined
    ? `O prazo deste plano já foi usado: dentro de uma hora ${what}.`
    : `Até ${formatDay(businessDay(Date.parse(endsAt)))} nada muda. Depois ${what}.`;
}

function numberNotice(limits: Limits): readonly LimitsNotice[] {
  const { number, running, monitorLimit } = limits;
  if (number === undefined) return [];
  const paused = number.monitors.filter(({ wouldPause }) => wouldPause);
  return [
    {
      id: 'numero',
      title: `${countOfRunning(running)}, e o plano inclui ${monitorLimit}`,
      text: `${consequence(
        limits,
        number.endsAt,
        `pausamos ${countOfMonitors(number.beyond)}, os mais novos ou os que você escolher. Nada é apagado`,
      )} Para reduzir você mesmo, pause o monitor, não só o grupo.`,
      list: 'Os que seriam pausados',
      items: paused.map(({ name }) => name),
    },
  ];
}

function intervalNotice(limits: Limits): readonly LimitsNotice[] {
  const { interval, heartbeatSeconds } = limits;
  const short = interval?.monitors.filter(({ interval }) => interval < heartbeatSeconds) ?? [];
  if (short.length === 0) return [];
  const least = writeInterval(heartbeatSeconds);
  return [
    {
      id: 'intervalos',
      title: `${countOfMonitors(short.length)} com intervalo menor que ${least}, o do plano`,
      text: consequence(
        limits,
        interval?.endsAt,
        `o intervalo ${short.length === 1 ? 'dele' : 'deles'} passa a ${least}`,
      ),
      list: 'Monitores e intervalos',
      items: short.map(({ name, interval }) => `${name} (${writeInterval(interval)})`),
    },
  ];
}

/** The least time between two tries after a failure is the same in every plan, so no plan is offered for it. */
function retryNotice(limits: Limits): readonly LimitsNotice[] {
  const items = (limits.interval?.monitors ?? []).flatMap(({ name, retryInterval }) =>
    retryInterval === undefined ? [] : [`${name} (${writeInterval(retryInterval)})`],
  );
  if (items.length === 0) return [];
  return [
    {
      id: 'repeticoes',
      title: retryTooSoon(items.length),
      text: consequence(limits, limits.interval?.endsAt, retryRaised(items.length), RETRY_ADVICE),
      list: 'Monitores e intervalos de repetição',
      items,
    },
  ];
}

function pausedNotice({ paused }: Limits): readonly LimitsNotice[] {
  if (paused.length === 0) return [];
  return [
    {
      id: 'pausados',
      title: `Pausamos ${countOfMonitors(paused.length)} para o painel caber no plano`,
      text: 'Com um plano maior eles voltam a funcionar, até o limite dele. Para trocar um pelo outro, pause um que funciona e reative o outro no painel.',
      list: 'Monitores pausados por nós',
      items: paused.map(({ name }) => name),
    },
  ];
}

function raisedNotice({ raised }: Limits): readonly LimitsNotice[] {
  if (raised.length === 0) return [];
  return [
    {
      id: 'aumentados',
      title: `Aumentamos o intervalo de ${countOfMonitors(raised.length)}`,
      text: 'Com um plano maior ele volta ao que era, até o menor intervalo desse plano.',
      list: 'Monitores e intervalos',
      items: raised.map(
        ({ name, from, to }) => `${name}: de ${writeInterval(from)} para ${writeInterval(to)}`,
      ),
    },
  ];
}
