/**
 * `/api/conta`: reads the caller's contract, cancels it at the period's end, or withdraws from it within seven days.
 *
 * Both changes are idempotent, so they need no Idempotency-Key. They answer with the updated account.
 */
import {
  AccountAnswer,
  accountCancelEndpoint,
  accountEndpoint,
  accountWithdrawEndpoint,
  WithdrawalRequest,
} from '#domain/api-schemas/account.ts';
import { KnownPayer, knownPayerEndpoint } from '#domain/api-schemas/known-payer.ts';
import { cancelSubscription } from '#functions/ending/cancel-subscription.ts';
import { withdraw } from '#functions/ending/withdraw.ts';
import { account } from '#functions/http/callers.ts';
import { lenientJson } from '#functions/http/json.ts';
import { routesWith } from '#functions/http/route.ts';
import type { NeedsOf } from '#functions/platform/needs.ts';
import { readOwnAccount } from './read-account.ts';
import { readKnownPayer } from './read-payer.ts';

type Needs = NeedsOf<typeof cancelSubscription> &
  NeedsOf<typeof withdraw> &
  NeedsOf<typeof readOwnAccount> &
  NeedsOf<typeof readKnownPayer>;
const route = routesWith<Needs>();

const asItIsThen = { 200: { description: 'O contrato como ficou.', schema: AccountAnswer } };

export const accountRoutes = [
  route({
    name: 'account',
    method: 'get',
    path: accountEndpoint,
    chapter: 'Conta',
    summary: 'O contrato da conta',
    use: [account('account')],
    answers: { 200: { description: 'O contrato, ou por que ainda não há ambiente.', schema: AccountAnswer } },
    errors: ['tenant-missing'],
    handle: (c, needs) => readOwnAccount(needs, c.var.identity),
  }),
  route({
    name: 'knownPayer',
    method: 'get',
    path: knownPayerEndpoint,
    chapter: 'Conta',
    summary: 'Quem paga, para preencher o formulário do cartão',
    description: 'Endereço de cobrança e telefone que a operadora tem; nunca o cartão, o CPF ou o CNPJ.',
    use: [account('account')],
    answers: { 200: { description: 'O que a operadora sabe de quem paga.', schema: KnownPayer } },
    errors: [],
    handle: (c, needs) => readKnownPayer(needs, c.var.identity.subject),
  }),
  route({
    name: 'accountCancel',
    method: 'post',
    path: accountCancelEndpoint,
    chapter: 'Conta',
    summary: 'Cancelar a renovação',
    description:
      'Sem corpo. O ambiente fica até o fim do período pago; um pedido cujo ambiente ainda não ficou pronto é encerrado, e o que foi pago volta inteiro. Repetir não muda nada.',
    use: [account('account')],
    answers: asItIsThen,
    errors: ['owner-only', 'order-missing', 'tenant-missing', 'subscription-missing', 'payment-unavailable'],
    handle: async (c, needs) => {
      await cancelSubscription(needs, c.var.identity.subject);
      return readOwnAccount(needs, c.var.identity);
    },
  }),
  route({
    name: 'accountWithdraw',
    method: 'post',
    path: accountWithdrawEndpoint,
    chapter: 'Conta',
    summary: 'Desistir da compra em sete dias',
    description:
      'O corpo diz qual compra; sem ele, a mais antiga que ainda pode ser desfeita. O que foi pago volta inteiro (CDC, ' +
      'artigo 49), também antes de o ambiente ficar pronto. Repetir não muda nada.',
    use: [account('account'), lenientJson(WithdrawalRequest)],
    answers: asItIsThen,
    errors: [
      'owner-only',
      'order-missing',
      'tenant-missing',
      'subscription-missing',
      'withdrawal-over',
      'payment-unclear',
      'payment-unavailable',
    ],
    handle: async (c, needs) => {
      await withdraw(needs, c.var.identity.subject, c.var.body?.compra);
      return readOwnAccount(needs, c.var.identity);
    },
  }),
];
