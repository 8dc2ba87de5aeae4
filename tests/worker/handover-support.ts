/** Hand-overs as the API makes them. */
import {
  acceptHandoverEndpoint,
  closeHandoverEndpoint,
  offerHandoverPath,
} from '#domain/contracts/people.ts';
import { TERMS_VERSION } from '#domain/order/order.ts';
import { handoverJobs } from '#functions/handover/jobs.ts';
import { cardNumbers } from '#tests/support/orders.ts';
import type { SignedInPerson } from '#tests/support/worker-accounts.ts';
import { newPair, type Pair, teamOf } from './people-support.ts';
import { call, depsAt, newKey, sql } from './support.ts';
import { type Customer, cardBlocks } from './upgrade-support.ts';
import { passDays } from './upgrade-waiting.ts';

/** A pair whose last purchase is past its withdrawal deadline. */
export async function oldPair(plan: 'essential' | 'pro' | 'enterprise' = 'pro'): Promise<Pair> {
  const pair = await newPair(plan);
  await passDays(pair.owner, 12);
  return pair;
}

export async function offerTo(owner: Customer, id?: string): Promise<Response> {
  const member = id ?? (await teamOf(owner)).pessoas[0]?.id ?? 'nobody';
  return call(offerHandoverPath(member), { token: owner.token, method: 'POST' });
}
export const closeAs = ({ token }: { token: string }) =>
  call(closeHandoverEndpoint, { token, method: 'POST' });

export const cardBody = (number: string = cardNumbers.approved) => ({
  ...cardBlocks(number),
  termosVersao: TERMS_VERSION,
});
export const acceptAs = (
  { token }: Pick<SignedInPerson, 'token'>,
  body: unknown = cardBody(),
  key: string = newKey(),
) => call(acceptHandoverEndpoint, { token, key, body });

/** An old pair with an open offer. */
export async function offeredPair(): Promise<Pair> {
  const pair = await oldPair();
  const answer = await offerTo(pair.owner);
  if (answer.status !== 200) throw new Error(`The offer answered ${answer.status}: ${await answer.text()}`);
  return pair;
}

export const handoversOf = ({ orderId }: Customer) =>
  sql<{ id: string; state: string; subscription_id: string | null; settled_at: number | null }>(
    'SELECT * FROM handovers WHERE order_id = ? ORDER BY created_at, rowid',
    orderId,
  );

/** The owner in both rows. */
export const ownersOf = async ({ orderId }: Customer): Promise<unknown[]> => [
  (await sql('SELECT subject FROM tenants WHERE order_id = ?', orderId))[0]?.['subject'],
  (await sql('SELECT subject FROM orders WHERE id = ?', orderId))[0]?.['subject'],
];

/** Runs the job later, when no lease is held. */
export async function runHandovers(aheadMs = 300_000): Promise<void> {
  await sql('UPDATE handovers SET touched_at = 0 WHERE settled_at IS NULL');
  await handoverJobs.handovers(depsAt(aheadMs));
}
