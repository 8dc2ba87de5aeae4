/**
 * The operators' commands at `POST /api/operacao/{comando}`: one schema per command, shared by the route and `npm run
 * ops`.
 *
 * Owns: names, fields and answers. Does not own: who may call them (functions/operations/routes.ts) or how answers are
 * printed (ops/).
 */
import * as z from 'zod/mini';
import { markKinds } from '../contract/holds.ts';
import { orderStates } from '../operations/words.ts';
import { provisioningStatuses } from './provisioning.ts';

export const operationsEndpoint = '/api/operacao/:comando';

/** Address of an operator's command. */
export function operationPath(command: string): string {
  return operationsEndpoint.replace(':comando', encodeURIComponent(command));
}

/** Realm role that marks an operator; a group never does. */
export const OPERATOR_ROLE = 'operador';
/** Header with the name of the person at the keyboard, which the logged events carry. */
export const OPERATOR_HEADER = 'X-Operador';
/** A name without line breaks or quotes. */
export const OperatorName = z
  .string()
  .check(z.trim(), z.regex(/^[\p{L}\p{N}][\p{L}\p{N} ._@-]{1,59}$/u, 'Diga quem opera, com 2 a 60 letras.'));

/** Length of a list of orders when the request gives none. */
export const ORDERS_PER_PAGE = 50;
const ORDERS_PER_PAGE_MAX = 200;

function between(least: number, most: number) {
  const sentence = `Use um número inteiro de ${least} a ${most}.`;
  return z.int(sentence).check(z.minimum(least, sentence), z.maximum(most, sentence));
}

/** A name or an id of at least three characters. */
const named = (sentence: string, most: number) =>
  z
    .string(sentence)
    .check(z.trim(), z.minLength(3, 'Use ao menos 3 caracteres.'), z.maxLength(most, 'Longo demais.'));
/** What people read about an incident. */
const publicText = (least: string, most: number, longest: string) =>
  z.optional(z.string().check(z.trim(), z.minLength(3, least), z.maxLength(most, longest)));
/** Order id, subdomain, e-mail, account id or an id of the payment processor. */
const who = named('Diga de quem: pedido, subdomínio, e-mail, conta ou identificador da operadora.', 254);
/** An id of the payment processor. */
const processorId = (sentence: string) =>
  z.optional(z.string().check(z.trim(), z.regex(/^[\w-]{3,100}$/, sentence)));
const flag = z._default(z.boolean(), false);
const aboutOne = z.strictObject({ quem: who });
const nothing = z.strictObject({});
const atOnce = z._default(between(1, 100), 20);

