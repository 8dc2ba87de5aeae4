/**
 * Takes an environment that no row knows back into rows: order, contract, charges, members. For the time after the
 * database was restored to an earlier moment (docs/worst-day.md).
 *
 * Owns: where each fact comes from. What exists elsewhere is only read: the application, the accounts and the subscription
 * stay as they are. All rows are written in one transaction.
 */
import type { ReadoptedEnvironment } from '#domain/api-schemas/operation-environments.ts';
import { businessDay, startOfDay } from '#domain/billing/days.ts';
import { recorded } from '#domain/contract/charges.ts';
import { changed, type FactChange } from '#domain/contract/facts.ts';
import { DomainError } from '#domain/errors.ts';
import { isPlanId } from '#domain/plans/ids.ts';
import { isOwnEnvironment } from '#domain/tenants/own-environments.ts';
import type { Deps } from '#functions/compose.ts';
import { payerHash } from '#functions/debts/parties.ts';
import { soldFacts } from '#functions/orders/sold-facts.ts';
import { findLiveOrder, findLiveOrderByName } from '#functions/orders/store.ts';
import type { Account } from '#functions/vendors/identity.ts';
import type { SubscriptionDetails } from '#functions/vendors/processor.ts';
import { type LocatedApplication, listApplications, withoutOrder } from './find-orphans.ts';
import type { FoundMember, FoundOrder } from './orphan.ts';
import { writeReadopted } from './orphans-store.ts';

/** What no other service keeps. */
const LOST = [
  'a versão dos termos que a pessoa aceitou',
  'a escolha de receber o relatório do mês, e os avisos e destinatários',
  'convites em aberto, que precisam ser enviados de novo',
  'marcas e dívidas do intervalo perdido',
] as const;

const refuse = (sentence: string): never => {
  throw new DomainError('not-found', { sentence });
};

/**
 * @param given Name of the application, its subdomain or its order.
 * @param isSure False: nothing is written, and the answer says what would be.
 * @param subscription Its subscription, where no reference leads to it: one bought by a change of plan.
 * @throws DomainError `not-found` with a sentence when the application, its owner or its subscription is missing;
 *   `order-open` when account or name has another order; `cluster-unavailable`, `identity-unavailable`,
 *   `payment-unavailable`.
 */
export async function readopt(
  needs: Deps,
  given: string,
  isSure: boolean,
  subscription?: string,
): Promise<ReadoptedEnvironment> {
  const { found, unread } = await listApplications(needs);
  const application = found.find(({ name, subdomain, orderId }) =>
    [name, subdomain, orderId].includes(given),
  );
  if (application === undefined)
    return refuse(
      unread.length > 0
        ? `Nenhum dos clusters que responderam tem esta aplicação. Não responderam: ${unread.join(', ')}.`
        : 'Nenhum cluster tem uma aplicação com este nome, subdomínio ou pedido. "orfaos" mostra as que não têm linha.',
    );
  if ((await withoutOrder(needs, [application])).length === 0) return alreadyThere(needs, application);
  if (isOwnEnvironment(application.subdomain))
    return refuse(
      'Este ambiente é nosso, e não tem conta nem contrato: "demonstracao --sim" o traz de volta.',
    );
  const { order, members, facts } = await readFacts(needs, application, subscription);
  await requireFreeRows(needs, order);
  if (isSure) {
    await writeReadopted(needs.db, order, facts, members, needs.clock.now());
    needs.logger.warn('environment-readopted', { orderId: order.id, application: application.name });
  }
  return {
    application: application.name,
    orderId: order.id,
    subdomain: order.subdomain,
    plan: order.plan,
    cycle: order.cycle,
    amountCentavos: order.amountCentavos,
    subject: order.subject,
    email: order.email,
    members: members.map(({ email }) => email),
    subscriptionId: order.subscriptionId,
    charges: facts.filter(({ kind }) => kind === 'charge').length,
    outcome: isSure ? 'done' : 'shown',
    lost: [...LOST],
  };
}

/** The answer for an application that has its rows. */
async function alreadyThere(
  needs: Deps,
  { name, subdomain }: LocatedApplication,
): Promise<ReadoptedEnvironment> {
  const order = await findLiveOrderByName(needs.db, subdomain);
  if (order === null) throw new DomainError('idempotency-in-progress');
  return {
    application: name,
    orderId: order.id,
    subdomain,
    plan: order.plan,
    cycle: order.cycle,
    amountCentavos: order.amountCentavos,
    subject: order.subject,
    email: order.email,
    members: [],
    subscriptionId: order.subscriptionId,
    charges: 0,
    outcome: 'present',
    lost: [],
  };
}

