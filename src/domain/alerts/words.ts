/** How messages about alerts are written: subject and lines, the same for every kind of recipient. Pure. */
import { businessDay, formatDay } from '../billing/days.ts';
import { countOfMonitors } from '../limits/words.ts';
import type { AlertMonitor, MaintenanceWindow } from './events.ts';
import type { AlertLine, AlertMessage } from './lines.ts';
import { HOUR_MS, LATE_MS } from './next-message.ts';
import { CHANGES_A_DAY } from './shares.ts';

export interface WrittenAlert {
  readonly subject: string;
  readonly lines: readonly string[];
}

/** A message names so many things; the rest is counted. */
const LINES_MAX = 20;
const NAMES_MAX = 3;
const MINUTE_MS = 60_000;

/** @param now When the message is made. @param zone IANA name. */
export function writeAlert({ lines, share }: AlertMessage, zone: string, now: number): WrittenAlert {
  const clock = clockFor(zone, now);
  const written = lines.slice(0, LINES_MAX).map((line) => sentenceOf(line, clock));
  const left = lines.length - written.length;
  return {
    subject: subjectOf(lines),
    lines: [
      ...written,
      ...(left > 0 ? [`E mais ${left} ${left === 1 ? 'mudança' : 'mudanças'}; veja no painel.`] : []),
      ...(share === null ? [] : [shareSentences[share]]),
    ],
  };
}

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

const reasonOf = (message: string): string => (message === '' ? '' : ` Motivo: ${message}`);

/** What says that the message comes late. */
const delayOf = (at: number, { now }: Clock): string =>
  now - at > LATE_MS ? ' Este aviso chegou com atraso.' : '';

/**
 * What a message says that could not be handed over for a while; its lines stay as they were written.
 * @param writtenAt When it was written. @param triedAt When it is handed over, or was first. @param zone IANA name.
 */
export function waitedWords(writtenAt: number, triedAt: number, zone: string): readonly string[] {
  if (triedAt - writtenAt <= LATE_MS) return [];
  // Seen from another day, so that the day is named: it may be read on any.
  const { at } = clockFor(zone, writtenAt + 48 * HOUR_MS);
  return [`Este aviso ficou pronto ${at(writtenAt)}, e chega com atraso. O que mudou depois vem em outro.`];
}

