/**
 * Every table of the database: whose rows it has, what a copy of the data calls them, what goes on request, and what
 * goes by age.
 *
 * Read by the copy, the deletion and the retention job. The lengths of the periods, and what the privacy page says about
 * each kind of data, are in content/legal/retention.json. tests/worker/privacy-tables.test.ts proves over the real
 * schema that nothing is missing here.
 */
import { maskedAddress } from '#domain/alerts/channel-address.ts';
import { isPostedKind, type RecipientKind } from '#domain/alerts/codes.ts';
import { DELETION_STUCK, DELETION_WORK, GROUP_WORK } from '#functions/platform/work/names.ts';

/** What rows know a person by. */
export interface PersonKeys {
  /** Ids of their orders. */
  readonly orders: readonly string[];
  /** OIDC subjects. */
  readonly subjects: readonly string[];
  readonly emails: readonly string[];
  readonly subscriptions: readonly string[];
  readonly payments: readonly string[];
  /** Hashes that link marks to the person. */
  readonly parties: readonly string[];
  /** As whom they make us call the processor. */
  readonly callers: readonly string[];
}

interface Table {
  /** What its rows mean, in the words of a copy's index; without it, no row belongs to a person. */
  readonly words?: string;
  /** Condition for the rows of a person; `:orders` and so on stand for the person's keys. */
  readonly of?: string;
  /** What a deletion on request removes of these rows: all, or those that also meet a condition. */
  readonly erased?: true | string;
  /** Removed together with its order. */
  readonly goesWithOrder?: true;
  /**
   * The entries of retention.json that keep it, each with the condition for rows that are too old: `:before` stands for
   * the time in milliseconds, `:day` for that day. `null`: removed with the row, environment or work it belongs to.
   */
  readonly kept: Readonly<Record<string, string | null>>;
  /** The key of a table without a rowid. */
  readonly key?: string;
  /** A column in which anyone may write an address of another person. */
  readonly freeText?: string;
  /** What a copy shows in place of a secret: whoever had it could act with it. */
  readonly hidden?: (row: Readonly<Record<string, unknown>>) => Readonly<Record<string, string>>;
}

/** SQL condition: the order never became a contract (no payment and no environment). */
const NEVER_A_CONTRACT = `released_at IS NOT NULL AND status <> 'CONCLUIDO' AND payment <> 'confirmed'`;

const OF_ORDER = 'order_id IN :orders';
const OF_TENANT = `subdomain IN (SELECT subdomain FROM tenants WHERE ${OF_ORDER})`;
const OF_SUBJECT = 'subject IN :subjects';
const OF_EMAIL = 'email IN :emails';
/** A member's own, in another person's environment. */
const OF_MEMBER = `member_id IN (SELECT id FROM memberships WHERE ${OF_SUBJECT})`;
const OF_ADDRESS = `(kind = 'email' AND address IN :emails)`;
const OF_ABANDONED = `order_id IN (SELECT id FROM orders WHERE id IN :orders AND ${NEVER_A_CONTRACT})`;

/** A contract ended on the last day in its row; without one, on the day its name was released. */
const ENDED_ON = `COALESCE((SELECT MAX(ends_on) FROM contract_ends WHERE order_id = orders.id),
  date(released_at / 1000, 'unixepoch', '-3 hours'))`;
/** Maximum time between a contract's end and the release of its name, in milliseconds; limits the rows to check. */
const RELEASE_DELAY = 60 * 86_400_000;

// The reference of a held purchase is account/day.
const NOTICED = `(reference IN :subscriptions OR reference IN :payments
  OR reference IN (SELECT id FROM plan_changes WHERE order_id IN :orders)
  OR (kind IN ('purchase-held', 'purchase-held-told') AND substr(reference, 1, instr(reference, '/') - 1) IN :subjects))`;

