/** What each thing that a message tells is said as: its sentence, and the parts of it that a layout shows. Pure. */
import { businessDay, formatDay } from '../billing/days.ts';
import { causeOf } from './causes.ts';
import { type Clock, lasted, MINUTE_MS } from './clock.ts';
import type { AlertMonitor, MaintenanceWindow } from './events.ts';
import type { Fall, Gap, OutsideReason } from './levels.ts';
import type { AlertLine, Why } from './lines.ts';
import { FALLS_A_DAY } from './shares.ts';

/** What is told so long after it was known, or was not seen for so long, says so. */
const LATE_MS = 10 * MINUTE_MS;

/** What a line says, in parts. */
export interface Said {
  readonly state: string;
  readonly name: string;
  readonly address?: string | undefined;
  readonly monitor?: number;
  readonly when: string;
  /** With the name, and what the state and `when` say. */
  readonly sentence: string;
  /** What the instance says. */
  readonly message?: string;
  /** What to look at, where no message says it. */
  readonly look?: string;
  readonly notes: readonly string[];
}

/** A line as one plain text. */
export const sentenceOf = ({ sentence, message = '', notes }: Said): string =>
  [sentence, ...reasonOf(message), ...notes].join(' ');

const nameOf = ({ name, address }: AlertMonitor): string =>
  address === undefined || address === name ? name : `${name} (${address})`;

/** Why a check failed; a message that no row knows is quoted, because a customer's own program may have written it. */
function reasonOf(message: string): string[] {
  if (message === '') return [];
  const words = causeOf(message)?.words;
  return [`Motivo: ${words ?? `“${message}”`}.`];
}

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
): string[] {
  if (unseen !== null && unseen.until - unseen.from > LATE_MS)
    return [
      `Este aviso chegou com atraso: ficamos sem olhar de ${clock.time(unseen.from)} a ${clock.time(unseen.until)}.`,
    ];
  if (!isNews || clock.now - knownAt <= LATE_MS) return [];
  const reason = receivedAt - knownAt > LATE_MS ? 'unheard' : why;
  return [
    reason === undefined ? 'Este aviso chegou com atraso.' : `Este aviso chegou com atraso: ${whys[reason]}.`,
  ];
}

/** When a sign may have come that nobody could take; a long time is said with the delay. */
const deafWords = (unseen: Fall['unseen'], { time }: Clock): string[] =>
  unseen === null || unseen.until - unseen.from > LATE_MS
    ? []
    : [`Ficamos sem olhar de ${time(unseen.from)} a ${time(unseen.until)}.`];

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
function lookWords(look: string | null): string[] {
  if (look === null) return [];
  return [
    look === 'failed' ? 'Também não respondeu de outra rede.' : `De outra rede, respondeu (HTTP ${look}).`,
  ];
}

const about = ({ id, name, address }: AlertMonitor) => ({ name, address, monitor: id });

function saidOfFall(line: Extract<AlertLine, { what: 'fell' }>, clock: Clock): Said {
  const { monitor, message, since, signAt } = line;
  const name = nameOf(monitor);
  const delay = delayOf({ ...line, knownAt: line.downAt ?? line.receivedAt }, clock);
  if (signAt !== null)
    return {
      ...about(monitor),
      ...{ state: 'Sem sinal', when: `desde ${clock.time(signAt)}` },
      notes: [...deafWords(line.unseen, clock), ...delay],
      sentence: `${name} não deu sinal desde ${clock.time(signAt)}.`,
      ...lookAfterSigns,
    };
  const fall = {
    ...about(monitor),
    state: 'Fora do ar',
    message,
    notes: [...lookWords(line.look), ...delay],
  };
  return line.isFirst
    ? {
        ...fall,
        when: `desde a primeira checagem, ${clock.at(since)}`,
        sentence: `${name}: a primeira checagem, ${clock.at(since)}, não teve resposta.`,
      }
    : {
        ...fall,
        when: `desde ${clock.time(since)}`,
        sentence: `${name} está fora do ar desde ${clock.time(since)}.`,
      };
}

const signs = causeOf('No heartbeat in the time window');
const lookAfterSigns = signs === null ? {} : { look: signs.look };

