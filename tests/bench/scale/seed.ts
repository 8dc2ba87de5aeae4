/** Fills the tables with a year of customers. */
import type { DatabaseSync } from 'node:sqlite';

const DAY_MS = 86_400_000;

/** Rows that one tenant leaves behind; mails and payment events are kept for 90 days. */
const perTenant = { events: 12, mails: 4, paymentEvents: 9, charges: 6 } as const;

/** Fills an empty database; one in a hundred tenants is unpaid, failed or late. */
export function seed(db: DatabaseSync, tenants: number, now: number): void {
  db.exec('BEGIN');
  const count = (n: number): string =>
    `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${n})`;
  const moment = `(${now} - (i * 7919 % 365) * ${DAY_MS})`;
  const id = `printf('%08x-0000-4000-8000-%012x', i, i)`;
  const charge = `'sub_' || printf('%016x', i)`;
  db.exec(`${count(tenants + Math.ceil(tenants / 50))}
    INSERT INTO orders (id, subject, subdomain, plan, cycle, amount_centavos, status, payment, customer_id,
      subscription_id, payment_id, paid_at, reserved_until, chosen_at, run_at, created_at, updated_at)
    SELECT ${id}, ${id}, 'cliente-' || i, CASE i % 3 WHEN 0 THEN 'free' WHEN 1 THEN 'essential' ELSE 'pro' END, 'monthly', 4900,
      CASE WHEN i <= ${tenants} THEN 'CONCLUIDO' WHEN i % 3 = 0 THEN 'ERRO' WHEN i % 3 = 1 THEN 'EM_ANDAMENTO' ELSE 'AGUARDANDO' END,
      CASE WHEN i > ${tenants} AND i % 3 = 2 THEN 'pending' WHEN i % 3 = 0 THEN 'free' ELSE 'confirmed' END,
      'cus_' || printf('%012x', i), ${charge}, 'pay_' || printf('%016x', i), ${moment}, ${moment}, ${moment},
      ${now} - 3600000, ${moment}, ${moment} FROM n`);
  db.exec(`INSERT INTO buyers (order_id, email, name)
    SELECT id, 'pessoa' || rowid || '@exemplo.com.br', 'Pessoa de Exemplo ' || rowid FROM orders`);
  db.exec(`INSERT INTO acceptances (id, order_id, terms_version, accepted_at, address)
    SELECT id, id, '2025-08-13', created_at, '203.0.113.7' FROM orders`);
  db.exec(`INSERT INTO provisioning_runs (order_id, attempt, group_id, applied_at, synced, healthy, ping_ok, member_at, touched_at,
      updated_at)
    SELECT id, attempt, id, created_at, 1, 1, 1, created_at, run_at, updated_at FROM orders`);
  db.exec(`INSERT INTO tenants (subdomain, order_id, subject, plan, created_at, cycle, state_since, state)
    SELECT subdomain, id, subject, plan, created_at, cycle, created_at,
      CASE WHEN rowid % 100 = 0 THEN 'suspended' WHEN rowid % 101 = 0 THEN 'ended' ELSE 'active' END
    FROM orders WHERE status = 'CONCLUIDO'`);
  db.exec(`INSERT INTO contracts_in_force (order_id, amount_centavos, customer_id, subscription_id, contracted_at)
    SELECT id, amount_centavos, customer_id, subscription_id, paid_at FROM orders WHERE status = 'CONCLUIDO' AND plan <> 'free'`);
  seedLedger(db, now);
  for (const kind of ['limits', 'report-days', 'standing'])
    db.exec(`INSERT INTO work (kind, key, order_id, due_at, created_at)
      SELECT '${kind}', order_id, order_id, ${now} + (rowid % 86400) * 1000 - 60000, created_at FROM tenants WHERE state = 'active'`);
  db.exec(`INSERT INTO quota_readings (subdomain, monitors, exact, direct_ip, onion, read_at)
    SELECT subdomain, 12, 1, 0, 0, ${now} FROM tenants`);
  db.exec(`${count(perTenant.events)} INSERT INTO events (at, kind, order_id, request_id, detail)
    SELECT created_at + i * 60000, 'provisioning-done', id, id, 'essential monthly' FROM n, orders`);
  db.exec(`${count(perTenant.mails)} INSERT INTO outbox (id, template, payload, created_at, sent_at)
    SELECT 'mail-' || id || i, 'support-received', json_object('id', id, 'email', email, 'to', email, 'name', name,
      'subdominio', subdomain, 'plano', plan, 'amountCentavos', 4900, 'dueDate', '2026-11-21'),
      ${now} - i * ${20 * DAY_MS}, CASE WHEN orders.rowid <= 100 AND i = 1 THEN NULL ELSE ${now} - i * ${20 * DAY_MS} END FROM n, orders JOIN buyers ON order_id = id`);
  db.exec(
    `INSERT INTO work (kind, key, due_at, created_at) SELECT 'mail', id, created_at, created_at FROM outbox WHERE sent_at IS NULL`,
  );
  db.exec(`${count(perTenant.paymentEvents)} INSERT INTO webhook_events (id, type, payment_id, received_at, processed_at)
    SELECT 'evt_' || id || i, 'PAYMENT_CONFIRMED', payment_id || i, ${now} - i * ${9 * DAY_MS}, ${now} FROM n, orders`);
  db.exec(`INSERT INTO dunning (payment_id, subscription_id, subdomain, failed_at, retry_at)
    SELECT payment_id, subscription_id, subdomain, ${now}, ${now} - 1000 FROM orders WHERE rowid % 100 = 0`);
  db.exec(`INSERT INTO idempotency (route, subject, key, fingerprint, lease_until, status, body, created_at)
    SELECT '/api/checkout', subject, id, hex(randomblob(32)), 0, 200, '{"subdominio":"x"}', ${now} - (rowid % 30) * ${DAY_MS}
    FROM orders WHERE created_at > ${now} - ${30 * DAY_MS}`);
  db.exec('COMMIT; ANALYZE');
}

