/** The processor limits requests: unpaid orders are checked often while young and rarely when old. */
import { beforeEach, expect, test } from 'vitest';
import { HOSTED_RESERVATION_MS } from '#functions/checkout/store.ts';
import { newSubdomain } from '#tests/support/people.ts';
import { calmServices, depsAt, env } from './support.ts';

beforeEach(calmServices);

const MINUTE_MS = 60_000;
const PAUSE_MS = 20_000;
const DAY = HOSTED_RESERVATION_MS / MINUTE_MS;

test.each([
  // Age and time since the last check, in minutes.
  ['pending', 1, 1, true],
  ['pending', 1, 0.2, false],
  ['pending', 15, 1, true],
  ['pending', 60, 2, false],
  ['pending', 60, 4, true],
  ['pending', 600, 29, false],
  ['pending', 600, 31, true],
  ['pending', 1400, 59, false],
  ['pending', 1400, 61, true],
  // Its reservation has just expired, and it was not checked since.
  ['pending', DAY + 1, 2, true],
  ['pending', DAY + 3, 2, false],
  // Without a charge the processor is not called, so waiting saves nothing.
  ['none', 600, 1, true],
  ['unclear', 600, 1, true],
])('%s for %d minutes, checked %d minutes ago: due %s', async (payment, age, seen, isDue) => {
  const { orders } = depsAt(0);
  const id = crypto.randomUUID();
  const now = Date.now() - 10 * 365 * 86_400_000;
  const born = now - age * MINUTE_MS;
  await env.DB.prepare(
    `INSERT INTO orders (id, subject, subdominio, plano, ciclo, amount_centavos, terms_version, terms_accepted_at,
       terms_address, status, payment, card_entry, reserved_until, touched_at, created_at, updated_at)
     VALUES (?1, ?1, ?2, 'pro', 'monthly', 9900, 'x', ?3, 'x', 'AGUARDANDO', ?4, 'hosted', ?5, ?6, ?3, ?3)`,
  )
    .bind(id, newSubdomain(), born, payment, born + HOSTED_RESERVATION_MS, now - seen * MINUTE_MS)
    .run();
  const due = (await orders.listUnpaid(now, PAUSE_MS, 1000)).map((order) => order.id);
  expect(due.includes(id)).toBe(isDue);
  await env.DB.prepare('DELETE FROM orders WHERE id = ?').bind(id).run();
});
