/** How messages about alerts are written, the same for every kind of recipient: lines here, subjects in subject.ts. Pure. */
import { businessDay, formatDay } from '../billing/days.ts';
import type { AlertMonitor, MaintenanceWindow } from './events.ts';
import type { Fall, Gap, OutsideReason } from './levels.ts';
import type { AlertLine, AlertMessage, Why } from './lines.ts';
import { FALLS_A_DAY } from './shares.ts';
import { subjectOf } from './subject.ts';

export interface WrittenAlert {
  readonly subject: string;
  readonly lines: readonly string[];
}

/** A message names so many things; the rest is counted. */
const LINES_MAX = 20;
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** What is told so long after it was known, or was not seen for so long, says so. */
const LATE_MS = 10 * MINUTE_MS;

/** @param now When the message is made. @param zone IANA name. */
export function writeAlert(
  { lines, share, mayBeOurs }: AlertMessage,
  zone: string,
  now: number,
): WrittenAlert {
  const clock = clockFor(zone, now);
  const written = lines.slice(0, LINES_MAX).map((line) => sentenceOf(line, clock));
  const left = lines.length - written.length;
  return {
    subject: subjectOf(lines),
    lines: [
      ...written,
      ...(left > 0 ? [`E mais ${left} ${left === 1 ? 'mudança' : 'mudanças'}; veja no painel.`] : []),
      ...(mayBeOurs ? [OURS] : []),
      ...(share === null ? [] : [shareSentences[share]]),
    ],
  };
}

const OURS =
  'Muitos ambientes caíram ao mesmo tempo: pode ser a nossa rede, e não o seu site. Já estamos olhando.';

const shareSentences = {
  near: 'O ambiente está perto do limite de avisos de hoje. Depois dele, o que acontecer vem em resumo à meia-noite.',
  used: 'Este é o último aviso de hoje: o ambiente chegou ao limite do dia. O que acontecer agora vem em resumo à meia-noite.',
} as const;

interface Clock {
  /** "às 3h13", "às 3h13 de 26/11". */
  readonly at: (moment: number) => string;
  /** "3h13", "3h13 de 26/11". */
  readonly time: (moment: number) => string;
  readonly now: number;
}

function clockFor(timeZone: string, now: number): Clock {
  const format = new Intl.DateTimeFormat('pt-BR', {
    timeZone,
    day: '2-digit',
    month: '2-digit',
    hour: 'numeric',
    minute: '2-digit',
    hourCycle: 'h23',
  });
  const partsOf = (moment: number) => {
    const parts = new Map(format.formatToParts(moment).map(({ type, value }) => [type, value]));
    return {
      day: `${parts.get('day')}/${parts.get('month')}`,
      clock: `${Number(parts.get('hour'))}h${parts.get('minute')}`,
    };
  };
  const today = partsOf(now).day;
  const time = (moment: number): string => {
    const { day, clock } = partsOf(moment);
    return day === today && Math.abs(now - moment) < 24 * HOUR_MS ? clock : `${clock} de ${day}`;
  };
  const at = (moment: number): string => `${time(moment).startsWith('1h') ? 'à' : 'às'} ${time(moment)}`;
  return { at, time, now };
}

/** "7 min", "2 h 5 min", "3 dias": how long something lasted, as people say it. */
function lasted(milliseconds: number): string {
  const minutes = Math.max(1, Math.round(milliseconds / MINUTE_MS));
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  if (hours >= 48) return `${Math.floor(hours / 24)} dias`;
  return minutes % 60 === 0 ? `${hours} h` : `${hours} h ${minutes % 60} min`;
}

const nameOf = ({ name, address }: AlertMonitor): string =>
  address === undefined || address === name ? name : `${name} (${address})`;

/** What the check said, as a sentence: others may follow it. */
const reasonOf = (message: string): string =>
  message === '' ? '' : ` Motivo: ${message}${/[.!?…]$/.test(message) ? '' : '.'}`;

