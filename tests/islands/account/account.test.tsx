/** The account page: plan, charges and invoices, and unusual states. */
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { movedTo } from '#account/account-pages.ts';
import type { AccountResponse, Invoice } from '#domain/api-schemas/account.ts';
import type { Limits } from '#domain/api-schemas/limits.ts';
import { message } from '#domain/messages.ts';
import { json, lost, refusal } from '#tests/islands/fake-api.ts';
import { provider } from '#tests/islands/fake-keycloak.ts';
import { write } from '#tests/islands/island-page.tsx';
import { pricePattern } from '#tests/support/catalog.ts';
import { pictured, standingNow } from '#tests/support/now-sample.ts';
import {
  active,
  button,
  cancelled,
  open,
  openAccount,
  openPlan,
  paid,
  part,
  READ,
  server,
  setUp,
  user,
} from './account-page.tsx';

beforeEach(setUp);

const LIMITS = 'GET /api/conta/limites';
const NOW = 'GET /api/conta/agora';

const free: AccountResponse = {
  ...{ tenant: 'acme', url: 'http://acme.localhost:4334', plan: 'free', cycle: 'monthly' },
  ...{ state: 'free', amountCentavos: 0, invoices: [], seats: { total: 1, taken: 1 } },
};

describe('the monitors', () => {
  test('switched on is not called working, nor shown as up', async () => {
    server.on(LIMITS, () => json(within75({ running: 1, total: 1, monitorLimit: 5 })));
    await openAccount(active);
    const environment = await part('Seu Vigia');
    expect((await environment.findByText('1 de 5 monitores')).parentElement?.textContent).toBe(
      '1 de 5 monitores ligados',
    );
    const strip = environment.getByRole('img', { name: '1 de 5 monitores em uso' });
    expect(strip.querySelector('[data-beat="up"]')).toBeNull();
  });
});

test('plan, price, next charge, and card are shown with actions', async () => {
  await openPlan(active);
  const plan = await part('Plano');
  expect(plan.getByText('Pro')).toBeTruthy();
  expect(plan.getByText(/R\$\s99 por mês/)).toBeTruthy();
  expect(plan.getByText('Ativo')).toBeTruthy();
  expect(plan.getByRole('link', { name: 'Mudar de plano' }).getAttribute('href')).toBe(
    '/upgrade?tenant=acme',
  );
  const payment = await part('Pagamento');
  expect(payment.getByText(/R\$\s99 em 20\/12\/2099, plano Pro/)).toBeTruthy();
  expect(payment.getByText('Pago até').nextSibling?.textContent).toBe('19/12/2099');
  const cycle = plan.getByRole('link', {
    name: new RegExp(`^Mudar para anual: ${pricePattern('pro', 'yearly')} por ano a partir de 20/12/2099`),
  });
  expect(cycle.getAttribute('href')).toBe('/upgrade/checkout?plan=pro&tenant=acme&cycle=yearly');
  expect(payment.getByText('Mastercard', { exact: false }).textContent).toContain('final 4444');
  expect(payment.getByRole('link', { name: 'Trocar de cartão' }).getAttribute('href')).toBe('/conta/cartao');
});

