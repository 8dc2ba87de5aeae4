/** The processor's side of a sequence: time creates and charges what is due; banks and people act on charges. */
import type { Payment } from '#dev/stand-ins/asaas/objects.ts';
import { businessDay } from '#domain/billing/days.ts';
import type { World } from './world.ts';

const openStates: ReadonlySet<Payment['status']> = new Set([
  'PENDING',
  'OVERDUE',
  'CREDIT_CARD_CAPTURE_REFUSED',
]);

export const disputedStates = [
  'CHARGEBACK_REQUESTED',
  'CHARGEBACK_DISPUTE',
  'AWAITING_CHARGEBACK_REVERSAL',
] as const satisfies readonly Payment['status'][];

/** Whether an object at the processor belongs to an environment: descriptions name it in brackets, or name none. */
export const isAbout = (text: string | null | undefined, subdomain: string): boolean =>
  text != null && (text.includes(`(${subdomain})`) || !text.includes('(loja-'));

/** A debt's charge names no environment, because it belongs to a person. */
export const isForDebt = ({ subscription, description }: Payment): boolean =>
  subscription === null && !/diferen/i.test(description ?? '');

export function createProcessor(world: World) {
  const state = () => world.services().asaas.state;
  const today = () => businessDay(world.now());
  const inOrder = (payments: readonly Payment[]) =>
    payments.toSorted((a, b) => a.dueDate.localeCompare(b.dueDate));

  async function press(kind: string, id: string, action: string, isSilent = false): Promise<boolean> {
    const path = `/__stand-in/${kind}/${encodeURIComponent(id)}/${action}`;
    const answer = await world.services().asaas.app.request(path, {
      method: 'POST',
      body: JSON.stringify({ silent: isSilent }),
      headers: { 'content-type': 'application/json' },
    });
    return answer.ok;
  }

  async function chargeDue(): Promise<boolean> {
    await world.services().asaas.tick();
    const answer = await world.services().asaas.app.request('/__stand-in/advance', { method: 'POST' });
    const { created, confirmed, refused, overdue } = (await answer.json()) as Record<string, string[]>;
    return [created, confirmed, refused, overdue].some((ids) => ids !== undefined && ids.length > 0);
  }

  async function payPages(account: string, taxId: string): Promise<number> {
    let paid = 0;
    const card = { nome: 'ANA', numero: '4111111111111111', validade: '12/40', cvv: '123' };
    const page = (path: string, form: Record<string, string>) =>
      world.services().asaas.app.request(path, { method: 'POST', body: new URLSearchParams(form) });
    const { lostPages } = world.services();
    for (const checkout of state().checkouts) {
      if (lostPages.has(checkout.id)) continue;
      if (checkout.status !== 'ACTIVE' || !isAbout(checkout.items[0]?.description, account)) continue;
      const payer = {
        email: 'cliente@teste.example',
        cpfCnpj: taxId,
        cep: '01310100',
        numeroEndereco: '1',
        telefone: '11987654321',
      };
      const answer = await page(`/checkoutSession/show?id=${checkout.id}`, { ...card, ...payer });
      if (answer.status === 303) paid += 1;
    }
    for (const payment of inOrder(state().payments)) {
      const isDue = payment.dueDate <= today() && openStates.has(payment.status) && !payment.deleted;
      if (!isDue || !(isAbout(payment.description, account) || isForDebt(payment))) continue;
      if ((await page(`/i/${payment.id.slice('pay_'.length)}`, card)).status === 303) paid += 1;
    }
    await world.services().asaas.tick();
    return paid;
  }

  const withStatus = (status: Payment['status'], account: string) =>
    inOrder(state().payments.filter((each) => each.status === status && isAbout(each.description, account)));

  return {
    /** Whether cards are accepted from now on. */
    setCard(next: boolean) {
      Object.assign(state().settings, { declinesCharges: !next, declinesRenewals: !next });
    },
    /**
     * Creates and charges everything due by today.
     * @returns Whether anything happened.
     */
    chargeDue,
    /** Confirmed charges, oldest first. */
    confirmed: (account: string) => withStatus('CONFIRMED', account),
    disputed: (account: string) => disputedStates.flatMap((status) => withStatus(status, account)),
    /**
     * Calls an action.
     * @param isSilent True: no events are sent.
     */
    press,
    /**
     * Pays every open page, with this CPF.
     * @returns How many.
     */
    payPages,
  };
}
export type Processor = ReturnType<typeof createProcessor>;
