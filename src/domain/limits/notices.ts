/** Texts about monitors over the plan and monitors that we adjusted. Pure. */

import type { Limits } from '#domain/api-schemas/limits.ts';
import { businessDay, formatDay } from '#domain/billing/days.ts';
import { RETRY_SECONDS_MIN } from './monitors.ts';
import { countOfMonitors, retryRaised, retryTooSoon, writeInterval } from './words.ts';

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
  { aplica }: Limits,
  prazo: string | undefined,
  what: string,
  advice = 'Para ficar dentro do plano, ajuste os monitores ou mude de plano.',
): string {
  if (!aplica) return `Nada é mudado por nós. ${advice}`;
  return prazo === undefined
    ? `O prazo deste plano já foi usado: dentro de uma hora ${what}.`
    : `Até ${formatDay(businessDay(Date.parse(prazo)))} nada muda. Depois ${what}.`;
}

function numberNotice(limits: Limits): readonly LimitsNotice[] {
  const { numero, emFuncionamento, monitorLimit } = limits;
  if (numero === undefined) return [];
  const paused = numero.monitores.filter(({ pausar }) => pausar);
  return [
    {
      id: 'numero',
      title: `${countOfMonitors(emFuncionamento)} em funcionamento, e o plano inclui ${monitorLimit}`,
      text: `${consequence(
        limits,
        numero.prazo,
        `pausamos ${countOfMonitors(numero.excedentes)}, os mais novos ou os que você escolher. Nada é apagado`,
      )} Para reduzir você mesmo, pause o monitor, não só o grupo.`,
      list: 'Os que seriam pausados',
      items: paused.map(({ nome }) => nome),
    },
  ];
}

function intervalNotice(limits: Limits): readonly LimitsNotice[] {
  const { intervalos, intervaloMinimo } = limits;
  const short = intervalos?.monitores.filter(({ segundos }) => segundos < intervaloMinimo) ?? [];
  if (short.length === 0) return [];
  const least = writeInterval(intervaloMinimo);
  return [
    {
      id: 'intervalos',
      title: `${countOfMonitors(short.length)} com intervalo menor que ${least}, o do plano`,
      text: consequence(
        limits,
        intervalos?.prazo,
        `o intervalo ${short.length === 1 ? 'dele' : 'deles'} passa a ${least}`,
      ),
      list: 'Monitores e intervalos',
      items: short.map(({ nome, segundos }) => `${nome} (${writeInterval(segundos)})`),
    },
  ];
}

/** The least time between two tries after a failure is the same in every plan, so no plan is offered for it. */
function retryNotice(limits: Limits): readonly LimitsNotice[] {
  const items = (limits.intervalos?.monitores ?? []).flatMap(({ nome, repeticao }) =>
    repeticao === undefined ? [] : [`${nome} (${writeInterval(repeticao)})`],
  );
  if (items.length === 0) return [];
  return [
    {
      id: 'repeticoes',
      title: retryTooSoon(items.length),
      text: consequence(limits, limits.intervalos?.prazo, retryRaised(items.length), RETRY_ADVICE),
      list: 'Monitores e intervalos de repetição',
      items,
    },
  ];
}

function pausedNotice({ pausados }: Limits): readonly LimitsNotice[] {
  if (pausados.length === 0) return [];
  return [
    {
      id: 'pausados',
      title: `Pausamos ${countOfMonitors(pausados.length)} para o ambiente caber no plano`,
      text: 'Com um plano maior eles voltam a funcionar, até o limite dele. Para trocar um pelo outro, pause um que funciona e reative o outro no painel.',
      list: 'Monitores pausados por nós',
      items: pausados.map(({ nome }) => nome),
    },
  ];
}

function raisedNotice({ aumentados }: Limits): readonly LimitsNotice[] {
  if (aumentados.length === 0) return [];
  return [
    {
      id: 'aumentados',
      title: `Aumentamos o intervalo de ${countOfMonitors(aumentados.length)}`,
      text: 'Com um plano maior ele volta ao que era, até o menor intervalo desse plano.',
      list: 'Monitores e intervalos',
      items: aumentados.map(
        ({ nome, de, para }) => `${nome}: de ${writeInterval(de)} para ${writeInterval(para)}`,
      ),
    },
  ];
}