test('who gets no alerts any more is said first, with the reason and the way there', async () => {
  await openAccount({
    ...active,
    stoppedRecipients: [
      { name: 'dono@acme.example', reason: 'quem recebe marcou um aviso como spam' },
      { name: 'Plantão', reason: 'a conversa bloqueou ou removeu o robô' },
    ],
  });
  expect(await screen.findByText('Destinos que não recebem mais os avisos')).toBeTruthy();
  expect(screen.getByText('dono@acme.example: quem recebe marcou um aviso como spam.')).toBeTruthy();
  expect(screen.getByText('Plantão: a conversa bloqueou ou removeu o robô.')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Ver os destinos' }).getAttribute('href')).toBe('/conta/avisos');
});

/** The environment within its plan. */
const within75 = (more: Partial<Limits> = {}): Limits => ({
  ...{ plan: 'pro', monitorLimit: 75, heartbeatSeconds: 180, running: 12, total: 12, isEnforced: true },
  ...{ paused: [], raised: [], ...more },
});

test('the plan is a few lines, with the way to its page', async () => {
  server.on(LIMITS, () => json(within75({ total: 20 })));
  await openAccount(active);
  const environment = await part('Seu Vigia');
  expect(await environment.findByText('12 de 75 monitores')).toBeTruthy();
  expect(environment.getByText('e 8 pausados, que não contam')).toBeTruthy();
  expect(environment.getByText('2 de 5 pessoas')).toBeTruthy();
  expect(
    environment.getByText('Pro, R$ 99 por mês', { normalizer: (text) => text.replace(/\s/g, ' ') }),
  ).toBeTruthy();
  expect(environment.getByText(/R\$\s99 em 20\/12\/2099/)).toBeTruthy();
  const to = (name: string) => environment.getByRole('link', { name }).getAttribute('href');
  expect([to('Plano e pagamento'), to('Convidar alguém'), to('acme.localhost:4334')]).toEqual([
    '/conta/plano',
    '/conta/pessoas',
    'http://acme.localhost:4334/dashboard',
  ]);
  const titles = screen.getAllByRole('region').map((each) => each.querySelector('h2')?.textContent);
  expect(titles).toEqual(['Agora', 'Seu Vigia']);
});

test('the page of the plan has its parts in the order of their links', async () => {
  await openPlan(active);
  await part('Plano');
  expect(screen.getAllByRole('region').map((each) => each.querySelector('h2')?.textContent)).toEqual([
    'Plano',
    'Pagamento',
    'O que está incluído',
    'O que o Empresarial acrescenta',
    'Faturas',
    'Encerrar',
  ]);
  const parts = within(screen.getByRole('navigation', { name: 'Nesta página' }));
  for (const link of parts.getAllByRole('link')) {
    const id = link.getAttribute('href')?.slice(1) ?? '';
    expect(document.getElementById(id)?.textContent).toBe(link.textContent);
  }
});

test.each([
  ['/conta#faturas-titulo', '/conta/plano#faturas-titulo'],
  ['/conta#fim-titulo', '/conta/plano#fim-titulo'],
  ['/conta#dados-titulo', '/conta/meus-dados#dados-titulo'],
  ['/conta?dados=copia', '/conta/meus-dados?dados=copia'],
  ['/conta?dados=ambiente', null],
  ['/conta', null],
])('what was at %s is found where it is now', (from, to) => {
  expect(movedTo(new URL(from, 'https://vigia.example'))).toBe(to);
});

test('an empty environment names the steps to the first alert before everything else', async () => {
  server.on(NOW, () => json(standingNow([])));
  await openAccount(active);
  const now = await part('Agora');
  expect(await now.findByText(message('first-alert.told'))).toBeTruthy();
  expect(now.queryByRole('link', { name: 'Criar o primeiro monitor' })).toBeNull();
});

test('while the monitors are read the page says so', async () => {
  server.on(LIMITS, () => new Promise<Response>(() => {}));
  await openAccount(active);
  expect((await part('Seu Vigia')).getByText(message('limits.loading'))).toBeTruthy();
});

test('with monitors, even paused ones, the first steps are over', async () => {
  server.on(LIMITS, () => json(within75({ running: 0, total: 1 })));
  server.on(NOW, () => json(standingNow([pictured({ state: 'outside', reason: 'paused' })])));
  await openAccount(active);
  const environment = await part('Seu Vigia');
  expect(await environment.findByText('e 1 pausado, que não conta')).toBeTruthy();
  expect(screen.queryByText(message('first-alert.told'))).toBeNull();
});

test('each invoice shows its state and links to its page', async () => {
  const states = ['pending', 'confirmed', 'overdue', 'refused', 'refunded', 'disputed'] as const;
  await openPlan({
    ...active,
    invoices: states.map((state, index) => ({ ...paid, id: `p-${index}`, state })),
  });
  const invoices = await part('Faturas');
  const rows = invoices.getAllByRole('row').slice(1);
  expect(rows.map((row) => within(row).getAllByRole('cell')[2]?.textContent)).toEqual([
    'Em aberto',
    'Paga',
    'Vencida',
    'Recusada',
    'Devolvida',
    'Contestada',
  ]);
  expect(rows.map((row) => within(row).getByRole('link').textContent?.split(' da ')[0])).toEqual([
    'Pagar',
    'Ver recibo',
    'Pagar',
    'Pagar',
    'Ver recibo',
    'Ver recibo',
  ]);
  expect(
    within(rows[1] as HTMLElement)
      .getByRole('link')
      .getAttribute('href'),
  ).toBe(paid.url);
});

test('a year of invoices is shown, and the others on request', async () => {
  const faturas = Array.from({ length: 30 }, (_, index) => ({ ...paid, id: `p-${index}` }));
  await openPlan({ ...active, invoices: faturas });
  const invoices = await part('Faturas');
  expect(invoices.getAllByRole('row')).toHaveLength(13);
  await user.click(button('Mostrar todas as 30 faturas'));
  expect(invoices.getAllByRole('row')).toHaveLength(31);
});

test('the free plan has no card, invoices or cancellation, but an upgrade', async () => {
  await openPlan(free);
  const plan = await part('Plano');
  expect(plan.getByText('Gratuito')).toBeTruthy();
  expect(plan.getByText('Sem cobrança')).toBeTruthy();
  expect(plan.getByRole('link', { name: 'Mudar de plano' })).toBeTruthy();
  expect(screen.queryByRole('region', { name: 'Faturas' })).toBeNull();
  expect(screen.queryByRole('button', { name: /cancelar|desistir/i })).toBeNull();
});

test('while loading a skeleton is shown, and announced to screen readers', async () => {
  server.on(READ, () => new Promise<Response>(() => {}));
  await openPlan();
  expect((await screen.findByText(message('account.loading'))).closest('[role="status"]')).toBeTruthy();
});

describe('unusual states', () => {
  const overdue: Invoice = {
    ...open,
    ...{ id: 'pay_3', dueDate: '2026-11-10', state: 'overdue', url: 'https://asaas.example/i/3' },
  };

  test('a late payment shows the next step and links to paying', async () => {
    await openPlan({ ...active, state: 'overdue', invoices: [overdue, paid] });
    expect(await screen.findByText(/O pagamento de R\$\s99 não passou/)).toBeTruthy();
    expect(screen.getByText(/Tentamos de novo em 20\/12\/2099/)).toBeTruthy();
    expect(screen.getByText(/3 tentativas, 3, 7 e 15 dias depois da primeira falha/)).toBeTruthy();
    expect(screen.getByRole('link', { name: /^Pagar agora/ }).getAttribute('href')).toBe(overdue.url);
    expect((await part('Pagamento')).getByText(/R\$\s99, venceu em 10\/11\/2026/)).toBeTruthy();
    expect((await part('Plano')).getByText('Pagamento atrasado')).toBeTruthy();
  });

  test('what needs the owner stands before how the monitors are', async () => {
    server.on(NOW, () => json(standingNow([pictured()])));
    await openAccount({ ...active, state: 'overdue', invoices: [overdue] });
    const notice = await screen.findByText(/^O pagamento de R\$\s99 não passou$/);
    const now = await screen.findByRole('region', { name: 'Agora' });
    expect(notice.compareDocumentPosition(now)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  });

  test('a suspended environment says its data are kept until payment', async () => {
    await openPlan({ ...active, state: 'suspended', invoices: [overdue] });
    expect(await screen.findByText('Seu Vigia está suspenso por falta de pagamento')).toBeTruthy();
    expect(screen.getByText(/os dados estão guardados. Assim que o pagamento for confirmado/)).toBeTruthy();
    expect(screen.getByRole('link', { name: /^Pagar R\$\s99/ }).getAttribute('href')).toBe(overdue.url);
    expect(screen.queryByRole('link', { name: 'Abrir o painel' })).toBeNull();
  });

  test('a suspended one without a debt links to the support', async () => {
    await openPlan({ ...free, state: 'suspended' });
    expect(await screen.findByText('Seu Vigia está suspenso')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Falar com o suporte' }).getAttribute('href')).toBe('/suporte');
  });

  test('a cancelled renewal shows its last day, without card and cancellation', async () => {
    await openPlan(cancelled);
    expect(await screen.findByText(/o painel funciona até 19\/12\/2099/)).toBeTruthy();
    expect((await part('Pagamento')).getByText('Nenhuma')).toBeTruthy();
    expect(screen.queryByRole('link', { name: /^Mudar para/ })).toBeNull();
    expect((await part('Plano')).getByRole('link', { name: 'Mudar de plano' })).toBeTruthy();
    expect(screen.queryByRole('link', { name: /^Trocar de cartão/ })).toBeNull();
    expect(screen.queryByRole('button', { name: /cancelar/i })).toBeNull();
  });

  test('an ended environment shows how long its data are kept', async () => {
    await openPlan({ ...active, state: 'ended', endsOn: '2099-12-31', invoices: [paid] });
    expect(await screen.findByText(/guardados até 31\/12\/2099 e então são apagados/)).toBeTruthy();
    expect(screen.queryByRole('link', { name: 'Abrir o painel' })).toBeNull();
    expect((await part('Faturas')).getByRole('link', { name: /^Ver recibo/ })).toBeTruthy();
  });

  test.each([
    [
      'runs on paid days',
      cancelled,
      'Retomar a renovação',
      '/upgrade/checkout?plan=pro&tenant=acme&cycle=monthly',
    ],
    [
      'ends with a day that is not paid',
      { ...cancelled, endsOn: '2099-12-22' },
      'Contratar de novo',
      '/upgrade/checkout?plan=pro&tenant=acme&cycle=monthly',
    ],
    [
      'is over',
      { ...cancelled, state: 'ended' },
      'Contratar de novo',
      '/upgrade/checkout?plan=pro&tenant=acme&cycle=monthly',
    ],
    ['was free', { ...free, state: 'ended' }, 'Contratar de novo', '/upgrade?tenant=acme'],
  ] as const)('a contract that %s can be had again from here', async (_name, account, label, href) => {
    await openPlan(account);
    expect((await screen.findByRole('link', { name: label })).getAttribute('href')).toBe(href);
  });

  test('a plan on trust names its basis and the paid plan', async () => {
    await openPlan({
      ...active,
      ...{ amountCentavos: 4900, trust: { paidPlan: 'essential', until: '2099-12-19' } },
    });
    const plan = await part('Plano');
    expect(plan.getByText(/^R\$\s99 por mês$/)).toBeTruthy();
    expect(
      plan.getByText(
        /O plano Pro vale até 19\/12\/2099 porque a próxima cobrança é a dele; até lá, o plano pago é o Essencial\./,
      ),
    ).toBeTruthy();
  });

  test('a debt shows amount and days, and only offers paying', async () => {
    const debt = { amountCentavos: 1_320, days: 4, paymentUrl: 'https://asaas.example/d' };
    await openPlan({ ...cancelled, state: 'ended', debt });
    expect(await screen.findByText(/^Falta pagar R\$\s13,20 por 4 dias de uso$/)).toBeTruthy();
    expect(screen.getByRole('link', { name: /^Pagar R\$\s13,20/ }).getAttribute('href')).toBe(
      debt.paymentUrl,
    );
    expect(screen.queryByRole('link', { name: /Contratar de novo|Mudar/ })).toBeNull();
  });

  test('a disputed charge names wait and contact, without changes', async () => {
    await openPlan({ ...active, isDisputed: true });
    expect(await screen.findByText(message('error.payment-disputed'))).toBeTruthy();
    expect(screen.queryByRole('link', { name: /^Mudar/ })).toBeNull();
  });

  test('a disputed charge says what comes back, and a partly returned one what came back', async () => {
    await openPlan({
      ...active,
      ...{
        isDisputed: true,
        backIfLostCentavos: 4_250,
        invoices: [{ ...paid, returnedCentavos: 1_550 }],
      },
    });
    expect(await screen.findByText(/volta também .* hoje seriam R\$\s42,50\.$/)).toBeTruthy();
    expect(screen.getByText(/^R\$\s15,50 devolvidos$/)).toBeTruthy();
  });

  test('a contract being bought again is not offered twice', async () => {
    const pendingChange = {
      plan: 'pro',
      cycle: 'monthly',
      paymentUrl: 'https://asaas.example/i/9',
    } as const;
    await openPlan({ ...active, state: 'ended', pendingChange });
    expect(await screen.findByText('Este painel foi encerrado')).toBeTruthy();
    expect(screen.queryByRole('link', { name: 'Contratar de novo' })).toBeNull();
  });

  test('an unpaid plan change links to its payment', async () => {
    const paymentUrl = 'https://asaas.example/i/9';
    await openPlan({ ...free, pendingChange: { plan: 'pro', cycle: 'yearly', paymentUrl } });
    expect(await screen.findByText('Falta pagar a mudança para o plano Pro, anual')).toBeTruthy();
    expect(screen.getByRole('link', { name: /^Concluir o pagamento/ }).getAttribute('href')).toBe(paymentUrl);
    expect(screen.queryByRole('link', { name: 'Mudar de plano' })).toBeNull();
  });

  test('with the processor down the contract is shown without invoices', async () => {
    const { invoices, card, nextChargeOn, ...rest } = active;
    server.on(
      READ,
      () => json(rest),
      () => json(active),
    );
    await openPlan();
    expect((await part('Plano')).getByText('Pro')).toBeTruthy();
    expect(screen.getByText(message('account.invoices-unavailable'))).toBeTruthy();
    expect((await part('Pagamento')).getByText(/R\$\s99 em 20\/12\/2099/)).toBeTruthy();
    await user.click((await part('Faturas')).getByRole('button', { name: 'Tentar novamente' }));
    expect(await screen.findByRole('row', { name: /20\/11\/2026/ })).toBeTruthy();
  });

  test.each([
    ['none', message('gate.nobody'), 'Escolher um plano', '/checkout'],
    ['creating', message('gate.waiting'), 'Acompanhar a criação', '/provisionamento'],
    ['closed-undelivered', message('account.order-closed'), 'Escolher um plano', '/checkout'],
  ] as const)('without an environment (%s) the page leads on', async (environment, sentence, label, href) => {
    server.on(READ, () => json({ environment }));
    await openAccount();
    expect(await screen.findByText(sentence)).toBeTruthy();
    expect((await screen.findByRole('link', { name: label })).getAttribute('href')).toBe(href);
  });

  test('without an answer it says so, and a retry works', async () => {
    server.on(READ, lost, () => json(active));
    await openPlan();
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain(message('account.failed-title'));
    expect(alert.textContent).toContain(message('connection.failed'));
    await user.click(button('Tentar novamente'));
    expect((await part('Plano')).getByText('Pro')).toBeTruthy();
  });

  test('with the provider down it says so, without redirecting', async () => {
    provider.refresh = 'unreachable';
    await openPlan(active);
    expect((await screen.findByRole('alert')).textContent).toContain(message('session.pending'));
    expect(provider.calls.some(({ method }) => method === 'login')).toBe(false);
  });

  test('an ended session leads to the sign-in page and back', async () => {
    provider.refresh = 'refused';
    await openPlan(active);
    await waitFor(() => expect(provider.calls.at(-1)).toMatchObject({ method: 'login' }));
    expect(provider.calls.at(-1)?.options).toMatchObject({ redirectUri: `${location.origin}/conta/plano` });
  });
});

describe('notas fiscais', () => {
  const SAVE = 'POST /api/conta/nota-fiscal';
  const fiscal = { ...active, fiscalContacts: { emails: ['fiscal@acme.example'], purchaseOrder: '' } };

  test('show nothing when none are issued', async () => {
    await openPlan(active);
    await part('Faturas');
    expect(screen.queryByRole('form', { name: 'Nota fiscal' })).toBeNull();
    expect(screen.queryByText(/^Nota /)).toBeNull();
  });

  test('are shown at their charge: a link, or their state', async () => {
    const situations = ['issuing', 'issued', 'cancelling', 'cancelled'] as const;
    await openPlan({
      ...fiscal,
      invoices: situations.map((state, index) => ({
        ...{ ...paid, id: `p-${index}` },
        fiscalNote: {
          state,
          ...(state === 'issued' ? { number: '42', url: 'https://asaas.example/n' } : {}),
        },
      })),
    });
    const invoices = await part('Faturas');
    expect(invoices.getByRole('link', { name: /^Nota fiscal 42/ }).getAttribute('href')).toBe(
      'https://asaas.example/n',
    );
    for (const words of ['Nota em emissão', 'Nota em cancelamento', 'Nota cancelada'])
      expect(invoices.getByText(words)).toBeTruthy();
  });

  test('are sent to further addresses, with the order number', async () => {
    server.on(SAVE, () => json({ emails: ['a@acme.example', 'b@acme.example'], purchaseOrder: 'PO 7' }));
    await openPlan(fiscal);
    const form = await part('Nota fiscal');
    const emails = form.getByLabelText<HTMLInputElement>(/^Outros e-mails/);
    expect(emails.value).toBe('fiscal@acme.example');
    await user.clear(emails);
    await write(emails, 'a@acme.example, B@acme.example');
    await write(form.getByLabelText(/^Pedido de compra/), 'PO 7');
    await user.click(form.getByRole('button', { name: 'Guardar' }));
    expect(await screen.findByText(message('fiscal.saved'))).toBeTruthy();
    expect(server.to(SAVE)[0]?.body).toEqual({
      emails: ['a@acme.example', 'b@acme.example'],
      purchaseOrder: 'PO 7',
    });
    await write(emails, ', c');
    expect(screen.queryByText(message('fiscal.saved'))).toBeNull();
  });

  test.each([
    ['Outros e-mails', 'nada', message('fiscal.email-invalid')],
    ['Outros e-mails', 'a@a.co b@a.co c@a.co d@a.co e@a.co f@a.co', message('fiscal.too-many', { max: 5 })],
    ['Pedido de compra', 'PO <7>', message('fiscal.order-invalid')],
  ])('%s with %s is reported at the field, and nothing is sent', async (label, typed, sentence) => {
    await openPlan({ ...fiscal, fiscalContacts: { emails: [], purchaseOrder: '' } });
    const form = await part('Nota fiscal');
    await write(form.getByLabelText(new RegExp(`^${label}`)), typed);
    await user.click(form.getByRole('button', { name: 'Guardar' }));
    expect(form.getByText(sentence)).toBeTruthy();
    expect(server.to(SAVE)).toEqual([]);
    await user.type(form.getByLabelText(new RegExp(`^${label}`)), '{backspace}');
    expect(form.queryByText(sentence)).toBeNull();
  });

  test('that could not be saved say so, and keep the input', async () => {
    server.on(SAVE, lost);
    await openPlan(fiscal);
    const form = await part('Nota fiscal');
    await write(form.getByLabelText(/^Pedido de compra/), 'PO 8');
    await user.click(form.getByRole('button', { name: 'Guardar' }));
    await waitFor(() => expect(form.getByRole('alert')).toBeTruthy());
    expect(form.getByLabelText<HTMLInputElement>(/^Pedido de compra/).value).toBe('PO 8');
  });

  test('refused by the server show that sentence', async () => {
    server.on(SAVE, refusal(500, 'internal', message('error.internal')));
    await openPlan(fiscal);
    const form = await part('Nota fiscal');
    await user.click(form.getByRole('button', { name: 'Guardar' }));
    expect(await form.findByText(message('fiscal.failed-title'))).toBeTruthy();
  });
});