const whys: Readonly<Record<Why, string>> = {
  unheard: 'o painel não conseguia falar conosco',
  quiet: 'esperou o fim das suas horas de silêncio',
  provider: 'o provedor não aceitava mensagens',
};

interface MayBeLate {
  /** When it happened, or was known in the environment. */
  readonly knownAt: number;
  readonly receivedAt?: number;
  readonly why?: Why;
  readonly unseen?: Fall['unseen'];
  readonly isNews?: boolean;
}

/** What says that a line comes late, and why, as far as that is known. */
function delayOf(
  { knownAt, receivedAt = knownAt, why, unseen = null, isNews = true }: MayBeLate,
  clock: Clock,
): string {
  if (unseen !== null && unseen.until - unseen.from > LATE_MS)
    return ` Este aviso chegou com atraso: ficamos sem olhar de ${clock.time(unseen.from)} a ${clock.time(unseen.until)}.`;
  if (!isNews || clock.now - knownAt <= LATE_MS) return '';
  const reason = receivedAt - knownAt > LATE_MS ? 'unheard' : why;
  return reason === undefined
    ? ' Este aviso chegou com atraso.'
    : ` Este aviso chegou com atraso: ${whys[reason]}.`;
}

/** Instead of how long a fall lasted, where something lay between it and the return. */
const gapWords: Readonly<Record<Gap, string>> = {
  paused: ', depois de uma pausa',
  maintenance: ', durante ou depois de uma manutenção',
  unseen: '; por um tempo, ninguém olhou',
};

const leftWords: Readonly<Record<OutsideReason, string>> = {
  paused: 'pausado no painel',
  limit: 'limite do plano',
  detached: 'sem o canal dos avisos',
  channel: 'o canal dos avisos foi removido',
  deleted: 'removido do painel',
};

/** What another network got, at the same time. */
function lookWords(look: string | null): string {
  if (look === null) return '';
  return look === 'failed'
    ? ' Também não respondeu de outra rede.'
    : ` De outra rede, respondeu (HTTP ${look}).`;
}

function fellSentence(line: Extract<AlertLine, { what: 'fell' }>, clock: Clock): string {
  const name = nameOf(line.monitor);
  const delay = delayOf({ ...line, knownAt: line.downAt ?? line.receivedAt }, clock);
  const more = `${reasonOf(line.message)}${lookWords(line.look)}`;
  if (line.signAt !== null) return `${name} não deu sinal desde ${clock.time(line.signAt)}.${delay}`;
  return line.isFirst
    ? `${name}: a primeira checagem, ${clock.at(line.since)}, não teve resposta.${more}${delay}`
    : `${name} está fora do ar desde ${clock.time(line.since)}.${more}${delay}`;
}

function briefSentence(line: Extract<AlertLine, { what: 'brief' }>, clock: Clock): string {
  const name = nameOf(line.monitor);
  const more = `${reasonOf(line.message)}${delayOf({ ...line, knownAt: line.at }, clock)}`;
  const times = countOf({ changes: line.times, isAtLeast: line.isAtLeast });
  if (line.times > 1 || line.isAtLeast)
    return `${name} caiu ${times} vezes entre ${clock.time(line.from)} e ${clock.time(line.at)}.${more}`;
  return line.gap === null
    ? `${name} ficou fora do ar de ${clock.time(line.from)} a ${clock.time(line.at)} (${lasted(line.at - line.from)}) e já voltou.${more}`
    : `${name} ficou fora do ar de ${clock.time(line.from)} a ${clock.time(line.at)} e já voltou${gapWords[line.gap]}.${more}`;
}

