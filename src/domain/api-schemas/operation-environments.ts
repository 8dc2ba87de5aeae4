/** What operators' commands answer about environments: copies, moves, versions, and what rows do not say. */
import * as z from 'zod/mini';
import { recipientKinds } from '../alerts/codes.ts';

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

/** Recipients of alerts that a provider's answer ended, and what became of them. Moments are milliseconds, UTC. */
export const UndoneEndings = z.object({
  since: z.int(),
  /** Providers whose refusals end nobody now, and since when. */
  tripped: z.array(z.object({ kind: z.enum(recipientKinds), since: z.int() })),
  /** True when this command let refusals count again. */
  isRearmed: z.boolean(),
  recipients: z.array(
    z.object({
      subdomain: z.string(),
      kind: z.enum(recipientKinds),
      name: z.string(),
      at: z.int(),
      /** `refused`: its reader wants nothing from us, so it stays off. */
      state: z.enum(['off', 'on', 'refused']),
      /** True when an operator has to take it off the mail provider's list of addresses that it does not try. */
      isListed: z.boolean(),
    }),
  ),
});
export type UndoneEndings = z.output<typeof UndoneEndings>;
