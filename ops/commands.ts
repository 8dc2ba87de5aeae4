/** The commands of `npm run ops`: their options, requests and output. */
import type { z } from 'zod/mini';
import type { DeletedCustomer } from '#domain/api-schemas/operation-answers.ts';
import type {
  MovedEnvironment,
  Orphans,
  OwnEnvironmentLine,
  RestoredEnvironment,
} from '#domain/api-schemas/operation-environments.ts';
import type { ImageReport } from '#domain/api-schemas/operation-images.ts';
import {
  type OperatorCommand,
  ORDERS_PER_PAGE,
  type operatorCommands,
} from '#domain/api-schemas/operations.ts';
import { orderStates } from '#domain/operations/words.ts';
import { CommandFailure } from './failure.ts';
import {
  printDeleted,
  printFeedback,
  printFiscalProblems,
  printHistory,
  printJson,
  printMissingWords,
  printOrders,
  printReleased,
  printWork,
} from './print.ts';
import { printCopies, printMoved, printRemovedCopies, printRestored, printWoken } from './print-copies.ts';
import { printEndings } from './print-endings.ts';
import { printFleet } from './print-fleet.ts';
import { printImages } from './print-images.ts';
import { printIncidents } from './print-incidents.ts';
import { printOrphans, printReadopted, printSales } from './print-orphans.ts';
import {
  printCancelled,
  printCompared,
  printEnded,
  printResent,
  printRetried,
  printTelegram,
  printWebhook,
} from './print-outcomes.ts';
import { printOwnEnvironments } from './print-own-environments.ts';
import { printOnboardings, printSupport } from './print-support.ts';
import { describe, ssoCommand } from './sso/run.ts';
import {
  fromOptions,
  known,
  moment,
  only,
  type Typed,
  text,
  who,
  whoIfSure,
  wholeNumber,
} from './typed-words.ts';

type Body<C extends OperatorCommand> = z.input<(typeof operatorCommands)[C]>;

interface Definition<C extends OperatorCommand> {
  /** The text after the command's name. */
  readonly usage: string;
  readonly summary: string;
  readonly body: (words: readonly string[], typed: Typed) => Body<C>;
  /** Turns the answer, which the API has validated, into lines. */
  readonly print: (answer: never, asked: never) => string;
  /** What is left to do after this answer. */
  readonly leftOf?: (answer: unknown) => readonly string[];
  /** Whether a retry within moments is worthwhile. */
  readonly isUnderWay?: (answer: unknown) => boolean;
}

const runActions = { pausar: 'pause', continuar: 'resume', parar: 'stop', voltar: 'back' } as const;