const WITH_ORDER = { goesWithOrder: true, kept: { orders: null } } as const;
/** Removed with the row of the environment. */
const OF_ENVIRONMENT = { of: OF_ORDER, kept: { orders: null }, key: 'order_id' } as const;
const WITH_ENVIRONMENT = { of: OF_TENANT, kept: { orders: null } } as const;

/** In the order of a copy's index. Rows are removed in the opposite order, dependent ones first. */
const tables = {
  orders: {
    words: 'Cada cadastro seu: subdomínio, plano e preço.',
    of: 'id IN :orders',
    erased: NEVER_A_CONTRACT,
    kept: {
      orders: `released_at < :before + ${RELEASE_DELAY} AND NOT (${NEVER_A_CONTRACT}) AND ${ENDED_ON} < :day`,
      'abandoned-orders': `${NEVER_A_CONTRACT} AND chosen_at < :before`,
    },
  },
  buyers: {
    words: 'O seu nome e o seu e-mail em cada cadastro.',
    of: OF_ORDER,
    erased: OF_ABANDONED,
    ...WITH_ORDER,
    key: 'order_id',
  },
  acceptances: {
    words: 'Cada aceite dos termos: a versão, a data, a hora e o IP.',
    of: OF_ORDER,
    erased: OF_ABANDONED,
    ...WITH_ORDER,
    key: 'id',
  },
  provisioning_runs: {
    words: 'O andamento da criação de cada painel.',
    of: OF_ORDER,
    erased: OF_ABANDONED,
    ...WITH_ORDER,
    key: 'order_id',
  },
  tenants: {
    words: 'O seu painel: endereço, plano em vigor e estado.',
    of: OF_ORDER,
    kept: { orders: null },
  },
  contracts_in_force: { words: 'O contrato em vigor: preço e referências na operadora.', ...OF_ENVIRONMENT },
  admitted: { words: 'Qual lista de pessoas o painel já recebeu.', ...OF_ENVIRONMENT },
  restores: { words: 'A última volta do painel de uma cópia.', ...OF_ENVIRONMENT },
  environment_states: { words: 'O que o painel disse de si: disco, versão e cópias.', ...OF_ENVIRONMENT },
  sleeps: { words: 'O sono do painel: avisos, cópia e quando foi acordado.', ...OF_ENVIRONMENT },
  watchings: {
    words: 'Quando o painel foi lido, e quando se viu nele um monitor ligado ou alguém.',
    ...OF_ENVIRONMENT,
  },
  cluster_calls: { words: 'Mudanças do painel que ainda não terminaram.', ...OF_ENVIRONMENT },
  invitation_days: {
    words: 'Quantos convites saíram no último dia em que houve convites.',
    ...OF_ENVIRONMENT,
  },
  seats: {
    words: 'Desde quando há mais pessoas do que lugares, e o prazo para escolher.',
    ...OF_ENVIRONMENT,
  },
  company_sign_ins: {
    words: 'O domínio da empresa que entra no painel por conta própria.',
    ...OF_ENVIRONMENT,
  },
  onboardings: { words: 'A implantação assistida do seu painel: começo, prazo e fim.', ...OF_ENVIRONMENT },
  report_mail_off: { words: 'Que você não quer o relatório do mês por e-mail.', ...OF_ENVIRONMENT },
  deletion_notices: { words: 'Quando as pessoas do painel souberam da exclusão.', ...OF_ENVIRONMENT },
  plan_changes: {
    words: 'Mudanças de plano pedidas, com valor e resultado.',
    of: OF_ORDER,
    erased: OF_ABANDONED,
    ...WITH_ORDER,
  },
  quota_readings: {
    words: 'Quantos monitores o painel tinha na última contagem.',
    ...WITH_ENVIRONMENT,
  },
  card_changes: {
    words: 'Trocas de cartão: a bandeira, os quatro últimos dígitos e como terminaram.',
    of: OF_ORDER,
    erased: OF_ABANDONED,
    ...WITH_ORDER,
  },
  fiscal_notes: {
    words: 'Notas fiscais de cada cobrança: número, situação e endereço.',
    of: OF_ORDER,
    ...WITH_ORDER,
  },
  fiscal_contacts: {
    words: 'Outros e-mails e o pedido de compra que você indicou para as notas fiscais.',
    of: OF_ORDER,
    erased: true,
    ...WITH_ORDER,
  },
  limit_graces: {
    words: 'Prazos que o painel teve por passar do plano.',
    ...WITH_ENVIRONMENT,
  },
  limit_states: {
    words: 'Quais monitores você escolheu manter, e o que foi ajustado ao plano.',
    ...WITH_ENVIRONMENT,
  },
  report_days: {
    words: 'As checagens de cada dia, somadas por monitor, de que o relatório é feito.',
    of: OF_TENANT,
    erased: true,
    kept: { reports: 'day < :day' },
  },
  report_months: {
    words: 'Os nomes dos monitores em cada mês de relatório.',
    of: OF_TENANT,
    erased: true,
    // A month is removed after its last day.
    kept: { reports: 'month < substr(:day, 1, 7)' },
  },
  memberships: {
    words: 'Painéis de outras pessoas em que você trabalha ou trabalhou.',
    of: OF_SUBJECT,
    erased: true,
    // An account that must still be removed from its group is kept.
    kept: {
      people: `ended_at < :before AND NOT EXISTS (SELECT 1 FROM work WHERE kind = '${GROUP_WORK}' AND key = memberships.id)`,
    },
  },
  alert_recipients: {
    words:
      'Quem recebe os avisos do painel, e o que cada um escolheu; também os seus no painel de outra pessoa.',
    of: `(${OF_ORDER} OR ${OF_ADDRESS} OR ${OF_MEMBER})`,
    erased: true,
    ...WITH_ORDER,
    hidden: ({ kind, address }) =>
      isPostedKind(kind as RecipientKind) ? { address: maskedAddress(String(address)) } : {},
  },
  alert_webhooks: {
    words: 'Quantos acontecimentos cada webhook de avisos recebeu; o segredo dele não vem aqui.',
    of: `recipient_id IN (SELECT id FROM alert_recipients WHERE ${OF_ORDER})`,
    erased: true,
    kept: { alerts: null },
    key: 'recipient_id',
    hidden: () => ({ secret: '…', old_secret: '…' }),
  },
  alert_posts: {
    words: 'O que espera para ser mandado a um webhook de avisos.',
    of: `recipient_id IN (SELECT id FROM alert_recipients WHERE ${OF_ORDER})`,
    erased: true,
    kept: { alerts: null },
    key: 'message_id',
  },
  alert_codes: {
    words: 'Códigos de confirmação mandados a novos destinos de avisos, ilegíveis.',
    of: `recipient_id IN (SELECT id FROM alert_recipients WHERE ${OF_ORDER} OR ${OF_ADDRESS} OR ${OF_MEMBER})`,
    erased: true,
    kept: { alerts: 'expires_at < :before' },
    key: 'recipient_id',
  },
  telegram_links: {
    words: 'Links para conectar uma conversa do Telegram, ilegíveis.',
    of: `(${OF_ORDER} OR ${OF_MEMBER})`,
    erased: true,
    goesWithOrder: true,
    kept: { alerts: 'expires_at < :before' },
    key: 'code',
  },
  alert_messages: {
    words:
      'Avisos mandados sobre os monitores do painel, e o que foi feito de cada um; também os mandados a você.',
    // Of a former member, whose recipients went with the membership, by the address.
    of: `(${OF_ORDER} OR recipient_id IN (SELECT id FROM alert_recipients WHERE ${OF_ADDRESS} OR ${OF_MEMBER})
      OR (order_id IN (SELECT order_id FROM memberships WHERE ${OF_SUBJECT}) AND kind = 'email' AND recipient IN :emails))`,
    erased: true,
    goesWithOrder: true,
    kept: { alerts: 'created_at < :before' },
  },
  alert_reporters: {
    words: 'Quando o painel deu notícia pela última vez, e com que versão.',
    of: OF_ORDER,
    erased: true,
    ...WITH_ORDER,
    key: 'order_id',
  },
  alert_levels: {
    words: 'O que cada monitor é agora: no ar ou fora do ar, desde quando, ou por que não é vigiado.',
    of: OF_ORDER,
    erased: true,
    goesWithOrder: true,
    // What is watched is kept as long as it is.
    kept: { alerts: "state = 'outside' AND changed_at < :before" },
    key: 'order_id, monitor_id, created_at',
  },
  alert_falls: {
    words:
      'As quedas de cada monitor: de quando a quando, o que a instância disse e quem disse “Estou vendo”.',
    of: OF_ORDER,
    erased: true,
    goesWithOrder: true,
    // One that goes on is kept until it ends.
    kept: { alerts: 'received_at < :before AND until < :before' },
    key: 'seq',
    freeText: 'seen_by',
  },
  alert_events: {
    words: 'O que mais o painel contou: manutenções, certificados e domínios perto de vencer, testes.',
    of: OF_ORDER,
    erased: true,
    goesWithOrder: true,
    kept: { alerts: 'received_at < :before' },
  },
  alert_days: {
    words: 'Quantos avisos o painel teve em cada dia.',
    of: OF_ORDER,
    erased: true,
    goesWithOrder: true,
    kept: { alerts: 'day < :day' },
    key: 'order_id, day',
  },
  alert_channels: {
    words: 'Se os avisos estão ligados no painel, em quais monitores não, e quais estão sem canal nenhum.',
    of: OF_ORDER,
    erased: true,
    ...WITH_ORDER,
  },
  first_monitors: {
    words: 'O endereço que você pediu para vigiar primeiro.',
    of: OF_ORDER,
    erased: true,
    ...WITH_ORDER,
  },
  invitations: {
    words: 'Convites mandados ao seu e-mail.',
    of: OF_EMAIL,
    erased: true,
    kept: { people: 'expires_at < :before' },
  },
  contracts: {
    words: 'Contratos: a assinatura na operadora de pagamento, quando começou e como terminou.',
    of: OF_ORDER,
    ...WITH_ORDER,
  },
  contract_terms: {
    words: 'Plano, ciclo e preço de cada contrato, desde quando.',
    of: `contract_id IN (SELECT id FROM contracts WHERE ${OF_ORDER})`,
    ...WITH_ORDER,
  },
  charges: {
    words: 'Cobranças: valor, vencimento, os dias que cada uma paga e se foi paga, contestada ou devolvida.',
    of: OF_ORDER,
    ...WITH_ORDER,
  },
  quotes: {
    words: 'Valores mostrados a você antes de uma mudança de plano.',
    of: OF_ORDER,
    erased: true,
    ...WITH_ORDER,
  },
  contract_ends: {
    words: 'Cancelamentos e desistências, com as datas.',
    of: OF_ORDER,
    erased: OF_ABANDONED,
    ...WITH_ORDER,
  },
  dunning: {
    words: 'Renovações que o cartão recusou e as novas tentativas.',
    of: `subdomain IN (SELECT subdomain FROM orders WHERE id IN :orders) AND subscription_id IN (
      SELECT subscription_id FROM orders WHERE id IN :orders
      UNION SELECT subscription_id FROM contracts WHERE order_id IN :orders
      UNION SELECT subscription_id FROM contract_ends WHERE order_id IN :orders
      UNION SELECT subscription_id FROM plan_changes WHERE order_id IN :orders)`,
    ...WITH_ORDER,
  },
  billing_notices: {
    words: 'Avisos sobre cobranças e contratos, com a data.',
    of: NOTICED,
    kept: {
      // Kept while the subscription runs, so that operators get no second notice.
      orders:
        'noticed_at < :before AND NOT EXISTS (SELECT 1 FROM contracts_in_force f WHERE f.subscription_id = billing_notices.reference)',
      'purchase-marks': "kind IN ('purchase-held', 'purchase-held-told') AND noticed_at < :before",
    },
    key: 'kind, reference',
  },
  events: {
    words: 'O que aconteceu com cada pedido e contrato, em ordem.',
    of: OF_ORDER,
    erased: `${OF_ABANDONED} AND operator IS NULL`,
    goesWithOrder: true,
    kept: { orders: 'at < :before AND NOT EXISTS (SELECT 1 FROM orders WHERE orders.id = events.order_id)' },
  },
  support_messages: {
    words: 'Mensagens que você mandou pelo formulário de suporte, com o prazo e a hora da resposta.',
    of: `(${OF_EMAIL} OR ${OF_SUBJECT})`,
    kept: { support: 'created_at < :before' },
  },
  outbox: {
    words: 'E-mails que o site mandou a você, ou à equipe sobre o seu painel.',
    // Mails to operators have no customer, so they are matched by what they are about. The subdomain may have had
    // another owner before this order. CROSS and `+` make SQLite read the orders first and use the index on mails.
    of: `(COALESCE(json_extract(payload, '$.to'), json_extract(payload, '$.email')) IN :emails
      OR id IN (SELECT m.id FROM orders o CROSS JOIN outbox m ON json_extract(m.payload, '$.subdominio') = +o.subdomain
        WHERE o.id IN :orders AND m.created_at >= o.chosen_at
          AND (o.released_at IS NULL OR m.created_at <= o.released_at))
      OR id IN (SELECT 'operator-' || kind || '-' || reference FROM billing_notices WHERE ${NOTICED})
      OR id IN (SELECT 'operator-${DELETION_STUCK}-' || requested_at FROM deletions WHERE ${OF_SUBJECT}))`,
    erased: true,
    kept: { messages: 'sent_at < :before' },
    freeText: 'payload',
  },
  idempotency: {
    words: 'Registro que impede um pedido de ser feito duas vezes, com a resposta que você recebeu.',
    of: OF_SUBJECT,
    erased: true,
    kept: { 'request-records': 'created_at < :before' },
    freeText: 'body',
  },
  processor_calls: {
    words: 'Quantas vezes, por hora, a sua conta fez o site consultar a operadora de pagamento.',
    of: 'caller IN :callers',
    erased: true,
    kept: { 'payment-attempts': 'hour < :before' },
    key: 'caller, hour',
  },
  data_copies: {
    words: 'Quantas cópias dos seus dados você baixou em cada dia.',
    of: OF_SUBJECT,
    erased: true,
    kept: { 'own-data': 'day < :day' },
    key: 'subject, day',
  },
  deletions: {
    words: 'O seu pedido de exclusão, se há um.',
    of: OF_SUBJECT,
    kept: { 'own-data': 'done_at < :before' },
    key: 'subject',
  },
  marks: {
    words: 'Desistências, dívidas, contestações e upgrades em confiança.',
    of: 'id IN (SELECT mark_id FROM mark_parties WHERE party IN :parties)',
    kept: {
      'purchase-marks': `at < :before AND (kind IN ('withdrawal', 'trust') OR kind = 'dispute' AND settled_by = 'won')`,
      debts: "kind IN ('debt', 'dispute') AND at < :before",
    },
  },
  mark_parties: {
    words: 'Os códigos com chave pelos quais as linhas de "marks" são reconhecidas como suas.',
    of: 'party IN :parties',
    kept: { 'purchase-marks': null, debts: null },
  },
  work: {
    words: 'O que o site ainda tem a fazer pelos seus pedidos e pelo seu painel.',
    of: `order_id IN :orders OR (kind = '${DELETION_WORK}' AND key IN :subjects)`,
    kept: { 'due-work': null },
  },
  fleet_steps: {
    words: 'As subidas de versão e trocas de token do seu painel.',
    of: OF_ORDER,
    erased: true,
    goesWithOrder: true,
    kept: { orders: null },
  },
  moves: {
    words: 'A mudança do seu painel para outros servidores, enquanto ela acontece.',
    of: OF_ORDER,
    erased: true,
    goesWithOrder: true,
    kept: { orders: null },
  },
  volumes: {
    words: 'O tamanho do disco do seu painel.',
    of: OF_ORDER,
    erased: true,
    ...WITH_ORDER,
    key: 'order_id',
  },
  // Names of revisions only.
  fleet_runs: { kept: { orders: null } },
  webhook_events: {
    words: 'Avisos da operadora de pagamento sobre as suas cobranças.',
    of: '(payment_id IN :payments OR subscription_id IN :subscriptions)',
    erased: 'processed_at IS NOT NULL',
    kept: { 'payment-events': 'received_at < :before AND processed_at IS NOT NULL' },
  },
  reconciliations: { kept: { 'payment-events': 'day < :day' } },
  // Without their former owner.
  quarantined_names: { kept: { 'quarantined-names': 'quarantined_until < :before' }, key: 'subdomain' },
  new_environments: { kept: { 'new-environments': 'day < :day' }, key: 'day, network' },
  alert_code_sends: { kept: { 'alert-codes': 'day < :day' }, key: 'day, who' },
  // Kept for as long as the service exists: a refusal is for good.
  alert_refusals: { kept: { 'alert-refusals': null }, key: 'address_hash' },
  deleted_accounts: { kept: { 'deleted-accounts': 'deleted_at < :before' }, key: 'account' },
  missing_pages: { kept: { 'missing-pages': 'day < :day' }, key: 'day, path', freeText: 'path' },
  // Single words, which can hold no address.
  missing_words: { kept: { 'missing-words': 'day < :day' }, key: 'day, word' },
  availability_minutes: { kept: { availability: 'at < :before' } },
  availability_alerts: { kept: { availability: 'hour < :before' } },
  // Sums and incidents are public and about no one: they stay.
  availability_days: { kept: { availability: null }, key: 'day, part' },
  incidents: { kept: { availability: null }, freeText: 'title' },
  incident_texts: { kept: { availability: null }, key: 'slug, at', freeText: 'text' },
  // About programs, not people: what is known of them stays for as long as they run.
  image_sources: { kept: { availability: null }, key: 'source' },
  image_findings: { kept: { availability: null }, key: 'image, package, version, advisory' },
  // A row for each kind of recipient, about no one.
  providers: { kept: { alerts: null } },
  // One row for each cluster, about no one.
  alert_networks: { kept: { alerts: null }, key: 'cluster' },
  feedback: { kept: { 'docs-feedback': 'day < :day' }, key: 'page, reader_key', freeText: 'text' },
} as const satisfies Readonly<Record<string, Table>>;

export type TableName = keyof typeof tables;

/** Every table by name. */
export const personalTables: Readonly<Record<TableName, Table>> = tables;

/** A table with rows that belong to a person. */
export type ExportedTable = {
  [Name in TableName]: (typeof tables)[Name] extends { readonly words: string } ? Name : never;
}[TableName];

/** Names of all tables, in the order of a copy's index. */
export const tableNames = Object.keys(tables) as TableName[];

const isExported = (name: TableName): name is ExportedTable => 'words' in tables[name];
export const exportedTables: readonly ExportedTable[] = tableNames.filter(isExported);

/** Names of the tables that an entry of retention.json is about. */
export const tablesOf = (entryId: string): TableName[] =>
  tableNames.filter((name) => entryId in personalTables[name].kept);

/** Ids of the entries whose rows the retention job removes by age. */
export const purgedEntries: readonly string[] = [
  ...new Set(
    Object.values(personalTables).flatMap(({ kept }) =>
      Object.keys(kept).filter((entryId) => kept[entryId] !== null),
    ),
  ),
];
