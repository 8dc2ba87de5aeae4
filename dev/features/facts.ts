/**
 * What each feature of the product promises, as the code has it: limits, defaults, words and labels. An article that speaks
 * of a feature carries the mark of these lines (src/build/article-features.ts).
 *
 * Numbers come from the constants and functions that enforce them, words from the messages, pages and mails that say them.
 * The texts of content/ that only one article shows are not here. A line is made to be read in a difference.
 */
import { kindNames, presetNames } from '#account/alerts/recipient-words.ts';
import { FILE_MONITORS_MAX } from '#account/import/rules/kuma-backup.ts';
import { tableTemplate } from '#account/import/rules/table.ts';
import { exportTypes } from '#companion/contract.ts';
import retentionJson from '#content/legal/retention.json' with { type: 'json' };
import plansJson from '#content/plans.json' with { type: 'json' };
import { activityKinds, activitySubjects, activityWords, subjectOfKind } from '#domain/activity/kinds.ts';
import { causeOf, causeRows } from '#domain/alerts/causes.ts';
import { offSentences, kindNames as recipientKindNames } from '#domain/alerts/codes.ts';
import { GATHER_MS, GROUP_MS, WAIT_MAX_MS } from '#domain/alerts/next-message.ts';
import { defaultPreferences, quietModes, reminderHours } from '#domain/alerts/preferences.ts';
import { presets, quietOf } from '#domain/alerts/presets.ts';
import {
  FALLS_A_DAY,
  MEMBERS_MAX,
  messageShare,
  type RecipientsMax,
  recipientsMax,
  shareWarning,
} from '#domain/alerts/shares.ts';
import { CHANGES_MAX } from '#domain/alerts/story.ts';
import { CODE_MINUTES, CODE_PAUSE_SECONDS } from '#domain/api-schemas/alerts.ts';
import { measuredIds, SHOWN_DAYS } from '#domain/availability/measured.ts';
import { billingTerms } from '#domain/billing/terms.ts';
import { INTERVAL_SECONDS_MAX, importedTypes, machineTypes } from '#domain/import/columns.ts';
import { importSources, MONITORS_MAX } from '#domain/import/items.ts';
import { ownTimes } from '#domain/import/own-times.ts';
import { graceDays } from '#domain/limits/grace.ts';
import { RETRY_SECONDS_MIN } from '#domain/limits/monitors.ts';
import { account } from '#domain/messages/account.ts';
import { activity } from '#domain/messages/activity.ts';
import { alerts } from '#domain/messages/alerts.ts';
import { availability } from '#domain/messages/availability.ts';
import { checkout } from '#domain/messages/checkout.ts';
import { imports } from '#domain/messages/import.ts';
import { now } from '#domain/messages/now.ts';
import { people } from '#domain/messages/people.ts';
import { upgrade } from '#domain/messages/plan-change.ts';
import { reports } from '#domain/messages/reports.ts';
import { seen } from '#domain/messages/seen.ts';
import { support } from '#domain/messages/support.ts';
import { movingOut } from '#domain/messages/take-environment.ts';
import { standingWords } from '#domain/now/words.ts';
import {
  DELETION_NOTICE_DAYS,
  INVITATION_DAYS,
  INVITATIONS_PER_DAY,
  SEATS_GRACE_DAYS,
  seatsBesideOwner,
} from '#domain/people/seats.ts';
import { ALERT_SECONDS, alertNote, alertWithin } from '#domain/plans/alert-time.ts';
import { createCatalog, type Plan } from '#domain/plans/catalog.ts';
import { cycleNames, perCycle } from '#domain/plans/cycle-words.ts';
import { billingCycles } from '#domain/plans/ids.ts';
import { formatHeartbeat } from '#domain/plans/limits.ts';
import { createRetention, formatPeriod } from '#domain/privacy/retention.ts';
import { reportLevels } from '#domain/reports/level.ts';
import { FRESH_SIGN_IN_MINUTES } from '#domain/sign-in/fresh.ts';
import { FREE_ANSWER_DAYS } from '#domain/support/answer-days.ts';
import {
  ASLEEP_DAYS,
  FAREWELL_DAYS,
  SLEEP_NOTICE_DAYS,
  UNWATCHED_DAYS,
  WAKE_SECONDS,
} from '#domain/tenants/sleep.ts';
import type { FeatureId } from '../../src/schemas/docs.ts';
import { constantIn, inOrder, readSource, wordsIn } from './words-in.ts';

