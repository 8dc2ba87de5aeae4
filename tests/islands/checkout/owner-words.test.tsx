/** Every state of sign-up and provisioning does without the words that a shop owner does not know, or says what they mean. */
import { screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import type { FirstMonitor } from '#domain/api-schemas/alerts.ts';
import type { ProvisioningStatus } from '#domain/api-schemas/provisioning.ts';
import { message } from '#domain/messages.ts';
import { json, lost, refusal } from '#tests/islands/fake-api.ts';
import { openAt } from '#tests/islands/island-page.tsx';
import { readText, unexplainedWords } from '#tests/support/owner-words.ts';
import {
  CHECKOUT,
  fillFree,
  noOrder,
  openCheckout,
  pressTooEarly,
  STATUS,
  send,
  server,
  setUp,
  unfoldPlans,
} from './checkout-page.tsx';

beforeEach(setUp);

const expectPlain = (near?: number) => expect(unexplainedWords(readText(document.body), near)).toEqual([]);

describe('the form', () => {
  test.each(['?plan=free', '?plan=pro&cycle=yearly', ''])('of %j', async (search) => {
    await openCheckout(search);
    await screen.findByText(/está livre\.$/);
    expectPlain();
    pressTooEarly();
    await screen.findByText(/Mostrar o que falta/);
    expectPlain();
  });

  test('with the plans unfolded', async () => {
    await openCheckout('?plan=free');
    await unfoldPlans();
    expectPlain();
  });

  test('that pays on the page of the processor', async () => {
    server.on('GET /api/checkout', () => json({ cardEntry: 'hosted' }));
    await openCheckout('?plan=pro');
    await screen.findByText(/página segura da operadora/);
    expectPlain();
  });

  test.each([
    ['a name that is taken', refusal(409, 'subdomain-taken', message('error.subdomain-taken'))],
    ['an order that is open', refusal(409, 'order-open', message('error.order-open'))],
    ['no room', refusal(503, 'no-room', message('error.no-room'))],
    ['no connection', lost],
  ])('refused for %s', async (_, answer) => {
    server.on(CHECKOUT, answer);
    await openCheckout('?plan=free');
    await fillFree();
    await send();
    await screen.findByText(/Erro ao finalizar cadastro|Erro de conexão/);
    // The list of what is wrong stands above the field, which was read before.
    expectPlain(Number.POSITIVE_INFINITY);
  });
});

const running: ProvisioningStatus = {
  ...noOrder,
  provisionamentoStatus: 'EM_ANDAMENTO',
  tenant: 'padaria',
  criadoEm: '2026-11-21T11:58:55.000Z',
  plano: 'free',
  ciclo: 'monthly',
};
const done: ProvisioningStatus = {
  ...running,
  provisionamentoStatus: 'CONCLUIDO',
  argocd: { synced: true, healthy: true },
  ping: { ok: true },
  url: 'http://padaria.localhost:4334',
};
const open: FirstMonitor = { suggested: null, asked: null, isOpen: true };
const asked = (state: 'waiting' | 'made' | 'refused' | 'deleted'): FirstMonitor => ({
  suggested: null,
  asked: { address: 'https://padaria.example', state, detail: null, monitor: 1, beats: [] },
  isOpen: state === 'refused',
});

describe('the progress', () => {
  test.each<[string, ProvisioningStatus, FirstMonitor | null]>([
    ['of a free order', running, open],
    ['of a paid order', { ...running, plano: 'pro' }, open],
    ['before the payment', { ...running, provisionamentoStatus: 'AGUARDANDO', plano: 'pro' }, open],
    ['at its end', done, open],
    ['without an answer about what is watched', done, null],
    ['with an address that waits', running, asked('waiting')],
    ['with an address that is watched', done, asked('made')],
    ['with an address that was refused', done, asked('refused')],
    ['with an address that is watched no more', done, asked('deleted')],
    ['that failed', { ...running, provisionamentoStatus: 'ERRO' }, open],
    [
      'of an order that was closed',
      { ...running, provisionamentoStatus: 'ERRO', situacao: 'sem-entrega' },
      open,
    ],
    ['of one that is suspended', { ...done, situacao: 'suspensa' }, open],
    ['of one that is asleep', { ...done, situacao: 'dormindo' }, open],
    ['of one that has ended', { ...done, situacao: 'encerrada' }, open],
    ['of who has none', noOrder as ProvisioningStatus, open],
  ])('%s', async (_, status, first) => {
    server.on(STATUS, () => json(status));
    server.on('GET /api/conta/primeiro-monitor', first === null ? lost : () => json(first));
    await openAt('/provisionamento?tenant=padaria', async () => {
      const { Provisioning } = await import('#checkout/provisioning/provisioning.tsx');
      return <Provisioning />;
    });
    await waitFor(() => expect(server.to(STATUS).length).toBeGreaterThan(0));
    await waitFor(() => expect(document.body.textContent).not.toContain(message('session.checking')));
    await screen.findAllByText(/\S{4}/);
    await waitFor(() => expectPlain());
  });
});
