/**
 * Customers who sign up: each kind acts like real people, and remembers what it was promised.
 *
 * Owns: the sequences. Does not own: what must hold afterwards (audit.ts).
 */
import { type CheckoutRequestInput, checkoutEndpoint } from '#domain/api-schemas/checkout.ts';
import { provisioningStartEndpoint, provisioningStatusEndpoint } from '#domain/api-schemas/provisioning.ts';
import {
  cardNumbers,
  newCard,
  newFreeOrder,
  newHostedOrder,
  newPaidOrder,
  type PaidOrder,
} from '#tests/support/orders.ts';
import { newPerson, newSubdomain } from '#tests/support/people.ts';
import type { Chance } from '../chance.ts';
import { type Client, newKey, type Reply } from './client.ts';
import type { World } from './world.ts';

/** An account's story, as the answers to the customer said. */
export interface Story {
  readonly kind: string;
  readonly email: string;
  readonly subject: string;
  /** Subdomain of its environment; `null` when the customer gave up. */
  subdomain: string | null;
  plan: string;
  /** The paid plan; differs from the current one during trust. */
  paidPlan: string;
  /** Renewals charged at the processor. */
  renewals: number;
  /** `left`: closed the processor's page without paying. */
  end: 'none' | 'cancelled' | 'withdrawn' | 'left';
  /** Accepted support messages, by a word in their subject. */
  readonly messages: string[];
  /** People who accepted an invitation; in until they are removed. */
  readonly colleagues: { readonly subject: string; readonly email: string; isIn: boolean }[];
  /** Last four digits of the announced card of the next charge; `null` when it was never changed. */
  card: string | null;
  /** Monitors in the environment. */
  monitors: number;
}

export interface Cast {
  readonly world: World;
  readonly client: Client;
  readonly chance: Chance;
  readonly stories: Story[];
}

async function newStory({ world, stories }: Cast, kind: string): Promise<Story> {
  const person = newPerson();
  const subject = await world.stack().services.identity.addUser(person);
  const story: Story = {
    kind,
    email: person.email,
    subject,
    subdomain: null,
    plan: '',
    paidPlan: '',
    renewals: 0,
    end: 'none' as const,
    messages: [],
    colleagues: [],
    card: null,
    monitors: 0,
  };
  stories.push(story);
  return story;
}

/** Sends an order until its outcome is known; without card fields if the card entry mode has changed. */
async function order(cast: Cast, token: string, body: CheckoutRequestInput, key = newKey()): Promise<Reply> {
  const reply = await cast.client.insist({ method: 'POST', path: checkoutEndpoint, token, key, body });
  if (reply.code !== 'card-entry-changed') return reply;
  const { subdominio, plano, ciclo, termosVersao } = body;
  if (plano === 'free') throw new Error('A free order has no card.');
  return order(cast, token, newHostedOrder({ subdominio, plano, ciclo, termosVersao }));
}

async function status({ client }: Cast, token: string): Promise<Record<string, unknown>> {
  return (await client.insist({ method: 'GET', path: provisioningStatusEndpoint, token })).body;
}

/** Pays on the processor's page with the approved card. */
export async function payOnPage(url: string): Promise<void> {
  const form = { nome: 'Pessoa de Teste', numero: cardNumbers.approved, validade: '12/32', cvv: '123' };
  await fetch(url, { method: 'POST', redirect: 'manual', body: new URLSearchParams(form) }).catch(
    () => undefined,
  );
}

/** Stays on the provisioning page until the environment is ready: pays, retries or orders again as the page says. */
async function reachEnvironment(cast: Cast, story: Story, body: CheckoutRequestInput): Promise<void> {
  const token = await cast.world.tokenFor(story.email);
  for (;;) {
    const seen = await status(cast, token);
    switch (seen['provisionamentoStatus']) {
      case 'CONCLUIDO':
        story.subdomain = String(seen['tenant']);
        story.plan = String(seen['plano']);
        story.paidPlan = story.plan;
        return;
      case 'ERRO':
        await cast.client.insist({ method: 'POST', path: provisioningStartEndpoint, token });
        break;
      case 'AGUARDANDO':
        if (typeof seen['paymentUrl'] === 'string') await payOnPage(seen['paymentUrl']);
        else if (seen['tenant'] === undefined) await order(cast, token, body);
        break;
    }
    await cast.client.pause(`the environment of ${story.email}`);
  }
}

const plans = ['essential', 'pro', 'enterprise'] as const;
const cycles = ['monthly', 'yearly'] as const;

function paidBody({ chance }: Cast, known: Partial<PaidOrder> = {}): PaidOrder {
  return newPaidOrder({ plano: chance.pick(plans), ciclo: chance.pick(cycles), ...known });
}