/** Body of each command. */
export const operatorCommands = {
  pedidos: z.strictObject({
    estado: z.optional(z.enum(orderStates, `Escreva um destes estados: ${orderStates.join(', ')}.`)),
    limite: z._default(between(1, ORDERS_PER_PAGE_MAX), ORDERS_PER_PAGE),
    /** For paging: only orders made before this moment, milliseconds UTC. */
    antesDe: z.optional(z.int().check(z.positive())),
  }),
  historico: aboutOne,
  reprovisionar: aboutOne,
  cancelar: aboutOne,
  encerrar: aboutOne,
  /** `dividas` also forgives debts. */
  liberar: z.strictObject({ quem: who, dividas: flag }),
  reenviar: z.strictObject({ mensagem: named('Diga o e-mail, pelo identificador do histórico.', 200) }),
  /** `todos` compares every contract, not only those with a reason to differ. */
  reconciliar: z.strictObject({
    desde: z.optional(z.iso.date('Escreva o dia como 2026-11-21.')),
    todos: flag,
  }),
  /** `agora` starts a copy outside the schedule. */
  copias: z.strictObject({ quem: who, agora: flag }),
  /** `id` is one restore: the same id again tells how far it is. */
  devolver: z.strictObject({
    quem: who,
    id: z.uuid(),
    copia: z._default(
      z
        .string()
        .check(
          z.trim(),
          z.regex(/^(latest|[0-9a-f]{8,64})$/, 'Diga a cópia, como "restic snapshots" a mostra.'),
        ),
      'latest',
    ),
  }),
  /** Repeated, it tells how far the move is. */
  'mudar-cluster': z.strictObject({
    quem: who,
    para: z.string().check(z.trim(), z.minLength(1), z.maxLength(30)),
  }),
  /** Without a state it is only read. */
  vendas: z.strictObject({ estado: z.optional(z.enum(['abertas', 'fechadas'])) }),
  /** Without `id` they are only shown. `titulo` opens one; the same `id` again adds to it. */
  incidente: z.strictObject({
    id: z.optional(
      z
        .string()
        .check(
          z.regex(
            /^[a-z0-9][a-z0-9-]{2,59}$/,
            'Dê um nome como "entrada-lenta": 3 a 60 letras sem acento, algarismos e hífens.',
          ),
        ),
    ),
    titulo: publicText('Escreva o título.', 120, 'O título passa de 120 caracteres.'),
    texto: publicText('Escreva o texto.', 2000, 'O texto passa de 2.000 caracteres.'),
    fim: flag,
  }),
  orfaos: nothing,
  /** Without `revisao` and `acao` the newest run is only shown. */
  versao: z.strictObject({
    revisao: z.optional(
      z.string().check(z.regex(/^[\w][\w./-]{0,99}$/, 'Diga a revisão do chart: uma tag, como v1.4.0.')),
    ),
    so: z.optional(who),
    porVez: atOnce,
    acao: z.optional(z.enum(['pausar', 'continuar', 'parar', 'voltar'])),
  }),
  tokens: z.strictObject({ aplicar: flag, porVez: atOnce }),
  /** Without `sim` nothing is written. `assinatura`: where no reference leads to it. */
  readotar: z.strictObject({
    aplicacao: named('Diga a aplicação, como "orfaos" a mostra.', 63),
    assinatura: processorId('Diga a assinatura, como sub_…'),
    sim: flag,
  }),
  /** `repetir` names a charge whose nota fiscal should be requested again. */
  notas: z.strictObject({ repetir: processorId('Diga a cobrança, como pay_…') }),
  /** `tentar` names an item by kind and key, to be tried at once. */
  trabalho: z.strictObject({
    tentar: z.optional(
      z
        .string('Diga o trabalho, como a lista o mostra: "mail welcome-1f0c".')
        .check(z.trim(), z.regex(/^[a-z-]+ \S.{0,199}$/, 'Diga o tipo e a chave, como a lista os mostra.')),
    ),
  }),
  webhook: nothing,
  telegram: nothing,
  opiniao: z.strictObject({ dias: z._default(between(1, 366), 30) }),
  exportar: aboutOne,
  /** `confirma` repeats the subdomain, or the e-mail of a person without one, as a guard against slips. */
  apagar: z.strictObject({ quem: who, confirma: who }),
} as const;

export type OperatorCommand = keyof typeof operatorCommands;
export type OperatorRequest<C extends OperatorCommand> = z.output<(typeof operatorCommands)[C]>;

export function isOperatorCommand(name: string): name is OperatorCommand {
  return Object.hasOwn(operatorCommands, name);
}

/** An order in a list. Times are milliseconds, UTC. */
export const OrderLine = z.object({
  id: z.string(),
  subdominio: z.string(),
  plano: z.string(),
  ciclo: z.string(),
  status: z.enum(provisioningStatuses),
  payment: z.string(),
  failureCode: z.nullable(z.string()),
  isReleased: z.boolean(),
  isCancelled: z.boolean(),
  createdAt: z.int(),
  updatedAt: z.int(),
});
export type OrderLine = z.output<typeof OrderLine>;

export const HistoryEntry = z.object({
  /** Milliseconds, UTC. */
  at: z.int(),
  source: z.enum([
    'pedido',
    'evento',
    'e-mail',
    'operadora',
    'plano',
    'cobrança',
    'contrato',
    'uso',
    'marca',
  ]),
  what: z.string(),
  detail: z.nullable(z.string()),
  requestId: z.optional(z.nullable(z.string())),
  operator: z.optional(z.nullable(z.string())),
});
export type HistoryEntry = z.output<typeof HistoryEntry>;

export const OrderHistory = z.object({
  order: z.extend(OrderLine, { email: z.nullable(z.string()), subject: z.string() }),
  /** The contract in force; `null` before provisioning is done and after everything was removed. */
  tenant: z.nullable(
    z.object({
      state: z.string(),
      plano: z.string(),
      amountCentavos: z.int(),
      subscriptionId: z.nullable(z.string()),
      endsOn: z.nullable(z.string()),
      /** Empty when the installation has a single, unnamed cluster. */
      cluster: z.string(),
    }),
  ),
  /** Oldest first. */
  entries: z.array(HistoryEntry),
});
export type OrderHistory = z.output<typeof OrderHistory>;