function sentenceOf(line: AlertLine, clock: Clock): string {
  switch (line.what) {
    case 'fell':
      return line.isFirst
        ? `${nameOf(line.monitor)}: a primeira checagem, ${clock.at(line.at)}, não teve resposta.${reasonOf(line.message)}${delayOf(line.at, clock)}`
        : `${nameOf(line.monitor)} está fora do ar desde ${clock.time(line.at)}.${reasonOf(line.message)}${delayOf(line.at, clock)}`;
    case 'returned':
      return `${nameOf(line.monitor)} voltou ${clock.at(line.at)}, depois de ${lasted(line.at - line.since)} fora do ar.${delayOf(line.at, clock)}`;
    case 'brief':
      return line.times === 1
        ? `${nameOf(line.monitor)} ficou fora do ar de ${clock.time(line.from)} a ${clock.time(line.at)} (${lasted(line.at - line.from)}) e já voltou.${reasonOf(line.message)}${delayOf(line.at, clock)}`
        : `${nameOf(line.monitor)} caiu ${line.times} vezes entre ${clock.time(line.from)} e ${clock.time(line.at)}.${reasonOf(line.message)}${delayOf(line.at, clock)}`;
    case 'unstable':
      return `${nameOf(line.monitor)} está instável: mudou ${countOf(line)} vezes em uma hora e agora está ${stateOf(line)}. Enquanto for assim, avisamos de hora em hora.`;
    case 'still-unstable':
      return `${nameOf(line.monitor)} continua instável: mudou ${countOf(line)} vezes na última hora e agora está ${stateOf(line)}.`;
    case 'stable':
      return `${nameOf(line.monitor)} parou de oscilar e está ${stateOf(line)}.`;
    case 'folded':
      return businessDay(line.at) === businessDay(clock.now)
        ? `${nameOf(line.monitor)} mudou mais de ${CHANGES_A_DAY} vezes hoje. Até a meia-noite, de um monitor que muda tanto guardamos só o estado mais novo; dos outros avisamos como sempre.`
        : `${nameOf(line.monitor)} mudou mais de ${CHANGES_A_DAY} vezes em ${formatDay(businessDay(line.at))}. Daquele dia, de um monitor que muda tanto, guardamos só o estado mais novo; dos outros avisamos como sempre.`;
    case 'still-down':
      return `${nameOf(line.monitor)} continua fora do ar desde ${clock.time(line.since)}, há ${lasted(clock.now - line.since)}.`;
    case 'first':
      return `Primeira checagem de ${nameOf(line.monitor)}: no ar${line.ping === null ? '' : `, ${line.ping} ms`}.${delayOf(line.at, clock)}`;
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

/** The most urgent thing first, then how many others there are. */
function subjectOf(lines: readonly AlertLine[]): string {
  const parts = subjectParts.flatMap(({ of, one, many }) => {
    const found = lines.filter(({ what }) => of.includes(what));
    const [only] = found;
    if (only === undefined) return [];
    return [found.length === 1 ? one(labelOf(only)) : many(found.length, found.map(labelOf))];
  });
  const [first = 'Avisos do seu ambiente', ...others] = parts;
  return others.length === 0 ? first : `${first}; ${others.map(lowerFirst).join('; ')}`;
}

const lowerFirst = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);

function labelOf(line: AlertLine): string {
  if ('monitor' in line) return line.monitor.name;
  return 'window' in line ? line.window.title : '';
}

function listed(names: readonly string[]): string {
  const shown = names.slice(0, NAMES_MAX);
  const left = names.length - shown.length;
  return [...shown, ...(left > 0 ? [`mais ${left}`] : [])].join(', ');
}

const subjectParts: readonly {
  readonly of: readonly AlertLine['what'][];
  readonly one: (name: string) => string;
  readonly many: (count: number, names: readonly string[]) => string;
}[] = [
  {
    of: ['fell'],
    one: (name) => `Fora do ar: ${name}`,
    many: (count, names) => `${countOfMonitors(count)} fora do ar: ${listed(names)}`,
  },
  {
    of: ['still-down'],
    one: (name) => `Continua fora do ar: ${name}`,
    many: (count, names) => `${countOfMonitors(count)} continuam fora do ar: ${listed(names)}`,
  },
  {
    of: ['unstable', 'still-unstable'],
    one: (name) => `Instável: ${name}`,
    many: (count, names) => `${countOfMonitors(count)} instáveis: ${listed(names)}`,
  },
  {
    of: ['folded'],
    one: (name) => `Muda demais: ${name}`,
    many: (count, names) => `${countOfMonitors(count)} mudam demais: ${listed(names)}`,
  },
  {
    of: ['brief'],
    one: (name) => `Caiu e voltou: ${name}`,
    many: (count, names) => `${countOfMonitors(count)} caíram e voltaram: ${listed(names)}`,
  },
  {
    of: ['returned', 'stable'],
    one: (name) => `De volta: ${name}`,
    many: (count, names) => `${countOfMonitors(count)} de volta: ${listed(names)}`,
  },
  {
    of: ['first'],
    one: (name) => `Primeira checagem: ${name} está no ar`,
    many: (count, names) => `${countOfMonitors(count)} na primeira checagem: ${listed(names)}`,
  },
  {
    of: ['maintenance-soon'],
    one: (title) => `Manutenção em breve: ${title}`,
    many: (count) => `${count} manutenções em breve`,
  },
  {
    of: ['maintenance'],
    one: (title) => `Manutenção começou: ${title}`,
    many: (count) => `${count} manutenções começaram`,
  },
  {
    of: ['maintenance-over'],
    one: (title) => `Manutenção terminou: ${title}`,
    many: (count) => `${count} manutenções terminaram`,
  },
  {
    of: ['certificate'],
    one: (name) => `Certificado perto de vencer: ${name}`,
    many: (count) => `${count} certificados perto de vencer`,
  },
  {
    of: ['domain'],
    one: (name) => `Domínio perto de vencer: ${name}`,
    many: (count) => `${count} domínios perto de vencer`,
  },
  { of: ['test'], one: () => 'Teste dos avisos da Vigia', many: () => 'Teste dos avisos da Vigia' },
];
