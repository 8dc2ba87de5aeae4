/** Which facts of the readiness check need a person, and how urgently; docs/alarms.md has the table. */
import { kindNames, type RecipientKind } from '#domain/alerts/codes.ts';
import type { ReadyProblem, ReadyResponse } from '#domain/api-schemas/operation-answers.ts';
import type { RemovedCopies } from '#domain/api-schemas/operation-environments.ts';
import { DAY_MS } from '#domain/billing/days.ts';
import { shortDeadline } from '#domain/support/words.ts';
import { detailWords } from '#functions/alerts/delivery-words.ts';
import { SILENT_MAX } from '#functions/alerts/tell-silence.ts';
import { areClustersFull, placesOf } from '#functions/orders/cluster-loads.ts';
import type { ProviderState } from '#functions/platform/provider-store.ts';
import type { AnswerCode } from '#functions/vendors/delivery.ts';

const MINUTE_MS = 60_000;
/** The next run is due a minute after the last one, so the last one was then three minutes ago. */
const CRON_LATE_MS = 2 * MINUTE_MS;
/** Work that is late for longer calls a person: by then customers wait for mails and alerts. */
const LONG_LATE_MS = 60 * MINUTE_MS;
/** So many silent environments are no longer a matter of single customers. */
const MANY_SILENT = 5;
/** How long before its end a secret is announced. */
const AHEAD_MS = 30 * DAY_MS;
/** From here on a volume is announced (the index tenants_troubled has the same number), and calls a person. */
const FULL_PERCENT = 80;
const ALMOST_FULL_PERCENT = 95;
/** From this share of the places in use on, more are to be made. */
const ALMOST_ALL = 0.9;
/** At most so many names are listed. */
const NAMES_MAX = 10;

/** Without these no customer can sign in or order. */
const vital: readonly string[] = ['banco', 'identidade', 'entrada'];

export interface SilentEnvironment {
  readonly subdomain: string;
  /** Since when its reads fail; milliseconds, UTC. */
  readonly since: number;
}

/** What an environment told of itself when it was last asked. */
export interface TroubledEnvironment {
  readonly subdomain: string;
  readonly volumePercent: number;
  /** False where its companion works with nothing of its version. */
  readonly isServed: boolean;
}

/** A version that runs, and that the companion serves without having been tested with it. */
export interface UntestedVersion {
  readonly version: string;
  readonly environments: number;
}

/** A secret that ends by itself. */
interface DatedSecret {
  readonly name: string;
  /** Milliseconds, UTC; `null` when it does not say. */
  readonly endsAt: number | null;
}

type TroubledProvider = Pick<ProviderState, 'kind' | 'troubledSince' | 'pageAt' | 'reason' | 'breakerSince'>;

type Facts = Omit<ReadyResponse, 'status' | 'problems'> & {
  /** When the next scheduled run was due; `null` before the first one. */
  readonly cronAt: number | null;
  readonly silent: readonly SilentEnvironment[];
  readonly troubled: readonly TroubledEnvironment[];
  readonly untested: readonly UntestedVersion[];
  /** Which run, and say nothing of their monitors. */
  readonly unheard: readonly { readonly subdomain: string }[];
  /** Which say that no monitor has a current check. */
  readonly blind: readonly { readonly subdomain: string }[];
  /** How many report as an earlier version of their companion does. */
  readonly oldReporters: readonly { readonly version: number; readonly environments: number }[];
  /** Whose last copy is older than two days. */
  readonly uncopied: readonly { readonly subdomain: string }[];
  /** Removed ones, whose copies somebody has to delete by hand. */
  readonly removedCopies: readonly RemovedCopies[];
  /** Whose pod can send mail to any server, and so spam from our addresses. */
  readonly mailPortOpen: readonly { readonly subdomain: string }[];
  /** Providers of messages that fail for everyone, or whose refusals are not believed. */
  readonly providers: readonly TroubledProvider[];
  /** Kinds of providers for which alerts wait. */
  readonly waitingFor: readonly string[];
  /** Mails of a day that were refused because of their address. */
  readonly refusedMails: number;
  /** Ours that were never made, and ours that do not open for everybody. */
  readonly missingOwn: readonly { readonly subdomain: string }[];
  readonly silentOwn: readonly { readonly subdomain: string }[];
  /** Clusters whose monitors fall together while their sites answer another network. */
  readonly networks: readonly { readonly cluster: string }[];
  readonly datedSecrets: readonly DatedSecret[];
  /** Support messages without an answer whose deadline is near, or over. */
  readonly unanswered: readonly {
    readonly number: string;
    readonly isPaged: boolean;
    readonly dueAt: number;
  }[];
  /** Whose company's sign-in is on without the plan that has it. */
  readonly unplannedSignIns: readonly { readonly subdomain: string }[];
  /** Whose assisted start should have begun. */
  readonly lateOnboardings: readonly { readonly subdomain: string }[];
  /** A year whose holidays content/site.json should have by now; `null` when it has them. */
  readonly yearWithoutHolidays: string | null;
  /** Every customer's alerts go out by mail, and nothing tells of the ones that return. */
  readonly isReturnedMailUnread: boolean;
  /** What functions/images says of our images. */
  readonly ofImages: readonly ReadyProblem[];
};