function saidOfBrief(line: Extract<AlertLine, { what: 'brief' }>, clock: Clock): Said {
  const { monitor, message, from, at, gap } = line;
  const notes = delayOf({ ...line, knownAt: at }, clock);
  const brief = { ...about(monitor), state: 'Caiu e voltou', message, notes };
  const times = countOf({ changes: line.times, isAtLeast: line.isAtLeast });
  const name = nameOf(monitor);
  if (line.times > 1 || line.isAtLeast) {
    const when = `${times} vezes entre ${clock.time(from)} e ${clock.time(at)}`;
    return { ...brief, when, sentence: `${name} caiu ${when}.` };
  }
  const length = lasted(at - from);
  if (gap === null && clock.time(from) === clock.time(at))
    return {
      ...brief,
      when: `por ${length}, ${clock.at(from)}`,
      sentence: `${name} ficou fora do ar por ${length}, ${clock.at(from)}, e já voltou.`,
    };
  const span = `de ${clock.time(from)} a ${clock.time(at)}${gap === null ? ` (${length})` : ''}`;
  const after = gap === null ? '' : gapWords[gap];
  return {
    ...brief,
    when: `${span}${after}`,
    sentence: `${name} ficou fora do ar ${span} e já voltou${after}.`,
  };
}

/** What a line says. */
export function saidOf(line: AlertLine, clock: Clock): Said {
  switch (line.what) {
    case 'fell':
      return saidOfFall(line, clock);
    case 'brief':
      return saidOfBrief(line, clock);
    case 'returned': {
      const when = `${clock.at(line.at)}${line.gap === null ? `, depois de ${lasted(line.at - line.since)} fora do ar` : gapWords[line.gap]}`;
      return {
        ...about(line.monitor),
        ...{ state: 'De volta', when, sentence: `${nameOf(line.monitor)} voltou ${when}.` },
        notes: delayOf({ ...line, knownAt: line.at }, clock),
      };
    }
    case 'left': {
      const when = `${clock.at(line.at)} (${leftWords[line.reason]}); estava fora do ar desde ${clock.time(line.since)}`;
      return {
        ...about(line.monitor),
        ...{ state: 'Não é mais vigiado', when },
        sentence: `${nameOf(line.monitor)}: paramos de vigiar ${when}.`,
        notes: delayOf({ ...line, knownAt: line.at }, clock),
      };
    }
    case 'unstable': {
      const when = `mudou ${countOf(line)} vezes em uma hora e agora está ${stateOf(line)}`;
      return {
        ...about(line.monitor),
        ...{ state: 'Instável', when, sentence: `${nameOf(line.monitor)} está instável: ${when}.` },
        notes: ['Avisamos quando parar, e se ficar três minutos fora do ar.'],
      };
    }
    case 'stable': {
      const now = line.hasLeft ? 'não é mais vigiado' : `está ${stateOf(line)}`;
      return {
        ...about(line.monitor),
        state: line.hasLeft ? 'Não é mais vigiado' : line.isDown ? 'Fora do ar' : 'Estável',
        when: `parou de oscilar e ${now}`,
        sentence: `${nameOf(line.monitor)} parou de oscilar e ${now}.`,
        notes: stableFalls(line),
      };
    }
    case 'folded': {
      const isToday = businessDay(line.at) === businessDay(clock.now);
      const day = isToday ? 'hoje' : `em ${formatDay(businessDay(line.at))}`;
      const kept = isToday
        ? 'Até a meia-noite, de um monitor que cai tanto guardamos só o estado mais novo; dos outros avisamos como sempre.'
        : 'Daquele dia, de um monitor que cai tanto, guardamos só o estado mais novo; dos outros avisamos como sempre.';
      const when = `mais de ${FALLS_A_DAY} vezes ${day}`;
      const sentence = `${nameOf(line.monitor)} caiu ${when}.`;
      return { ...about(line.monitor), state: 'Cai demais', when, sentence, notes: [kept] };
    }
    case 'still-down': {
      const when = `desde ${clock.time(line.since)}, há ${lasted(clock.now - line.since)}`;
      const sentence = `${nameOf(line.monitor)} continua fora do ar ${when}.`;
      return { ...about(line.monitor), state: 'Continua fora do ar', when, sentence, notes: [] };
    }
    case 'seen': {
      const since = `fora do ar desde ${clock.time(line.since)}`;
      const sentence = `${line.by} está vendo: ${nameOf(line.monitor)}, ${since}.`;
      return { ...about(line.monitor), state: `${line.by} está vendo`, when: since, sentence, notes: [SEEN] };
    }
    case 'first': {
      const ping = line.ping === null ? '' : `, ${line.ping} ms`;
      return {
        ...about(line.monitor),
        ...{ state: `Primeira checagem: no ar${ping}`, when: clock.at(line.at) },
        sentence: `Primeira checagem de ${nameOf(line.monitor)}: no ar${ping}.`,
        notes: [...expiryWords(line), ...delayOf({ knownAt: line.at }, clock), WATCHED],
      };
    }
    case 'maintenance-soon': {
      const when = `começa em ${lasted(line.window.from - clock.now)}, ${clock.at(line.window.from)}${untilOf(line.window, clock)}`;
      return saidOfWindow(line.window, 'Manutenção em breve', when);
    }
    case 'maintenance': {
      const when = `começou ${clock.at(line.at)}${untilOf(line.window, clock)}`;
      return saidOfWindow(line.window, 'Manutenção começou', when);
    }
    case 'maintenance-over':
      return saidOfWindow(line.window, 'Manutenção terminou', `terminou ${clock.at(line.at)}`);
    case 'certificate':
      return saidOfExpiry(line, 'certificado', 'Renove o certificado e recarregue o servidor web.');
    case 'domain':
      return saidOfExpiry(line, 'domínio', 'Renove o registro do domínio onde ele foi comprado.');
    case 'test': {
      const when = `pedido ${clock.at(line.at)}`;
      const sentence = `Este é um teste, ${when}: os avisos da Vigia chegam até aqui.`;
      return { state: 'Teste', name: 'Os avisos da Vigia chegam até aqui', when, sentence, notes: [] };
    }
  }
}

