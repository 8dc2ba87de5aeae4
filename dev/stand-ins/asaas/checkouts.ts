/**
 * Hosted pages (Asaas Checkout): opened by the shop, paid by a customer it does not know, closed by either or by
 * expiry.
 */
import { randomUUID } from 'node:crypto';
import { dateAt } from './dates.ts';
import type { CheckoutFields } from './inspect.ts';
import { type CustomerFields, maskTaxId, type PresentedCard } from './inspect.ts';
import type { Ledger } from './ledger.ts';
import type { Checkout, Customer } from './objects.ts';
import { refuse } from './refusal.ts';
import { type AsaasStore, newId } from './state.ts';

export interface CheckoutsOptions {
  readonly store: AsaasStore;
  readonly ledger: Ledger;
  readonly now: () => number;
}

export type Checkouts = ReturnType<typeof createCheckouts>;

const MINUTE_MS = 60_000;

/** Sum of the items in reais. */
export function totalOf({ items }: Pick<Checkout, 'items'>): number {
  return items.reduce((sum, { quantity, value }) => sum + Math.round(quantity * value * 100), 0) / 100;
}

export function createCheckouts({ store, ledger, now }: CheckoutsOptions) {
  const { state } = store;

  const checkoutOf = (id: string): Checkout =>
    state.checkouts.find((each) => each.id === id) ??
    refuse('invalid_object', 'Checkout não encontrado.', 404);

  function end(checkout: Checkout, status: Exclude<Checkout['status'], 'ACTIVE'>): Checkout {
    if (checkout.status !== 'ACTIVE') {
      refuse('invalid_action', `O checkout está com a situação ${checkout.status} e não permite esta ação.`);
    }
    checkout.status = status;
    ledger.sendCheckout(`CHECKOUT_${status}`, checkout);
    store.save();
    return checkout;
  }

  return {
    checkoutOf,
    cancel: (id: string) => end(checkoutOf(id), 'CANCELED'),
    expire: (id: string) => end(checkoutOf(id), 'EXPIRED'),

    open(fields: CheckoutFields): Checkout {
      const checkout: Checkout = {
        id: randomUUID(),
        ...fields,
        status: 'ACTIVE',
        expiresAt: now() + fields.minutesToExpire * MINUTE_MS,
      };
      state.checkouts.push(checkout);
      ledger.sendCheckout('CHECKOUT_CREATED', checkout);
      store.save();
      return checkout;
    },

    /**
     * Sells: creates a customer (unless the shop named one) and a subscription with the card, and confirms its first
     * payment if it is due.
     */
    pay(id: string, payer: CustomerFields, card: PresentedCard): Checkout {
      const checkout = end(checkoutOf(id), 'PAID');
      const known = state.customers.find(({ id }) => id === checkout.customer);
      const customer = known ?? addCustomer(store, payer, now());
      const subscription = ledger.openSubscription(
        customer.id,
        {
          billingType: 'CREDIT_CARD',
          value: totalOf(checkout),
          nextDueDate: checkout.subscription.nextDueDate,
          cycle: checkout.subscription.cycle,
          description: checkout.items[0]?.description ?? null,
          // Undocumented whether purchases carry the page's reference, so do not rely on it.
          externalReference: null,
          callback: null,
          creditCardToken: ledger.issueToken(customer.id, card).token,
        },
        checkout.id,
      );
      const first = state.payments.find((each) => each.subscription === subscription.id);
      if (first !== undefined && first.dueDate <= dateAt(now())) ledger.confirm(first.id);
      return checkout;
    },

    /** When the next page expires; `null` without open pages. */
    nextExpiry(): number | null {
      const open = state.checkouts.filter((each) => each.status === 'ACTIVE');
      return open.length === 0 ? null : Math.min(...open.map((each) => each.expiresAt));
    },

    expireDue(): void {
      for (const checkout of state.checkouts) {
        if (checkout.status === 'ACTIVE' && checkout.expiresAt <= now()) end(checkout, 'EXPIRED');
      }
    },
  };
}

/** Registers a payer; missing fields are `null`, and the CPF or CNPJ is stored masked. */
export function addCustomer(store: AsaasStore, fields: CustomerFields, now: number): Customer {
  const { name = '', cpfCnpj = '', ...rest } = fields;
  const customer: Customer = {
    object: 'customer',
    id: newId('cus'),
    dateCreated: dateAt(now),
    name,
    email: null,
    phone: null,
    mobilePhone: null,
    address: null,
    addressNumber: null,
    complement: null,
    province: null,
    postalCode: null,
    externalReference: null,
    ...rest,
    cpfCnpj: maskTaxId(cpfCnpj),
    personType: cpfCnpj.length === 11 ? 'FISICA' : 'JURIDICA',
    deleted: false,
  };
  store.state.customers.push(customer);
  store.taxIds.set(customer.id, cpfCnpj);
  store.save();
  return customer;
}