/** The problems, those that call a person first. */
export function problemsOf(facts: Facts, now: number): ReadyProblem[] {
  const problems = [
    ...dependencyProblems(facts),
    ...providerProblems(facts, now),
    ...workProblems(facts, now),
    ...clusterProblems(facts),
    ...environmentProblems(facts),
    ...alertProblems(facts),
    ...supportProblems(facts, now),
    ...secretProblems(facts, now),
    ...facts.ofImages,
  ];
  return problems.toSorted((a, b) => Number(a.level === 'mail') - Number(b.level === 'mail'));
}

const page = (text: string): ReadyProblem => ({ level: 'page', text });
const mail = (text: string): ReadyProblem => ({ level: 'mail', text });

const stateWords = {
  slow: 'não respondeu a tempo',
  down: 'fora do ar, ou recusa as nossas credenciais',
  outdated: 'mais antigo do que a versão que suportamos',
  unverified: 'o domínio do remetente não está verificado lá: nada sai',
} as const;

const dependencyProblems = ({ dependencies }: Facts): ReadyProblem[] =>
  dependencies.flatMap(({ name, state }) =>
    state === 'ok'
      ? []
      : [(vital.includes(name) || state === 'unverified' ? page : mail)(`${name}: ${stateWords[state]}`)],
  );

const providerNames: Readonly<Record<RecipientKind, string>> = { ...kindNames, email: 'e-mail' };

/** What its answers to our messages say, which a check without sending does not see. */
function providerProblems({ providers, waitingFor, refusedMails }: Facts, now: number): ReadyProblem[] {
  const lines = providers.flatMap(({ kind, troubledSince, pageAt, reason, breakerSince }) => {
    const name = providerNames[kind];
    const isLong = troubledSince !== null && pageAt !== null && pageAt <= now;
    // Mail also carries codes and receipts, and its queue shows as late work only after minutes.
    const holdsUp = kind === 'email' || waitingFor.includes(kind);
    const state = reason === ('key-format' satisfies AnswerCode) ? 'são recusadas' : 'esperam';
    return [
      ...(isLong && holdsUp ? [page(`mensagens por ${name} ${state}: ${detailWords(reason ?? '')}`)] : []),
      ...(breakerSince === null
        ? []
        : [page(`recusas em série no ${name}: nenhum destino é desligado ("religar")`)]),
    ];
  });
  return refusedMails === 0
    ? lines
    : [...lines, mail(`e-mails recusados pelo provedor em um dia, pelo endereço: ${refusedMails}`)];
}

function workProblems({ overdue, cronAt, salesClosedSince }: Facts, now: number): ReadyProblem[] {
  return [
    ...(cronAt !== null && cronAt > now - CRON_LATE_MS
      ? []
      : [page('cron: a tarefa agendada não roda há mais de três minutos')]),
    ...overdue.map(({ name, count, since }) =>
      (since < now - LONG_LATE_MS ? page : mail)(`atrasado: ${name}, ${count}`),
    ),
    // So that they are not forgotten.
    ...(salesClosedSince === null ? [] : [mail('as vendas estão fechadas')]),
  ];
}

/** What an operator adds when the places run out. */
const placeWords = {
  volumes: 'lugares de volume',
  memory: 'lugares de memória',
  pods: 'lugares de pod',
} as const;

/** Places that run out: those of all clusters together, because a new environment goes to any of them, and the free plan's. */
function placeProblems({ clusters, freeEnvironments: { used: free, max } }: Facts): ReadyProblem[] {
  const { used, places } = placesOf(clusters);
  const bounds = new Set(clusters.flatMap(({ boundBy }) => boundBy ?? []));
  const words = bounds.size === 0 ? 'lugares' : [...bounds].map((bound) => placeWords[bound]).join(' e ');
  const isAlmostFull = places > 0 && used >= places * ALMOST_ALL;
  return [
    ...(areClustersFull(clusters)
      ? [mail('todos os clusters estão cheios')]
      : isAlmostFull
        ? [mail(`${words} nos clusters: ${used} de ${places}`)]
        : []),
    ...(max !== null && free >= max * ALMOST_ALL
      ? [mail(`ambientes gratuitos: ${free} de ${max} (FREE_ENVIRONMENTS_MAX)`)]
      : []),
  ];
}

function clusterProblems(facts: Facts): ReadyProblem[] {
  const { newEnvironments, clusters, networks } = facts;
  return [
    ...networks.map(({ cluster }) =>
      page(
        `rede do cluster ${cluster}`.trim() +
          ': vinte ambientes caíram juntos, e os sites respondem de outra rede',
      ),
    ),
    ...(newEnvironments.begun < newEnvironments.perDay
      ? []
      : [mail('o limite de ambientes novos do dia foi atingido')]),
    // Its environments cannot be reached.
    ...clusters
      .filter(({ capacity }) => capacity === null)
      .map(({ name }) => page(`cluster ${name}: CLUSTERS não o cita`)),
    ...placeProblems(facts),
  ];
}