/** When an environment was last copied. */
export const EnvironmentCopies = z.object({
  pedido: z.string(),
  subdominio: z.string(),
  /** The last copy, milliseconds UTC; `null` when there is none. */
  em: z.nullable(z.int()),
  /** True when a copy was started now. */
  pedida: z.boolean(),
});
export type EnvironmentCopies = z.output<typeof EnvironmentCopies>;

/** An environment that comes back from a copy. */
export const RestoredEnvironment = z.object({
  pedido: z.string(),
  subdominio: z.string(),
  copia: z.string(),
  /** False when an earlier call with the same id asked for it. */
  isNew: z.boolean(),
  isDone: z.boolean(),
});
export type RestoredEnvironment = z.output<typeof RestoredEnvironment>;

/** An environment on its way to another cluster. */
export const MovedEnvironment = z.object({
  pedido: z.string(),
  subdominio: z.string(),
  de: z.string(),
  para: z.string(),
  passo: z.enum(['copying', 'stopping', 'starting', 'clearing', 'done']),
});
export type MovedEnvironment = z.output<typeof MovedEnvironment>;

/** Whether anything is sold. */
export const SalesState = z.object({
  estado: z.enum(['abertas', 'fechadas']),
  /** When and by whom they were closed; milliseconds UTC. */
  desde: z.nullable(z.int()),
  por: z.nullable(z.string()),
  /** False when they already were in this state. */
  isNew: z.boolean(),
});
export type SalesState = z.output<typeof SalesState>;

export type FleetRequest = OperatorRequest<'versao'>;

/** The newest walk over all environments, and the revisions of the chart in use. */
export const FleetRun = z.object({
  corrida: z.nullable(
    z.object({
      tipo: z.enum(['versao', 'tokens']),
      /** The revision; empty for tokens. */
      alvo: z.string(),
      situacao: z.enum(['running', 'paused', 'failed', 'stopped', 'done']),
      porVez: z.int(),
      /** Milliseconds, UTC. */
      desde: z.int(),
      prontos: z.int(),
      esperam: z.int(),
      /** Gone meanwhile, or left alone after the run was turned around. */
      removidos: z.int(),
      ambientes: z.array(
        z.object({
          subdominio: z.string(),
          passo: z.enum(['copying', 'begun', 'returning', 'returned']),
          motivo: z.nullable(z.string()),
        }),
      ),
    }),
  ),
  revisoes: z.array(z.object({ revisao: z.string(), ambientes: z.int() })),
});
export type FleetRun = z.output<typeof FleetRun>;

/** What exists without a row, and rows whose environment differs. Moments are milliseconds, UTC. */
export const Orphans = z.object({
  aplicacoes: z.array(
    z.object({
      nome: z.string(),
      subdominio: z.string(),
      plano: z.string(),
      suspensa: z.boolean(),
      /** Empty when the installation has a single, unnamed cluster. */
      cluster: z.string(),
      /** `null` for one that was last written before applications named their order. */
      pedido: z.nullable(z.string()),
      /** OIDC subject of the owner; `null` when the application does not say. */
      conta: z.nullable(z.string()),
      email: z.nullable(z.string()),
      desde: z.int(),
      assinatura: z.nullable(z.string()),
    }),
  ),
  /** Groups at the identity provider; `contas` are OIDC subjects. */
  grupos: z.array(z.object({ subdominio: z.string(), contas: z.array(z.string()) })),
  /** Active subscriptions with a reference of ours. */
  assinaturas: z.array(
    z.object({
      id: z.string(),
      /** Order or change of plan. */
      referencia: z.string(),
      cliente: z.string(),
      valorCentavos: z.int(),
      ciclo: z.enum(['monthly', 'yearly']),
      /** `YYYY-MM-DD`. */
      desde: z.nullable(z.string()),
    }),
  ),
  linhas: z.array(
    z.object({
      subdominio: z.string(),
      pedido: z.string(),
      conta: z.string(),
      plano: z.string(),
      /** `conta-apagada`: neither application nor account exist, as after a deletion. */
      motivo: z.enum(['sem-aplicacao', 'conta-apagada', 'outro-plano']),
      /** The application's plan, where it is another one. */
      noCluster: z.nullable(z.string()),
    }),
  ),
  /** What could not be read, in words. */
  naoLidos: z.array(z.string()),
});
export type Orphans = z.output<typeof Orphans>;

