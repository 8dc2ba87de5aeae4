/** Cancelling the renewal, withdrawing from a purchase, signing out. */
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { message } from '#domain/messages.ts';
import { tab } from '#lib/storage.ts';
import { json, lost, refusal } from '#tests/islands/fake-api.ts';
import {
  active,
  button,
  cancelled,
  contract,
  difference,
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

const CANCEL = 'POST /api/conta/cancelamento';

const WITHDRAW = 'POST /api/conta/arrependimento';

const dialog = () => within(screen.getByRole('dialog'));

/** Opens the dialog; nothing is sent before its confirmation. */
async function askToCancel() {
  await openPlan(active);
  await part('Encerrar');
  await user.click(button('Cancelar a renovação'));
}
const confirm = () => user.click(dialog().getByRole('button', { name: 'Cancelar a renovação' }));

describe('ending', () => {
  test('the cancellation names consequence and date, and needs a confirmation', async () => {
    server.on(CANCEL, () => json(cancelled));
    tab.writeJson('quota', 'as it was before');
    await askToCancel();
    expect(dialog().getByText(/continuam como estão até 19\/12\/2099/)).toBeTruthy();
    expect(dialog().getByText(/guardados por 30 dias/)).toBeTruthy();
    expect(dialog().getByText('Não há reembolso proporcional do período em curso.')).toBeTruthy();
    await user.click(dialog().getByRole('button', { name: 'Manter a assinatura' }));
    expect(server.to(CANCEL)).toHaveLength(0);
    await user.click(button('Cancelar a renovação'));
    await confirm();
    const result = await screen.findByText(message('account.cancelled'));
    await waitFor(() => expect(document.activeElement?.contains(result)).toBe(true));
    expect(await screen.findByText(/o painel funciona até 19\/12\/2099/)).toBeTruthy();
    expect(server.to(CANCEL)[0]?.body).toBeUndefined();
    expect(tab.readJson('quota')).toBeNull();
  });

  test('while it is sent, the dialog offers no way back, and shows it when reopened', async () => {
    server.on(CANCEL, () => new Promise<Response>(() => {}));
    await askToCancel();
    await confirm();
    await dialog().findByRole('button', { name: message('checkout.sending') });
    expect(dialog().queryByRole('button', { name: 'Manter a assinatura' })).toBeNull();
    await user.click(dialog().getByText('Fechar'));
    await user.click(button('Cancelar a renovação'));
    expect(dialog().getByRole('button', { name: message('checkout.sending') })).toBeTruthy();
    expect(server.to(CANCEL)).toHaveLength(1);
  });

  test('a late answer does not hide that another tab resumed the renewal', async () => {
    const { promise: late, resolve: answer } = Promise.withResolvers<Response>();
    server.on(CANCEL, () => late);
    await askToCancel();
    await confirm();
    await dialog().findByRole('button', { name: message('checkout.sending') });
    server.on(READ, () => json({ ...active, plan: 'enterprise' }));
    window.dispatchEvent(new Event('visibilitychange'));
    await (await part('Plano')).findByText('Empresarial');
    answer(json(cancelled));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect((await part('Plano')).getByText('Ativo')).toBeTruthy();
    expect(screen.queryByText(message('account.cancelled'))).toBeNull();
  });

  test('a withdrawal within the legal days shows its amount', async () => {
    server.on(WITHDRAW, () =>
      json({ ...active, state: 'ended', invoices: [{ ...paid, state: 'refunded' }] }),
    );
    await openPlan({ ...active, purchases: [{ ...contract, amountCentavos: 52_900 }] });
    const ending = await part('Encerrar');
    expect(ending.getByText(/Até 27\/11\/2099 às 23h59, horário de São Paulo/)).toBeTruthy();
    await user.click(button(/^Desistir e receber R\$\s529$/));
    expect(screen.getByRole('dialog', { name: 'Desistir da contratação do plano Essencial?' })).toBeTruthy();
    expect(dialog().getByText(/Você recebe de volta R\$\s529, no mesmo cartão/)).toBeTruthy();
    expect(dialog().getByText(/O painel é desligado agora/)).toBeTruthy();
    await user.click(dialog().getByRole('button', { name: /^Desistir e receber R\$\s529/ }));
    expect(await screen.findByText(message('account.withdrawn'))).toBeTruthy();
    expect(server.to(WITHDRAW)[0]?.body).toEqual({ purchase: 'c1' });
    expect((await part('Faturas')).getByText('Devolvida')).toBeTruthy();
  });

  test('a withdrawal from a disputed charge says that the bank decides first', async () => {
    await openPlan({
      ...active,
      ...{ isDisputed: true, purchases: [contract], invoices: [{ ...paid, state: 'disputed' }] },
    });
    await part('Encerrar');
    await user.click(button(/^Desistir e receber/));
    expect(dialog().getByText(/^Você recebe de volta/).textContent).toContain('volta pelo banco');
    expect(dialog().queryByText(/Pedimos a devolução à operadora agora/)).toBeNull();
  });

  test('several purchases each have deadline and button; a contract includes differences', async () => {
    await openPlan({ ...active, plan: 'enterprise', purchases: [contract, difference] });
    const ending = await part('Encerrar');
    expect(ending.getByText(/Até 27\/11\/2099/).textContent).toMatch(/recebe de volta R\$\s762,40/);
    expect(ending.getByText(/Até 30\/11\/2099/).textContent).toMatch(
      /R\$\s233,40 e fica com o plano de antes/,
    );
    await user.click(button(/^Desistir e receber R\$\s762,40$/));
    expect(dialog().getByText(/inclui as diferenças que você pagou depois/)).toBeTruthy();
  });

  test('undoing a difference names the returning plan, and sends one purchase', async () => {
    server.on(WITHDRAW, () =>
      json({ ...active, plano: 'essential', purchases: [{ ...contract, amountCentavos: 52_900 }] }),
    );
    await openPlan({ ...active, plan: 'enterprise', purchases: [contract, difference] });
    await part('Encerrar');
    await user.click(button(/^Desistir e receber R\$\s233,40$/));
    expect(
      screen.getByRole('dialog', { name: 'Desistir da mudança para o plano Empresarial?' }),
    ).toBeTruthy();
    expect(dialog().getByText(/^O plano Essencial volta agora, com os limites dele/)).toBeTruthy();
    expect(dialog().queryByText(/O painel é desligado/)).toBeNull();
    await user.click(dialog().getByRole('button', { name: /^Desistir e receber/ }));
    expect(await screen.findByText(message('account.change-withdrawn'))).toBeTruthy();
    expect(server.to(WITHDRAW)[0]?.body).toEqual({ purchase: 'd1' });
  });

  test('on trust, cancelling returns to the paid plan at once', async () => {
    await openPlan({ ...active, trust: { paidPlan: 'essential', until: '2099-12-19' } });
    await part('Encerrar');
    await user.click(button('Cancelar a renovação'));
    expect(
      dialog().getByText(
        /O plano Pro ainda não foi pago: ao cancelar, o plano Essencial, que está pago, volta na hora, com os limites dele, e vale até 19\/12\/2099/,
      ),
    ).toBeTruthy();
  });

  test('reopening the dialog clears a refusal', async () => {
    server.on(CANCEL, refusal(409, 'subscription-missing', message('error.subscription-missing')));
    await askToCancel();
    await confirm();
    expect((await dialog().findByRole('alert')).textContent).toContain(message('error.subscription-missing'));
    await user.click(dialog().getByRole('button', { name: 'Manter a assinatura' }));
    await user.click(button('Cancelar a renovação'));
    expect(dialog().queryByRole('alert')).toBeNull();
  });

  test('outside of the legal days no withdrawal is offered', async () => {
    await openPlan(active);
    await part('Encerrar');
    expect(screen.queryByRole('button', { name: /desistir/i })).toBeNull();
  });

  test('a lost response is reported, and a retry works', async () => {
    server.on(CANCEL, lost, () => json(cancelled));
    await askToCancel();
    await confirm();
    expect((await dialog().findByRole('alert')).textContent).toContain(message('connection.failed'));
    await confirm();
    await screen.findByText(message('account.cancelled'));
    expect(server.to(CANCEL)).toHaveLength(2);
  });

  test('a proxy’s own error says that the result is being checked', async () => {
    server.on(CANCEL, () => new Response('', { status: 504 }));
    await askToCancel();
    await confirm();
    const result = await dialog().findByRole('alert');
    expect(result.textContent).toContain(message('account.end-failed-title'));
    expect(result.textContent).toContain(message('account.end-unclear'));
  });

  test('after the paid period, today is the last day', async () => {
    await openPlan({
      ...active,
      ...{ state: 'overdue', nextChargeOn: '2026-01-20' },
      invoices: [
        { ...open, dueDate: '2026-01-20', state: 'overdue' },
        { ...paid, dueDate: '2025-12-20' },
      ],
    });
    await part('Encerrar');
    await user.click(button('Cancelar a renovação'));
    expect(dialog().getByText(/até o fim do dia de hoje, porque o período pago já acabou/)).toBeTruthy();
    expect(dialog().getByText(/funcionou sem pagamento continuam devidos/)).toBeTruthy();
  });
});

describe('an order without its environment', () => {
  const MAKING = { environment: 'creating', refundCentavos: 9900 } as const;
  const CLOSED = { environment: 'closed-undelivered', refundCentavos: 9900 } as const;
  const openOrder = async (order: object) => {
    server.on(READ, () => json(order));
    await openAccount();
    await screen.findByText(message('gate.waiting'));
  };

  test('can be cancelled with a full refund, after a confirmation', async () => {
    server.on(CANCEL, () => json(CLOSED));
    await openOrder(MAKING);
    expect((await part('Encerrar')).getByText(message('account.order-cancelling'))).toBeTruthy();
    await user.click(button('Cancelar o pedido'));
    expect(dialog().getByText(/Você recebe de volta R\$\s99, no mesmo cartão/)).toBeTruthy();
    await user.click(dialog().getByRole('button', { name: 'Continuar com o pedido' }));
    expect(server.to(CANCEL)).toHaveLength(0);
    await user.click(button('Cancelar o pedido'));
    await user.click(dialog().getByRole('button', { name: /^Cancelar e receber R\$\s99/ }));
    const result = (await screen.findByText(message('account.order-closed'))).closest('[role="status"]');
    expect(result?.textContent).toMatch(/O valor pago, R\$\s99, volta inteiro para o cartão/);
    expect(screen.queryByRole('button', { name: 'Cancelar o pedido' })).toBeNull();
    expect(server.to(CANCEL)[0]?.body).toBeUndefined();
  });

  test('shows no amount while nothing is paid', async () => {
    await openOrder({ ...MAKING, refundCentavos: 0 });
    await user.click(button('Cancelar o pedido'));
    expect(
      dialog().getByText(/Se o pagamento for confirmado neste meio-tempo, ele volta inteiro/),
    ).toBeTruthy();
    expect(dialog().queryByText(/R\$/)).toBeNull();
  });

  test('of the free plan has nothing to cancel', async () => {
    await openOrder({ environment: 'creating' });
    expect(screen.queryByRole('button', { name: 'Cancelar o pedido' })).toBeNull();
  });

  test('a refusal is shown in the dialog', async () => {
    server.on(CANCEL, refusal(409, 'idempotency-in-progress', message('error.idempotency-in-progress')));
    await openOrder(MAKING);
    await user.click(button('Cancelar o pedido'));
    await user.click(dialog().getByRole('button', { name: /^Cancelar e receber/ }));
    expect(await dialog().findByRole('alert')).toBeTruthy();
  });
});