const catalog = createCatalog(plansJson);

type Fact = readonly [what: string, value: unknown];
const line = ([what, value]: Fact): string => `${what}: ${written(value)}`;
const written = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : JSON.stringify(value);

/** A fact of every plan in one line: "Gratuito 5; Essencial 30; …". */
const perPlan = (what: string, of: (plan: Plan) => unknown): Fact => [
  what,
  catalog.plans.map((plan) => `${plan.name} ${written(of(plan))}`).join('; '),
];

/** Sentences of a catalogue of messages, without those that only say that something waits or failed. */
const said = (messages: Readonly<Record<string, string>>, of = /(?:)/): string[] =>
  Object.entries(messages)
    .filter(([id]) => of.test(id) && !/loading|reading|failed|unclear/.test(id))
    .map(([, text]) => text);

interface Facts {
  /** In the order written here. */
  readonly values: readonly Fact[];
  /** In the order of the alphabet. */
  readonly words: readonly string[];
}

const termNames: Readonly<Record<keyof typeof billingTerms, string>> = {
  chargeRetryDays: 'Tentativas depois de uma cobrança que falhou (dias)',
  withdrawalDays: 'Prazo para desistir (dias)',
  refundBusinessDays: 'Devolução pedida em até (dias úteis)',
  disputeDays: 'Prazo para contestar uma cobrança (dias)',
  priceNoticeDays: 'Aviso de preço novo (dias)',
  renewalNoticeDays: 'Aviso da renovação anual (dias)',
  graceDays: 'O painel continua depois do vencimento (dias)',
  quoteMinutes: 'Os valores mostrados valem por (min)',
  differenceCentavosMin: 'Menor diferença cobrada (centavos)',
  withdrawalsMax: 'Desistências até uma pessoa decidir',
  withdrawalMonths: 'Contadas em (meses)',
  heldAnswerBusinessDays: 'Resposta de uma pessoa em até (dias úteis)',
  deliveryHoursMax: 'Painel pago entregue em até (h)',
  nameKeptDays: 'Nome de um pedido não entregue guardado por (dias)',
};

/** What the gateway of an environment opens to everybody, as its chart writes it. */
const publicPaths = (): string => {
  const gateway = readSource('deploy/tenant-chart/templates/gateway.yaml');
  const lists = [...gateway.matchAll(/\$public\w+ := list (.+?) -\}\}/g)];
  return lists.map(([, paths = '']) => paths.replaceAll('"', '')).join(' ');
};

const { monitors: noMonitors, ...told } = defaultPreferences;

const placesOf = ({ email, telegram, all }: RecipientsMax): string => [email, telegram, all].join(', ');