/** An environment that was taken back into rows, or would be. */
export const ReadoptedEnvironment = z.object({
  aplicacao: z.string(),
  pedido: z.string(),
  subdominio: z.string(),
  plano: z.string(),
  ciclo: z.string(),
  valorCentavos: z.int(),
  conta: z.string(),
  email: z.nullable(z.string()),
  /** E-mails of the other accounts that may enter. */
  pessoas: z.array(z.string()),
  assinatura: z.nullable(z.string()),
  cobrancas: z.int(),
  /** `mostrado`: nothing was written. */
  situacao: z.enum(['mostrado', 'feito', 'ja-tinha-linha']),
  /** What cannot be known any more. */
  perdido: z.array(z.string()),
});
export type ReadoptedEnvironment = z.output<typeof ReadoptedEnvironment>;

/** A nota fiscal that needs an operator. */
export const FiscalProblem = z.object({
  cobranca: z.string(),
  pedido: z.string(),
  situacao: z.string(),
  numero: z.nullable(z.string()),
  /** Milliseconds UTC. */
  desde: z.int(),
  problema: z.string(),
});
export type FiscalProblem = z.output<typeof FiscalProblem>;

/** A cancelled order; `isNew` is false when an earlier call cancelled it. */
export const CancelledOrder = z.object({ orderId: z.string(), isNew: z.boolean() });
export type CancelledOrder = z.output<typeof CancelledOrder>;

/** A contract that an operator ended. */
export const EndedContract = z.object({
  orderId: z.string(),
  subdominio: z.string(),
  /** The environment's state now: `active` until its last day, `ended` if it was suspended. */
  state: z.string(),
  /** False when an earlier call had ended it. */
  isNew: z.boolean(),
  /** Last day of the environment, `YYYY-MM-DD`; `null` until the processor has confirmed the end. */
  endsOn: z.nullable(z.string()),
  /** False while processor or cluster have not confirmed; the scheduled job continues. */
  isDone: z.boolean(),
});
export type EndedContract = z.output<typeof EndedContract>;

/** A mail that is sent again. */
export const ResentMail = z.object({
  /** The mail's new id; a provider sends each id only once. */
  mensagem: z.string(),
  /** False when the mail was already waiting to be sent. */
  isNew: z.boolean(),
});
export type ResentMail = z.output<typeof ResentMail>;

/** Why a purchase is refused. */
const holdKind = z.enum(['debt', 'dispute', 'withdrawals']);

/** The marks that were released so that the person may buy again. */
export const ReleasedPurchase = z.object({
  /** Why purchases were refused before; `null` when they were not. */
  refusedFor: z.nullable(holdKind),
  /** Oldest first. */
  released: z.array(
    z.object({
      kind: z.enum(markKinds),
      /** The purchase, contract or charge that caused the mark. */
      reference: z.string(),
      /** Milliseconds, UTC. */
      at: z.int(),
      amountCentavos: z.nullable(z.int()),
      days: z.nullable(z.int()),
    }),
  ),
  /** Why purchases are still refused; `null` when they are not. */
  stillRefusedFor: z.nullable(holdKind),
});
export type ReleasedPurchase = z.output<typeof ReleasedPurchase>;

export const ExportedCustomer = z.object({
  /** Explains the file to the person it is about. */
  leiame: z.string(),
  /** Describes each part: those in the file by their path, and the data that other services hold. */
  indice: z.array(
    z.object({
      parte: z.string(),
      conteudo: z.string(),
      /** Number of entries; absent for data that is not in the file. */
      linhas: z.optional(z.int()),
    }),
  ),
  exportedAt: z.string(),
  /** The account at the identity provider; `null` when it does not exist (any more). */
  account: z.nullable(z.record(z.string(), z.unknown())),
  /** Rows by table, with moments as ISO 8601 in UTC and stored JSON parsed. */
  tables: z.record(z.string(), z.array(z.record(z.string(), z.unknown()))),
  /** Ids of the data that other services hold. */
  processor: z.object({ customerIds: z.array(z.string()), subscriptionIds: z.array(z.string()) }),
  /** Purpose and retention of each kind of data. */
  retention: z.array(z.object({ title: z.string(), purpose: z.string(), period: z.string() })),
});
export type ExportedCustomer = z.output<typeof ExportedCustomer>;