/** Neither the name nor the account may have another order: two customers for one host, or one that was bought again. */
async function requireFreeRows({ db }: Deps, { subject, subdomain }: FoundOrder): Promise<void> {
  const [byName, byAccount] = await Promise.all([
    findLiveOrderByName(db, subdomain),
    findLiveOrder(db, subject),
  ]);
  const other = byName ?? byAccount;
  if (other === null) return;
  const holder = byName === null ? 'A conta do dono' : 'O nome';
  throw new DomainError('order-open', {
    sentence: `${holder} já tem outro pedido, ${other.id} (${other.subdomain}). Veja com "historico" de quem é; um pedido não concluído se desfaz com "cancelar".`,
  });
}

async function readFacts(needs: Deps, application: LocatedApplication, subscription: string | undefined) {
  const { accounts, planId, subdomain, createdAt } = application;
  const [subject, ...others] = accounts;
  const owner = subject === undefined ? null : await needs.identity.readUser(subject);
  if (subject === undefined || owner === null)
    return refuse(
      'A aplicação não diz de quem é, ou a conta não existe mais. Se a conta foi apagada no intervalo perdido, o ambiente também devia sair: não o traga de volta.',
    );
  if (!isPlanId(planId)) return refuse(`A aplicação diz um plano que não existe: "${planId}".`);
  const id = application.orderId ?? orderIdOf(application.name);
  const details = planId === 'free' ? null : await findSubscription(needs, id, subscription);
  const order: FoundOrder = {
    id,
    subject,
    email: owner.email ?? null,
    isEmailProven: owner['emailVerified'] === true,
    name: owner['emailVerified'] === true ? nameOf(owner) : null,
    subdomain,
    plan: planId,
    cycle: details?.cycle ?? 'monthly',
    amountCentavos: details?.amountCentavos ?? 0,
    customerId: details?.customerId ?? null,
    subscriptionId: details?.subscriptionId ?? null,
    paymentId: details?.payments[0]?.paymentId ?? null,
    firstDueOn: details?.payments[0]?.dueDate ?? null,
    payer: await payerOf(needs, details),
    createdAt,
    cluster: application.cluster.isDefault ? '' : application.cluster.name,
    application: application.name,
    chartRevision: application.chartRevision,
  };
  const members = await Promise.all(others.map((each) => memberOf(needs, each)));
  return {
    order,
    facts: factsOf(order, details, needs.clock.now()),
    members: members.filter((each) => each !== null),
  };
}

/** A running paid environment has a subscription, or its contract has ended: then there is no plan to take back. */
async function findSubscription(
  { processor }: Deps,
  orderId: string,
  given: string | undefined,
): Promise<SubscriptionDetails> {
  const id = given ?? (await processor.findSubscription(orderId))?.subscriptionId;
  const details = id === undefined ? null : await processor.readSubscription(id);
  if (details !== null && details.status !== 'deleted') return details;
  return refuse(
    'A operadora não tem uma assinatura deste pedido. Se o plano foi comprado depois, por uma mudança, diga a assinatura com --assinatura ("orfaos" mostra as que não têm linha); se o contrato terminou, fale com o cliente antes.',
  );
}

async function payerOf(needs: Deps, details: SubscriptionDetails | null): Promise<string | null> {
  const taxId = details === null ? null : await needs.processor.readTaxId(details.customerId);
  return taxId === null ? null : payerHash(needs, taxId);
}

async function memberOf({ identity }: Deps, subject: string): Promise<FoundMember | null> {
  const account = await identity.readUser(subject);
  // An account that is gone has no access either.
  return account?.email === undefined ? null : { subject, email: account.email, name: nameOf(account) };
}

function nameOf(account: Account): string | null {
  const name = [account['firstName'], account['lastName']]
    .filter((part) => typeof part === 'string')
    .join(' ');
  return name.trim() === '' ? null : name.trim();
}

/** The id of an order whose application has only its name: the name's digits, and new ones that no name contains. */
function orderIdOf(application: string): string {
  const digits = application.replace(/^t-/, '') + crypto.randomUUID().replaceAll('-', '').slice(16);
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, '$1-$2-$3-$4-$5');
}

/**
 * The contract and each charge as the processor has them now. All in the transaction that writes the order: with only the
 * first charge, an environment of last year would count as unpaid and be stopped.
 */
function factsOf(order: FoundOrder, details: SubscriptionDetails | null, now: number): FactChange[] {
  const [sold] = soldFacts({ ...order, paymentId: null, paidAt: order.createdAt }, now);
  if (sold?.kind !== 'contract' || details === null) return [];
  const changes: FactChange[] = [sold];
  let facts = changed({ deliveredAt: order.createdAt, contracts: [], charges: [] }, changes);
  for (const payment of details.payments) {
    // A charge covers days from its due day on when it is paid by then.
    const at = Math.min(now, startOfDay(payment.dueDate));
    const news = recorded(
      facts,
      sold.contract,
      payment,
      Math.max(at, startOfDay(businessDay(order.createdAt))),
    );
    facts = changed(facts, news);
    changes.push(...news);
  }
  return changes;
}