function sentenceOf(line: AlertLine, clock: Clock): string {
  switch (line.what) {
    case 'fell':
      return fellSentence(line, clock);
    case 'returned':
      return `${nameOf(line.monitor)} voltou ${clock.at(line.at)}${line.gap === null ? `, depois de ${lasted(line.at - line.since)} fora do ar` : gapWords[line.gap]}.${delayOf({ ...line, knownAt: line.at }, clock)}`;
    case 'left':
      return `${nameOf(line.monitor)}: paramos de vigiar ${clock.at(line.at)} (${leftWords[line.reason]}); estava fora do ar desde ${clock.time(line.since)}.${delayOf({ ...line, knownAt: line.at }, clock)}`;
    case 'brief':
      return briefSentence(line, clock);
    case 'unstable':
      return `${nameOf(line.monitor)} está instável: mudou ${countOf(line)} vezes em uma hora e agora está ${stateOf(line)}. Avisamos quando parar, e se ficar três minutos fora do ar.`;
    case 'stable':
      return `${nameOf(line.monitor)} parou de oscilar e ${line.hasLeft ? 'não é mais vigiado' : `está ${stateOf(line)}`}.${stableFalls(line)}`;
    case 'folded':
      return businessDay(line.at) === businessDay(clock.now)
        ? `${nameOf(line.monitor)} caiu mais de ${FALLS_A_DAY} vezes hoje. Até a meia-noite, de um monitor que cai tanto guardamos só o estado mais novo; dos outros avisamos como sempre.`
        : `${nameOf(line.monitor)} caiu mais de ${FALLS_A_DAY} vezes em ${formatDay(businessDay(line.at))}. Daquele dia, de um monitor que cai tanto, guardamos só o estado mais novo; dos outros avisamos como sempre.`;
    case 'still-down':
      return `${nameOf(line.monitor)} continua fora do ar desde ${clock.time(line.since)}, há ${lasted(clock.now - line.since)}.`;
    case 'seen':
      return `${line.by} está vendo: ${nameOf(line.monitor)}, fora do ar desde ${clock.time(line.since)}. Enquanto durar, ninguém recebe lembretes desta queda.`;
    case 'first':
      return `Primeira checagem de ${nameOf(line.monitor)}: no ar${line.ping === null ? '' : `, ${line.ping} ms`}.${delayOf({ knownAt: line.at }, clock)}`;
    case 'maintenance-soon':
      return `A manutenção “${line.window.title}” começa em ${lasted(line.window.from - clock.now)}, ${clock.at(line.window.from)}${untilOf(line.window, clock)}.${coveredBy(line.window)}`;
    case 'maintenance':
      return `A manutenção “${line.window.title}” começou ${clock.at(line.at)}${untilOf(line.window, clock)}.${coveredBy(line.window)}`;
    case 'maintenance-over':
      return `A manutenção “${line.window.title}” terminou ${clock.at(line.at)}.${coveredBy(line.window)}`;
    case 'certificate':
      return `O certificado de ${nameOf(line.monitor)} está perto de vencer. ${line.message}`.trim();
    case 'domain':
      return `O domínio de ${nameOf(line.monitor)} está perto de vencer. ${line.message}`.trim();
    case 'test':
      return `Este é um teste, pedido ${clock.at(line.at)}: os avisos da Vigia chegam até aqui.`;
  }
}

const stableFalls = (line: Extract<AlertLine, { what: 'stable' }>): string =>
  line.falls === 0
    ? ''
    : ` Enquanto isso caiu ${countOf({ changes: line.falls, isAtLeast: line.isAtLeast })} ${line.falls === 1 ? 'vez' : 'vezes'}.`;

const stateOf = ({ isDown }: { readonly isDown: boolean }): string => (isDown ? 'fora do ar' : 'no ar');

const countOf = ({
  changes,
  isAtLeast,
}: {
  readonly changes: number;
  readonly isAtLeast: boolean;
}): string => (isAtLeast ? `pelo menos ${changes}` : `${changes}`);

const untilOf = ({ until }: MaintenanceWindow, clock: Clock): string =>
  until === null ? '' : ` e vai até ${clock.time(until)}`;

function coveredBy({ count, monitors }: MaintenanceWindow): string {
  if (count === 0) return '';
  const left = count - monitors.length;
  return ` Nela: ${[...monitors, ...(left > 0 ? [`mais ${left}`] : [])].join(', ')}.`;
}