/** A customer on the free plan. */
async function free(cast: Cast): Promise<Story> {
  const story = await newStory(cast, 'free');
  const body = newFreeOrder();
  await order(cast, await cast.world.tokenFor(story.email), body);
  await reachEnvironment(cast, story, body);
  return story;
}

/** A customer with a card, sometimes with a refused one first. */
async function paid(cast: Cast): Promise<Story> {
  const story = await newStory(cast, 'paid');
  const token = await cast.world.tokenFor(story.email);
  const body = paidBody(cast);
  if (cast.chance.hits(0.25)) {
    await order(cast, token, { ...body, card: newCard({ number: cardNumbers.refused }) });
  }
  await order(cast, token, body);
  await reachEnvironment(cast, story, body);
  return story;
}

/** The same order from two windows in the same second, each with its own key, and a double click. */
async function twoWindows(cast: Cast): Promise<Story> {
  const story = await newStory(cast, 'two-windows');
  const token = await cast.world.tokenFor(story.email);
  const body = paidBody(cast);
  const key = newKey();
  await Promise.all([order(cast, token, body, key), order(cast, token, body, key), order(cast, token, body)]);
  await reachEnvironment(cast, story, body);
  return story;
}

/** Two customers want one name in the same second; the loser takes another. */
async function rivals(cast: Cast): Promise<Story> {
  const name = newSubdomain('disputado');
  const both = await Promise.all(
    ['rival', 'rival'].map(async (kind) => {
      const story = await newStory(cast, kind);
      const token = await cast.world.tokenFor(story.email);
      let body = paidBody(cast, { subdominio: name });
      const reply = await order(cast, token, body);
      if (reply.code === 'subdomain-taken') {
        body = { ...body, subdominio: newSubdomain() };
        await order(cast, token, body);
      }
      await reachEnvironment(cast, story, body);
      return story;
    }),
  );
  return cast.chance.pick(both);
}

/** A customer who sends two different choices at once and accepts the result. */
async function undecided(cast: Cast): Promise<Story> {
  const story = await newStory(cast, 'undecided');
  const token = await cast.world.tokenFor(story.email);
  const [first, second] = [paidBody(cast), paidBody(cast)];
  await Promise.all([order(cast, token, first), order(cast, token, second)]);
  await reachEnvironment(cast, story, second);
  return story;
}

/** A card that the bank refuses later; the customer then pays on the processor's page. */
async function refusedLater(cast: Cast): Promise<Story> {
  const story = await newStory(cast, 'refused-later');
  const token = await cast.world.tokenFor(story.email);
  const body = paidBody(cast);
  await order(cast, token, body);
  const { asaas } = cast.world.stack().services;
  const payment = asaas.state.payments.findLast(
    (each) => each.description?.includes(`(${body.subdominio})`) && each.status === 'PENDING',
  );
  if (payment) await press(cast, 'payments', payment.id, 'refuse');
  await reachEnvironment(cast, story, body);
  return story;
}

/** A customer who closes the processor's page without paying. */
async function leavesThePage(cast: Cast): Promise<Story> {
  const story = await newStory(cast, 'leaves-the-page');
  const body = paidBody(cast);
  const reply = await order(cast, await cast.world.tokenFor(story.email), body);
  if (typeof reply.body['paymentUrl'] === 'string') story.end = 'left';
  else await reachEnvironment(cast, story, body);
  return story;
}

/** Calls an action of the processor; false when the object's state no longer allows it. */
export async function press(
  cast: Cast,
  kind: string,
  id: string,
  action: string,
  said: Readonly<Record<string, string>> = {},
): Promise<boolean> {
  const { url } = cast.world.stack().services.asaas;
  const path = `${url}/__stand-in/${kind}/${encodeURIComponent(id)}/${action}`;
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(path, { method: 'POST', headers, body: JSON.stringify(said) }).catch(() => null);
  return answer?.ok === true;
}

/** Kinds of sign-up and their frequency; `rivals` makes two accounts. */
export const signUps: readonly {
  readonly weight: number;
  readonly accounts: number;
  run(cast: Cast): Promise<Story>;
}[] = [
  { weight: 25, accounts: 1, run: free },
  { weight: 40, accounts: 1, run: paid },
  { weight: 12, accounts: 1, run: twoWindows },
  { weight: 8, accounts: 2, run: rivals },
  { weight: 7, accounts: 1, run: undecided },
  { weight: 8, accounts: 1, run: refusedLater },
  { weight: 4, accounts: 1, run: leavesThePage },
];