/** Paid months; a few in a thousand contracts have a debt, dispute, change or pending refund. */
function seedLedger(db: DatabaseSync, now: number): void {
  db.exec(`INSERT INTO contracts (id, order_id, customer_id, subscription_id, payer, contracted_at, first_due_on, end_kind,
      ended_at, price_due, compared_at)
    SELECT order_id, order_id, customer_id, subscription_id, hex(tenants.rowid), contracted_at, date(contracted_at / 1000, 'unixepoch'),
      CASE WHEN state = 'ended' THEN 'cancellation' END, CASE WHEN state = 'ended' THEN created_at END,
      tenants.rowid % 1000 = 7, ${now} - (1 + tenants.rowid % 7) * ${DAY_MS}
    FROM tenants JOIN contracts_in_force USING (order_id)`);
  db.exec(`INSERT INTO contract_terms (contract_id, position, at, reason, plan, cycle, amount_centavos)
    SELECT c.id, 0, c.contracted_at, 'sale', t.plan, 'monthly', f.amount_centavos
    FROM contracts c JOIN tenants t USING (order_id) JOIN contracts_in_force f USING (order_id)`);
  const due = `date(${now} / 1000 - ((c.rowid * 7919 % 30) + 30 * i) * 86400, 'unixepoch')`;
  db.exec(`WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i + 1 < ${perTenant.charges})
    INSERT INTO charges (payment_id, contract_id, order_id, kind, plan, cycle, amount_centavos, full_centavos, due_on,
      covers_from, covers_through, state, state_on, confirmed_at, returned)
    SELECT c.subscription_id || 'x' || i, c.id, c.order_id, 'period', 'pro', 'monthly', 4900, 4900, ${due}, ${due}, date(${due}, '+29 days'),
      CASE WHEN i > 0 THEN 'confirmed' WHEN c.rowid % 100 < 3 THEN 'overdue' WHEN c.rowid % 1000 = 5 THEN 'disputed' ELSE 'confirmed' END,
      ${due}, ${now}, CASE WHEN i = 0 AND c.rowid % 1000 = 9 THEN 'withdrawal' END
    FROM n, contracts c`);
}
