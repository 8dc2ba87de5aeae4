/**
 * The operators' commands at `POST /api/operacao/{comando}`: one schema per command, shared by the route and `npm run
 * ops`.
 *
 * Owns: names and fields. Does not own: answers (operation-answers.ts, operation-environments.ts), who may call them
 * (functions/operations/routes.ts) or how answers are printed (ops/).
 */
import * as z from 'zod/mini';
import { runActions } from '../operations/fleet.ts';
import { orderStates, salesStates } from '../operations/words.ts';
import { CompanyDomain } from '../sign-in/company-domain.ts';

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
const aboutOne = z.strictObject({ who });
const nothing = z.strictObject({});
const atOnce = z._default(between(1, 100), 20);

/** Body of each command. */
export const operatorCommands = {
  pedidos: z.strictObject({
    state: z.optional(z.enum(orderStates, `Escreva um destes estados: ${orderStates.join(', ')}.`)),
    limit: z._default(between(1, ORDERS_PER_PAGE_MAX), ORDERS_PER_PAGE),
    /** For paging: only orders made before this moment, milliseconds UTC. */
    before: z.optional(z.int().check(z.positive())),
  }),
  historico: aboutOne,
  reprovisionar: aboutOne,
  cancelar: aboutOne,
  encerrar: aboutOne,
  /** `withDebts` also forgives debts. */
  liberar: z.strictObject({ who, withDebts: flag }),
  reenviar: z.strictObject({ messageId: named('Diga o e-mail, pelo identificador do histórico.', 200) }),
  /** `all` compares every contract, not only those with a reason to differ. */
  reconciliar: z.strictObject({
    since: z.optional(z.iso.date('Escreva o dia como 2026-11-21.')),
    all: flag,
  }),
  /** `now` starts a copy outside the schedule. */
  copias: z.strictObject({ who, now: flag }),
  /** Without a name they are only listed. */
  'copias-apagadas': z.strictObject({
    application: z.optional(z.string().check(z.trim(), z.minLength(1), z.maxLength(63))),
  }),
  /** `id` is one restore: the same id again tells how far it is. */
  devolver: z.strictObject({
    who,
    id: z.uuid(),
    copy: z._default(
      z
        .string()
        .check(
          z.trim(),
          z.regex(/^(latest|[0-9a-f]{8,64})$/, 'Diga a cópia, como "restic snapshots" a mostra.'),
        ),
      'latest',
    ),
  }),
  /** Repeated, it tells whether the environment answers. */
  acordar: aboutOne,
  /** Repeated, it tells how far the move is. */
  'mudar-cluster': z.strictObject({
    who,
    to: z.string().check(z.trim(), z.minLength(1), z.maxLength(30)),
  }),
  /** Without a state it is only read. */
  vendas: z.strictObject({ state: z.optional(z.enum(salesStates)) }),
  /** Without `id` they are only shown. `title` opens one; the same `id` again adds to it. */
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
    title: publicText('Escreva o título.', 120, 'O título passa de 120 caracteres.'),
    text: publicText('Escreva o texto.', 2000, 'O texto passa de 2.000 caracteres.'),
    isOver: flag,
  }),
  /** Without `isSure` nothing is written. */
  demonstracao: z.strictObject({ isSure: flag }),
  orfaos: nothing,
  /** `now` asks before it answers. */
  imagens: z.strictObject({ now: flag }),
  /** Without `revision` and `action` the newest run is only shown. */
  versao: z.strictObject({
    revision: z.optional(
      z.string().check(z.regex(/^[\w][\w./-]{0,99}$/, 'Diga a revisão do chart: uma tag, como v1.4.0.')),
    ),
    only: z.optional(who),
    atOnce,
    action: z.optional(z.enum(runActions)),
  }),
  tokens: z.strictObject({ apply: flag, atOnce }),
  /** Without `isSure` nothing is written. `subscription`: where no reference leads to it. */
  readotar: z.strictObject({
    application: named('Diga a aplicação, como "orfaos" a mostra.', 63),
    subscription: processorId('Diga a assinatura, como sub_…'),
    isSure: flag,
  }),
  /** `repeat` names a charge whose nota fiscal should be requested again. */
  notas: z.strictObject({ repeat: processorId('Diga a cobrança, como pay_…') }),
  /** `retry` names an item by kind and key, to be tried at once. */
  trabalho: z.strictObject({
    retry: z.optional(
      z
        .string('Diga o trabalho, como a lista o mostra: "mail welcome-1f0c".')
        .check(z.trim(), z.regex(/^[a-z-]+ \S.{0,199}$/, 'Diga o tipo e a chave, como a lista os mostra.')),
    ),
  }),
  webhook: nothing,
  telegram: nothing,
  /**
   * Without `isSure` nothing is switched on. `since`: milliseconds UTC. `rearm`: refusals end recipients again.
   */
  religar: z.strictObject({ since: z.optional(z.int().check(z.positive())), isSure: flag, rearm: flag }),
  /** `answered` is the number of a message that was answered. `month`: `YYYY-MM`; without it, the running one. */
  suporte: z.strictObject({
    month: z.optional(z.string().check(z.regex(/^20\d\d-(0[1-9]|1[0-2])$/, 'Escreva o mês como 2026-11.'))),
    answered: z.optional(
      z
        .string()
        .check(z.trim(), z.regex(/^[0-9a-f]{8}$/i, 'Diga o número da mensagem, como a lista o mostra.')),
    ),
  }),
  /** Without `state` a domain is asked for, or the sign-in only shown. */
  sso: z.strictObject({
    who,
    domain: z.optional(CompanyDomain),
    state: z.optional(z.enum(['on', 'off'])),
  }),
  /** Without `who` the open ones are listed; `isDone` ends the one of an environment. */
  implantacao: z.strictObject({ who: z.optional(who), isDone: flag }),
  buscas: z.strictObject({ days: z._default(between(1, 30), 30) }),
  opiniao: z.strictObject({ days: z._default(between(1, 366), 30) }),
  exportar: aboutOne,
  /** `confirm` repeats the subdomain, or the e-mail of a person without one, as a guard against slips. */
  apagar: z.strictObject({ who, confirm: who }),
} as const;

export type OperatorCommand = keyof typeof operatorCommands;
export type OperatorRequest<C extends OperatorCommand> = z.output<(typeof operatorCommands)[C]>;

export function isOperatorCommand(name: string): name is OperatorCommand {
  return Object.hasOwn(operatorCommands, name);
}

export type FleetRequest = OperatorRequest<'versao'>;