/** One line about some environments; none about no environment. */
function about(
  level: (text: string) => ReadyProblem,
  words: string,
  found: readonly { readonly subdomain: string }[],
): ReadyProblem[] {
  if (found.length === 0) return [];
  const names = found.slice(0, NAMES_MAX).map(({ subdomain }) => subdomain);
  const more = found.length > NAMES_MAX ? ' e outros' : '';
  return [level(`${words}: ${found.length} (${names.join(', ')}${more})`)];
}

/** Whose alerts do not go out: of silent ones the owners are told, up to `SILENT_MAX`. */
const alertProblems = ({ unheard, blind, oldReporters }: Facts): ReadyProblem[] => [
  ...about(unheard.length > SILENT_MAX ? page : mail, 'ambientes sem notícia há meia hora', unheard),
  ...about(page, 'ambientes que não checam nada há cinco minutos', blind),
  ...oldReporters.map(({ version, environments }) =>
    mail(
      `companheiros de antes, relato ${version}: ${environments} ${environments === 1 ? 'ambiente' : 'ambientes'}`,
    ),
  ),
];

function environmentProblems(facts: Facts): ReadyProblem[] {
  const { silent, troubled, untested, uncopied, removedCopies, mailPortOpen, missingOwn, silentOwn } = facts;
  const isFull = ({ volumePercent }: TroubledEnvironment) => volumePercent > ALMOST_FULL_PERCENT;
  return [
    ...about(silent.length >= MANY_SILENT ? page : mail, 'ambientes que não respondem há uma hora', silent),
    // Beside such a version the companion reads nothing: no limits, no alerts.
    ...about(
      page,
      'ambientes com uma versão não atendida',
      troubled.filter(({ isServed }) => !isServed),
    ),
    // A patch, which may be a security release: everything works, and somebody has yet to run the tests with it.
    ...untested.map(({ version, environments }) =>
      mail(
        `versão não ensaiada, ${version}: ${environments} ${environments === 1 ? 'ambiente' : 'ambientes'}`,
      ),
    ),
    ...about(page, `discos acima de ${ALMOST_FULL_PERCENT} %`, troubled.filter(isFull)),
    ...about(
      mail,
      `discos acima de ${FULL_PERCENT} %`,
      troubled.filter((each) => each.volumePercent > FULL_PERCENT && !isFull(each)),
    ),
    ...about(mail, 'ambientes sem cópia há mais de dois dias', uncopied),
    ...about(
      mail,
      'cópias a apagar, de ambientes removidos ("copias-apagadas")',
      removedCopies.map(({ application }) => ({ subdomain: application })),
    ),
    ...about(mail, 'porta 25 aberta para fora', mailPortOpen),
    ...about(mail, 'demonstração e status por fazer ("demonstracao")', missingOwn),
    ...about(mail, 'demonstração e status que não abrem sem login', silentOwn),
  ];
}

function supportProblems(
  { unanswered, lateOnboardings, unplannedSignIns, yearWithoutHolidays: year }: Facts,
  now: number,
): ReadyProblem[] {
  const line = (level: (text: string) => ReadyProblem, found: Facts['unanswered'], plan: string) => {
    const named = found
      .slice(0, NAMES_MAX)
      .map(({ number, dueAt }) => `${number} até ${shortDeadline(dueAt, now)}`);
    const more = found.length > NAMES_MAX ? ' e outras' : '';
    return found.length === 0
      ? []
      : [level(`suporte sem resposta${plan}: ${found.length} (${named.join(', ')}${more})`)];
  };
  return [
    ...line(
      page,
      unanswered.filter(({ isPaged }) => isPaged),
      ', Empresarial',
    ),
    ...line(
      mail,
      unanswered.filter(({ isPaged }) => !isPaged),
      '',
    ),
    ...about(mail, 'entradas de empresa fora do plano ("sso --desligar")', unplannedSignIns),
    ...about(mail, 'implantações assistidas depois do prazo ("implantacao")', lateOnboardings),
    ...(year === null ? [] : [mail(`feriados de ${year}: faltam em content/site.json (holidays)`)]),
  ];
}

function secretProblems({ datedSecrets, isReturnedMailUnread }: Facts, now: number): ReadyProblem[] {
  return [
    ...datedSecrets.flatMap(({ name, endsAt }) => {
      if (endsAt === null || endsAt > now + AHEAD_MS) return [];
      const days = Math.floor((endsAt - now) / DAY_MS);
      return [mail(days < 0 ? `${name}: terminou` : `${name}: termina em ${days} dias`)];
    }),
    ...(isReturnedMailUnread
      ? [mail('falta MAIL_WEBHOOK_SECRET: ninguém percebe os e-mails que voltam')]
      : []),
  ];
}