const facts: Readonly<Record<FeatureId, () => Facts>> = {
  avisos: () => ({
    values: [
      ['Nome do canal no painel', constantIn('companion/alert-channel.ts', 'CHANNEL_NAME')],
      perPlan('Destinos (e-mails, conversas, ao todo)', ({ id }) => placesOf(recipientsMax(id))),
      ['Destinos de quem foi convidado (e-mails, conversas, ao todo)', placesOf(MEMBERS_MAX)],
      perPlan('Tipos de destino', ({ alerts }) =>
        alerts.kinds.map((kind) => recipientKindNames[kind]).join(', '),
      ),
      perPlan('Texto próprio', ({ alerts }) => (alerts.ownText ? 'sim' : 'não')),
      perPlan('Mensagens por dia', ({ id }) => messageShare(id)),
      perPlan('Diz que a cota está perto do fim a partir de', ({ id }) => shareWarning(id)),
      perPlan('Cada destino escolhe monitores', ({ alerts }) => (alerts.monitorChoice ? 'sim' : 'não')),
      ['Quedas de um monitor contadas em um dia', FALLS_A_DAY],
      ['Mudanças em uma hora até “instável”', CHANGES_MAX],
      ['Enquanto instável, avisa de uma queda de', constantIn('src/domain/alerts/story.ts', 'LONG_MS')],
      [
        'O painel está sem dar notícia depois de',
        constantIn('functions/alerts/reporter-store.ts', 'SILENT_MS'),
      ],
      ['Junta o que acontece em (s)', GATHER_MS / 1000],
      ['Uma mensagem para o que vem em (s)', GROUP_MS / 1000],
      ['Nada novo espera mais de (s)', WAIT_MAX_MS / 1000],
      ['Validade do código (min)', CODE_MINUTES],
      ['Pausa entre dois códigos (s)', CODE_PAUSE_SECONDS],
      ['Tentativas de um código', constantIn('functions/alerts/codes-store.ts', 'TRIES_MAX')],
      ['Códigos por dia a um destino', constantIn('functions/alerts/codes-store.ts', 'CODES_PER_DAY')],
      ['Validade do link do Telegram', constantIn('functions/alerts/telegram.ts', 'LINK_MS')],
      [
        'Uma conversa que volta é ligada de novo até',
        constantIn('functions/alerts/telegram.ts', 'RETURN_MS'),
      ],
      ['Pausa entre dois testes', constantIn('functions/alerts/message-store.ts', 'TEST_PAUSE_MS')],
      ['Avisos mostrados na página', constantIn('functions/alerts/message-counts.ts', 'SHOWN_MAX')],
      ['De fábrica, cada destino', told],
      ['De fábrica, de quais monitores', noMonitors ?? 'todos'],
      ['Lembretes possíveis (h)', reminderHours.join(', ')],
      ['No silêncio', quietModes.join(', ')],
      ...Object.entries(kindNames),
      ...presets.map((preset): Fact => [presetNames[preset], quietOf(preset, 'fuso') ?? 'sem silêncio']),
      ...Object.entries(offSentences).map(([why, text]): Fact => [`Não recebe mais (${why})`, text]),
      ['Avisos de vencimento, dias antes', constantIn('companion/domain-expiry.ts', 'USUAL_WARNINGS')],
    ],
    words: [
      ...said(alerts, /^(?:alert|telegram)/),
      ...wordsIn(
        'src/account/alerts/*.{ts,tsx,astro}',
        'src/pages/conta/avisos.astro',
        'src/pages/avisos/*.astro',
      ),
      ...wordsIn('src/domain/alerts/!(causes).ts', 'functions/alerts/*{mail,words,text}.ts'),
    ],
  }),
  'primeiro-monitor': () => ({
    values: [
      ['Tempo limite do que criamos (s)', ownTimes.timeout],
      ['Tentativas depois da primeira', ownTimes.maxretries],
      ['Intervalo de repetição (s)', ownTimes.retryInterval],
      ['Da primeira checagem que falha à mensagem (s)', ALERT_SECONDS],
      perPlan('Prazo', ({ limits }) => alertWithin(limits.heartbeatSeconds)),
      ['Nota', alertNote],
    ],
    words: said(alerts, /^first-monitor/),
  }),
  importar: () => ({
    values: [
      ['De onde', importSources.join(', ')],
      ['Colunas do modelo', tableTemplate[0]?.join(', ')],
      ...tableTemplate.slice(1).map((cells): Fact => ['Exemplo do modelo', cells.join(';')]),
      ['Monitores de um arquivo', FILE_MONITORS_MAX],
      ['Monitores de um painel', MONITORS_MAX],
      ['Maior intervalo (s)', INTERVAL_SECONDS_MAX],
      ['Tipos que vêm', [...importedTypes].sort().join(', ')],
      ['Tipos que olham a máquina', [...machineTypes].sort().join(', ')],
    ],
    words: [...said(imports), ...wordsIn('src/account/import/*.tsx', 'src/pages/conta/importar.astro')],
  }),
  exportar: () => ({
    values: [
      ['Formatos', exportTypes],
      ['Entrada pedida dos últimos (min)', FRESH_SIGN_IN_MINUTES],
    ],
    words: [
      ...said(movingOut),
      ...wordsIn('src/account/take-environment/*.tsx', 'src/pages/conta/dados.astro'),
    ],
  }),
  planos: () => ({
    values: [
      perPlan('Monitores', ({ limits }) => limits.monitors),
      perPlan('Usuários', ({ limits }) => limits.users),
      perPlan('Menor intervalo', ({ limits }) => formatHeartbeat(limits.heartbeatSeconds)),
      ...billingCycles.map((cycle) =>
        perPlan(
          cycleNames[cycle],
          ({ id }) => `${catalog.displayPrice(id, cycle).amount} ${perCycle[cycle]}`,
        ),
      ),
      ['Desconto anual (%)', catalog.yearlyDiscountPercent],
      ['Dias sem vigiar até um gratuito dormir', UNWATCHED_DAYS],
      ['Aviso antes de dormir (dias)', SLEEP_NOTICE_DAYS],
      ['Segundos para acordar', WAKE_SECONDS],
      ['Dias dormindo até o primeiro e-mail da remoção', ASLEEP_DAYS],
      ['Dias entre cada e-mail e a remoção', FAREWELL_DAYS.join(', ')],
      ...catalog.plans.map(
        ({ id, name, features, highlights }): Fact => [
          name,
          [...features, ...highlights, ...catalog.sold(id).flatMap(({ means }) => means ?? [])].join('; '),
        ],
      ),
    ],
    words: [
      ...said(upgrade),
      ...wordsIn('src/account/contract/{plan,sold}-section.tsx', 'functions/plan-change/mail.ts'),
    ],
  }),
  limites: () => ({
    values: [
      ['Dias até pausar os que passam', graceDays.number],
      ['Dias até aumentar os intervalos', graceDays.interval],
      ['Menor intervalo de repetição (s)', RETRY_SECONDS_MIN],
    ],
    words: [
      ...said(account, /^limits/),
      ...wordsIn('src/account/limits/*.tsx', 'src/domain/limits/{notices,words}.ts'),
      ...wordsIn('functions/limits/mail.ts', 'functions/quota/mail.ts'),
    ],
  }),
  pessoas: () => ({
    values: [
      perPlan('Lugares além do dono', ({ limits }) => seatsBesideOwner(limits)),
      ['Validade de um convite (dias)', INVITATION_DAYS],
      ['Convites por dia', INVITATIONS_PER_DAY],
      ['Dias para escolher quem fica', SEATS_GRACE_DAYS],
      ['Dados de novo depois de (dias)', constantIn('src/domain/people/seats.ts', 'GRACE_AGAIN_DAYS')],
      ['Aviso antes de apagar o painel (dias)', DELETION_NOTICE_DAYS],
    ],
    words: [
      ...said(people),
      ...wordsIn('src/account/people/*.tsx', 'src/pages/conta/pessoas.astro', 'functions/people/mail.ts'),
    ],
  }),
  manutencao: () => ({
    values: [
      ['Lembretes antes (min)', constantIn('companion/alert-maintenance.ts', 'REMINDERS')],
      ['Escolha em Avisos', kindNames.maintenance],
    ],
    words: wordsIn('src/domain/alerts/{said,subject,lines}.ts').filter((text) => /manutenç/i.test(text)),
  }),
  relatorios: () => ({
    values: [
      perPlan('Relatório', ({ id }) => reportLevels[id]),
      [
        'Por e-mail: a que hora do dia 1º, e em quantos dias',
        constantIn('functions/reports/collect-reports.ts', 'MAILING'),
      ],
    ],
    words: [
      ...said(reports),
      ...wordsIn(
        'src/account/reports/*.{ts,tsx}',
        'src/pages/conta/relatorios.astro',
        'functions/reports/*mail.ts',
      ),
    ],
  }),
  disponibilidade: () => ({
    values: [
      ['O que é medido', measuredIds.join(', ')],
      ['Dias mostrados', SHOWN_DAYS],
    ],
    words: [
      ...said(availability),
      ...wordsIn('src/availability/*.{ts,astro}', 'src/pages/disponibilidade.astro'),
    ],
  }),
  pagamentos: () => ({
    values: Object.entries(termNames).map(
      ([term, name]): Fact => [name, billingTerms[term as keyof typeof billingTerms]],
    ),
    words: [
      ...said(checkout, /^card\.changed|nothing-renews|charge/),
      ...said(account, /^(?:account|fiscal)/),
      ...wordsIn(
        'src/account/contract/*.{ts,tsx}',
        'src/account/account-words.ts',
        'src/pages/conta/{plano,cartao}.astro',
      ),
      ...wordsIn('functions/{renewals,ending,fiscal,card-change}/mail.ts'),
    ],
  }),
  conta: () => ({
    values: [],
    words: wordsIn('src/account/*.tsx', 'src/account/plan/*.tsx', 'src/pages/conta.astro'),
  }),
  atividade: () => ({
    values: [
      ['Assuntos', Object.values(activitySubjects).join(', ')],
      ...activityKinds.map((kind): Fact => [activitySubjects[subjectOfKind(kind)], activityWords(kind, '…')]),
    ],
    words: [
      ...said(activity),
      ...wordsIn('src/account/activity/*.{ts,tsx}', 'src/pages/conta/atividade.astro'),
    ],
  }),
  dados: () => ({
    values: [
      ['Entrada pedida dos últimos (min)', FRESH_SIGN_IN_MINUTES],
      ['Aviso a quem trabalha no painel, antes da exclusão (dias)', DELETION_NOTICE_DAYS],
      ['Prazo para desistir de uma compra (dias)', billingTerms.withdrawalDays],
      ['Cópias por dia', constantIn('functions/privacy/data-copies.ts', 'COPIES_PER_DAY')],
      ...createRetention(retentionJson).entries.map(
        ({ title, keep }): Fact => [`Guarda de “${title}”`, formatPeriod(keep)],
      ),
    ],
    words: [
      ...said(account, /^own-data/),
      ...wordsIn(
        'src/account/privacy/*.tsx',
        'src/pages/conta/meus-dados.astro',
        'functions/privacy/mail.ts',
      ),
    ],
  }),
  quedas: () => ({
    values: [
      ['Validade do link “Estou vendo”', constantIn('functions/alerts/seen.ts', 'LINK_MS')],
      ...Object.entries(standingWords),
    ],
    words: [
      ...said(now),
      ...said(seen),
      ...wordsIn('src/account/now/*.{ts,tsx}', 'src/domain/now/*.ts', 'src/pages/conta/ocorrencias.astro'),
    ],
  }),
  'paginas-de-status': () => ({
    values: [
      ['Abre sem entrada', publicPaths()],
      perPlan('No plano', ({ features }) => features.filter((text) => /status/i.test(text)).join('; ')),
    ],
    words: [],
  }),
  push: () => ({
    values: [
      ['Além do prazo, até o aviso (ms)', constantIn('companion/alert-push.ts', 'LATE_MS')],
      ['Motivo do próprio painel', causeOf('No heartbeat in the time window')],
    ],
    words: wordsIn('src/domain/alerts/said.ts').filter((text) => /sinal/i.test(text)),
  }),
  mensagens: () => ({
    values: causeRows.map(
      ({ says, words, look }): Fact => [says.source, `${typeof words === 'string' ? words : '…'}. ${look}`],
    ),
    words: [],
  }),
  suporte: () => ({
    values: [
      ['Resposta no gratuito, em até (dias)', FREE_ANSWER_DAYS],
      perPlan('Suporte', ({ features, highlights }) =>
        [...features, ...highlights].filter((text) => /suporte|resposta/i.test(text)).join('; '),
      ),
    ],
    words: [...said(support), ...wordsIn('src/support/*.{astro,tsx}')],
  }),
};

/** The facts of a feature as a text, one a line. */
export function factsOf(id: FeatureId): string {
  const { values, words } = facts[id]();
  return [...values.map(line), ...inOrder(words)].map((each) => `${each}\n`).join('');
}