export const commands: { readonly [C in OperatorCommand]: Definition<C> } = {
  pedidos: {
    usage: `[--estado ${orderStates.join('|')}] [--limite ${ORDERS_PER_PAGE}] [--antes-de "2026-11-21 12:00:00"]`,
    summary: 'lista pedidos, os mais novos primeiro; horas de São Paulo',
    body: fromOptions((typed) =>
      known({
        state: text(typed, 'estado')?.toUpperCase() as Body<'pedidos'>['state'],
        limit: wholeNumber(typed, 'limite'),
        before: moment(typed, 'antes-de'),
      }),
    ),
    print: printOrders,
  },
  historico: {
    usage: '<quem>',
    summary: 'conta o que aconteceu com um cliente',
    body: who,
    print: printHistory,
  },
  reprovisionar: {
    usage: '<quem>',
    summary: 'põe um pedido parado para andar de novo',
    body: who,
    print: printRetried,
  },
  cancelar: {
    usage: '<quem> --sim',
    summary: 'desfaz um pedido não concluído: devolve o dinheiro, remove o que foi criado, libera o nome',
    body: whoIfSure('Cancelar devolve o que foi pago e não tem volta.'),
    print: printCancelled,
  },
  encerrar: {
    usage: '<quem> --sim',
    summary:
      'encerra um contrato: nada mais é cobrado, e o ambiente vai até o fim do que foi pago (suspenso, termina já)',
    body: whoIfSure('Encerrar remove a assinatura na operadora e avisa o cliente.'),
    print: printEnded,
  },
  liberar: {
    usage: '<quem> [--dividas]',
    summary: 'deixa comprar de novo quem desistiu duas vezes; com --dividas, perdoa também o que deve',
    body: (words, typed) => ({ ...who(words), withDebts: typed['dividas'] === true }),
    print: printReleased,
  },
  reenviar: {
    usage: '<e-mail do histórico>',
    summary: 'envia de novo um e-mail, pelo identificador que o histórico mostra',
    body: (words) => ({ messageId: only(words, 'o identificador do e-mail') }),
    print: printResent,
  },
  reconciliar: {
    usage: '[--desde 2026-09-21] [--todos]',
    summary:
      'compara cobranças e contratos com a operadora e acerta o que faltou; com --todos, cada contrato',
    body: fromOptions((typed) => ({
      ...known({ since: text(typed, 'desde') }),
      all: typed['todos'] === true,
    })),
    print: printCompared,
  },
  notas: {
    usage: '[--repetir pay_…]',
    summary: 'lista notas fiscais com problema; com --repetir, pede de novo a de uma cobrança',
    body: fromOptions((typed) => known({ repeat: text(typed, 'repetir') })),
    print: printFiscalProblems,
  },
  trabalho: {
    usage: '[<tipo> <chave>]',
    summary: 'lista o que falta fazer e está atrasado ou falha; com tipo e chave, tenta um já',
    body: (words) => (words.length === 0 ? {} : { retry: words.join(' ') }),
    print: printWork,
  },
  copias: {
    usage: '<quem> [--agora]',
    summary: 'diz quando o ambiente foi copiado por último; com --agora, copia já',
    body: (words, typed) => ({ ...who(words), now: typed['agora'] === true }),
    print: printCopies,
  },
  'copias-apagadas': {
    usage: '[<aplicação>]',
    summary: 'lista as cópias de ambientes removidos que alguém tem de apagar; com uma, diz que apagou',
    body: (words) =>
      words.length === 0 ? {} : { application: only(words, 'a aplicação, como a lista a mostra') },
    print: printRemovedCopies,
  },
  devolver: {
    usage: '<quem> [--copia <id>] --sim',
    summary: 'devolve o ambiente a partir da última cópia, ou de outra; o que mudou depois dela se perde',
    body: (words, typed) => ({
      ...whoIfSure('O que mudou no ambiente depois da cópia sai dele, e ele para por alguns minutos.')(
        words,
        typed,
      ),
      id: crypto.randomUUID(),
      ...known({ copy: text(typed, 'copia') }),
    }),
    print: printRestored,
    leftOf: (answer) =>
      (answer as Partial<RestoredEnvironment>).isDone === false ? ['o ambiente voltar'] : [],
    isUnderWay: () => true,
  },
  acordar: {
    usage: '<quem>',
    summary: 'acorda um ambiente gratuito que dorme; repetido, diz se ele já responde',
    body: who,
    print: printWoken,
  },
  'mudar-cluster': {
    usage: '<quem> --para <cluster>',
    summary: 'leva um ambiente a outro cluster com uma cópia; repetido, diz em que passo está',
    // Without --para the check of the body says that it is missing.
    body: (words, typed) =>
      ({ ...who(words), ...known({ to: text(typed, 'para') }) }) as Body<'mudar-cluster'>,
    print: printMoved,
    leftOf: (answer) =>
      (answer as Partial<MovedEnvironment>).step === 'done' ? [] : ['o ambiente chegar ao outro cluster'],
    isUnderWay: () => true,
  },
  vendas: {
    usage: '[fechar|abrir]',
    summary: 'diz se algo se vende; fecha as vendas antes de devolver o banco, e as abre depois',
    body: (words) => {
      const [word, ...more] = words;
      const states = { fechar: 'closed', abrir: 'open' } as const;
      if (word === undefined) return {};
      if (more.length > 0 || !(word === 'fechar' || word === 'abrir'))
        throw new CommandFailure('Diga "fechar" ou "abrir", ou nada para só ver.');
      return { state: states[word] };
    },
    print: printSales,
  },
  versao: {
    usage: '[<revisão>] [--so padaria] [--por-vez 20] [--pausar|--continuar|--parar|--voltar]',
    summary: 'leva os ambientes a outra revisão do chart: um, um décimo, todos; sem nada, mostra onde está',
    body: (words, typed) => {
      const asked = Object.entries(runActions).filter(([option]) => typed[option] === true);
      if (words.length + asked.length > 1)
        throw new CommandFailure('Diga uma revisão, ou um só de --pausar, --continuar, --parar e --voltar.');
      if (words.length === 0 && (typed['so'] !== undefined || typed['por-vez'] !== undefined))
        throw new CommandFailure('--so e --por-vez acompanham uma revisão.');
      return known({
        revision: words[0],
        only: text(typed, 'so'),
        atOnce: wholeNumber(typed, 'por-vez'),
        action: asked[0]?.[1],
      });
    },
    print: printFleet,
  },
  tokens: {
    usage: '[--aplicar] [--por-vez 20]',
    summary: 'leva o TENANT_COUNTER_SECRET atual a todos os ambientes; sem --aplicar, mostra onde está',
    body: fromOptions((typed) => ({
      ...known({ atOnce: wholeNumber(typed, 'por-vez') }),
      apply: typed['aplicar'] === true,
    })),
    print: printFleet,
  },
  incidente: {
    usage: '[<nome>] [--titulo "…"] [--texto "…"] [--fim]',
    summary:
      'conta em /disponibilidade o que se passa: com um título, abre; o mesmo nome acrescenta; --fim encerra; sem nome, mostra',
    body: (words, typed) => {
      const about = { ...known({ title: text(typed, 'titulo'), text: text(typed, 'texto') }) };
      if (words.length === 0) {
        if (Object.keys(about).length > 0 || typed['fim'] === true)
          throw new CommandFailure('Diga o nome do incidente, como "entrada-lenta".');
        return {};
      }
      return { id: only(words, 'o nome do incidente'), ...about, isOver: typed['fim'] === true };
    },
    print: printIncidents,
  },
  demonstracao: {
    usage: '[--sim]',
    summary:
      'faz a demonstração e a página de status, e as enche; repetido, acerta o que difere; sem --sim, só mostra',
    body: fromOptions((typed) => ({ isSure: typed['sim'] === true })),
    print: printOwnEnvironments,
    leftOf: (answer) =>
      (answer as readonly OwnEnvironmentLine[])
        .filter(({ step }) => step !== 'ready')
        .map(({ subdomain }) => subdomain),
    isUnderWay: (answer) =>
      (answer as readonly OwnEnvironmentLine[]).some(({ step }) => step === 'creating' || step === 'filling'),
  },
  orfaos: {
    usage: '',
    summary: 'mostra aplicações, grupos e assinaturas sem linha no banco, e linhas sem ambiente',
    body: fromOptions(() => ({})),
    print: printOrphans,
    leftOf: (answer) => (answer as Partial<Orphans>).unread ?? [],
  },
  imagens: {
    usage: '[--agora]',
    summary: 'mostra as falhas conhecidas e as versões novas das imagens; com --agora, pergunta antes',
    body: fromOptions((typed) => ({ now: typed['agora'] === true })),
    print: printImages,
    leftOf: (answer) => ((answer as Partial<ImageReport>).silent ? ['respostas'] : []),
  },
  readotar: {
    usage: '<aplicação> [--assinatura sub_…] [--sim]',
    summary: 'traz de volta ao banco um ambiente sem linha; sem --sim, só mostra o que faria',
    body: (words, typed) => ({
      application: only(words, 'a aplicação, como "orfaos" a mostra'),
      ...known({ subscription: text(typed, 'assinatura') }),
      isSure: typed['sim'] === true,
    }),
    print: printReadopted,
  },
  webhook: {
    usage: '',
    summary: 'cria ou conserta o aviso de pagamentos na operadora, e reativa uma fila parada',
    body: fromOptions(() => ({})),
    print: printWebhook,
  },
  telegram: {
    usage: '',
    summary: 'liga o robô do Telegram a este site: a ele chegam as conversas que pedem avisos',
    body: fromOptions(() => ({})),
    print: printTelegram,
  },
  religar: {
    usage: '[--desde "2026-11-21 12:00:00"] [--sim] [--rearmar]',
    summary:
      'mostra os destinos de avisos que um provedor desligou desde um momento; com --sim, liga-os de novo; com --rearmar, recusas em série voltam a desligar',
    body: fromOptions((typed) => ({
      ...known({ since: moment(typed, 'desde') }),
      isSure: typed['sim'] === true,
      rearm: typed['rearmar'] === true,
    })),
    print: printEndings,
  },
  suporte: {
    usage: '[--mes 2026-11] [--respondida 3F9A27C1]',
    summary:
      'lista as mensagens ao suporte sem resposta, e a mediana do mês até a primeira; com um número, diz que foi respondida',
    body: fromOptions((typed) => known({ month: text(typed, 'mes'), answered: text(typed, 'respondida') })),
    print: printSupport,
  },
  // Its steps are in ops/sso/run.ts; this is how the API's part is asked and shown.
  sso: { ...ssoCommand, body: who, print: describe },
  implantacao: {
    usage: '[<quem> --concluida]',
    summary: 'lista as implantações assistidas em aberto; com um cliente e --concluida, encerra a dele',
    body: (words, typed) => {
      const isDone = typed['concluida'] === true;
      if (isDone !== words.length > 0)
        throw new CommandFailure('Diga de quem e --concluida, ou nada para ver.');
      return isDone ? { ...who(words), isDone } : {};
    },
    print: printOnboardings,
  },
  buscas: {
    usage: '[--dias 30]',
    summary: 'mostra as palavras que leitores procuraram em três dias ou mais e nenhum artigo tem',
    body: fromOptions((typed) => known({ days: wholeNumber(typed, 'dias') })),
    print: printMissingWords,
  },
  opiniao: {
    usage: '[--dias 30]',
    summary: 'mostra o que leitores disseram dos artigos, os piores primeiro',
    body: fromOptions((typed) => known({ days: wholeNumber(typed, 'dias') })),
    print: printFeedback,
  },
  exportar: {
    usage: '<quem> [--saida cliente.json]',
    summary: 'entrega tudo o que guardamos de alguém, em JSON (LGPD, art. 18)',
    body: who,
    print: printJson,
  },
  apagar: {
    usage: '<quem> --confirma <subdomínio ou e-mail>',
    summary: 'encerra o contrato na hora e apaga os dados, menos os que a lei manda guardar',
    body: (words, typed) => {
      const confirm = text(typed, 'confirma');
      if (confirm === undefined)
        throw new CommandFailure(
          'Apagar encerra o contrato e remove o ambiente com os dados, sem volta. Repita com --confirma e o subdomínio do cliente (ou o e-mail, se não há subdomínio).',
        );
      return { ...who(words), confirm };
    },
    print: printDeleted,
    leftOf: (answer) => (answer as Partial<DeletedCustomer>).left ?? [],
    // Rows are only removed after the environment is gone.
    isUnderWay: (answer) => Object.keys((answer as Partial<DeletedCustomer>).removed ?? {}).length === 0,
  },
};