export const DeletedCustomer = z.object({
  /** False while something still has to be removed; calling the same command later continues. */
  isDone: z.boolean(),
  /** When an earlier call completed, milliseconds UTC; absent the first time. */
  deletedAt: z.optional(z.int()),
  /** What still has to be removed: an object of the cluster, an order being closed, or a table with rows. */
  left: z.array(z.string()),
  /** What is removed, by table or service. */
  removed: z.record(z.string(), z.int()),
  /** What the law or the contract requires us to keep, and until when. */
  kept: z.array(
    z.object({
      /** Id of the entry in content/legal/retention.json. */
      id: z.string(),
      title: z.string(),
      why: z.string(),
      period: z.string(),
      /** The legal bases, in words. */
      basis: z.string(),
      /** Number of our rows that prove it. */
      rows: z.int(),
      /** Last day, `YYYY-MM-DD`, when it is known. */
      until: z.optional(z.string()),
    }),
  ),
  /** Customers at the payment processor, which keeps its own records. */
  processorCustomerIds: z.array(z.string()),
});
export type DeletedCustomer = z.output<typeof DeletedCustomer>;

/** Readers' feedback on one article. */
export const FeedbackLine = z.object({
  page: z.string(),
  helpful: z.int(),
  notHelpful: z.int(),
  texts: z.array(z.string()),
});
export type FeedbackLine = z.output<typeof FeedbackLine>;

/** An item of work that is late or keeps failing. Times are milliseconds, UTC. */
export const WorkLine = z.object({
  kind: z.string(),
  /** The kind in words. */
  name: z.string(),
  /** The key of the row it is about. */
  chave: z.string(),
  orderId: z.nullable(z.string()),
  /** When its first try began, or when it was due, if it was not tried yet. */
  since: z.int(),
  attempts: z.int(),
  /** Our error code, or what is left; `null` when it was not tried yet. */
  lastError: z.nullable(z.string()),
  /** When it is tried next. */
  dueAt: z.int(),
});
export type WorkLine = z.output<typeof WorkLine>;

/** One dependency of `GET /api/health/ready`. */
export const DependencyState = z.object({
  name: z.string(),
  /** `outdated`: it answers, but with a version older than the oldest we support. */
  state: z.enum(['ok', 'slow', 'down', 'outdated']),
  latencyMs: z.number(),
});
export type DependencyState = z.output<typeof DependencyState>;

/** Something that needs a person, and how urgently (docs/operating.md, "Quem é acordado por quê"). */
export const ReadyProblem = z.object({
  /** `page`: calls the person on duty at any hour. `mail`: can wait for the next working day. */
  level: z.enum(['page', 'mail']),
  /** What it is, in words for operators; never a host or a value. */
  text: z.string(),
});
export type ReadyProblem = z.output<typeof ReadyProblem>;

export const ReadyResponse = z.object({
  /** `ok`: no problem of any level. */
  status: z.enum(['ok', 'degraded']),
  problems: z.array(ReadyProblem),
  dependencies: z.array(DependencyState),
  /** Environments begun today, and the daily limit after which free ones are refused. */
  newEnvironments: z.object({ begun: z.int(), perDay: z.int() }),
  /**
   * Overdue work by kind; empty when there is none. Many kinds at once mean that cron does not run. `undelivered`: orders
   * that are paid but failed.
   */
  overdue: z.array(z.object({ kind: z.string(), name: z.string(), count: z.int(), since: z.int() })),
  /** Since when nothing is sold, by an operator's command; `null` while the sales are open. */
  salesClosedSince: z.nullable(z.int()),
  /** Alerts that wait for a provider, since when, and how many were refused for good within a day. */
  alerts: z.object({ waiting: z.int(), since: z.nullable(z.int()), refused: z.int() }),
  /**
   * How full each cluster is; empty with a single cluster. `capacity` is `null` for a cluster that rows name but the
   * settings do not.
   */
  clusters: z.array(z.object({ name: z.string(), environments: z.int(), capacity: z.nullable(z.int()) })),
});
export type ReadyResponse = z.output<typeof ReadyResponse>;