const WATCHED = 'A partir de agora avisamos quando cair e quando voltar.';
const SEEN = 'Enquanto isso ninguém recebe lembretes desta queda.';

const saidOfWindow = (window: MaintenanceWindow, state: string, when: string): Said => ({
  ...{ state, name: window.title, when, sentence: `A manutenção “${window.title}” ${when}.` },
  notes: coveredBy(window),
});

const saidOfExpiry = (
  { monitor, message }: Extract<AlertLine, { what: 'certificate' | 'domain' }>,
  what: string,
  look: string,
): Said => ({
  ...about(monitor),
  ...{ state: `${what.charAt(0).toUpperCase()}${what.slice(1)} perto de vencer`, when: message, look },
  sentence: `O ${what} de ${nameOf(monitor)} está perto de vencer.${message === '' ? '' : ` ${message}`}`,
  notes: [],
});

/** How long a new monitor's certificate and domain last, where that is known. */
const expiryWords = ({ certificateDays, domainDays }: Extract<AlertLine, { what: 'first' }>): string[] => [
  ...(certificateDays === null ? [] : [`O certificado vale por mais ${daysOf(certificateDays)}.`]),
  ...(domainDays === null ? [] : [`O registro do domínio vale por mais ${daysOf(domainDays)}.`]),
];
const daysOf = (days: number): string => `${days} ${days === 1 ? 'dia' : 'dias'}`;

const stableFalls = (line: Extract<AlertLine, { what: 'stable' }>): string[] =>
  line.falls === 0
    ? []
    : [
        `Enquanto isso caiu ${countOf({ changes: line.falls, isAtLeast: line.isAtLeast })} ${line.falls === 1 ? 'vez' : 'vezes'}.`,
      ];

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

function coveredBy({ count, monitors }: MaintenanceWindow): string[] {
  if (count === 0) return [];
  const left = count - monitors.length;
  return [`Nela: ${[...monitors, ...(left > 0 ? [`mais ${left}`] : [])].join(', ')}.`];
}
