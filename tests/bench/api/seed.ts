/** Fills every table that grows with the tenants, using SQL. */

/** The missing numbers up to `?1`. */
const MISSING = `WITH RECURSIVE n (i) AS (
  SELECT (SELECT COUNT(*) FROM tenants WHERE subdomain GLOB 'bench-*')
  UNION ALL SELECT i + 1 FROM n WHERE i + 1 < ?1)`;

const statements: readonly string[] = [
  `${MISSING} INSERT INTO orders (id, subject, subdomain, plan, cycle, amount_centavos, status, payment, customer_id,
     subscription_id, payment_id, paid_at, reserved_until, chosen_at, run_at, created_at, updated_at)
   SELECT 'bench-order-' || i, 'bench-' || i, 'bench-' || i, 'pro', 'monthly', 9900, 'CONCLUIDO', 'confirmed', 'cus_' || i,
     'sub_' || i, 'pay_' || i, ?2 - i, ?2 - i, ?2 - i, ?2 - i, ?2 - i, ?2 - i FROM n WHERE i < ?1`,
  `${MISSING} INSERT INTO buyers (order_id, email, name)
   SELECT 'bench-order-' || i, 'bench-' || i || '@teste.example', 'Pessoa de Teste' FROM n WHERE i < ?1 AND ?2 > 0`,
  `${MISSING} INSERT INTO acceptances (id, order_id, terms_version, accepted_at, address)
   SELECT 'bench-order-' || i, 'bench-order-' || i, '1', ?2 - i, '198.18.0.1' FROM n WHERE i < ?1`,
  `${MISSING} INSERT INTO provisioning_runs (order_id, attempt, synced, healthy, ping_ok, touched_at, updated_at)
   SELECT 'bench-order-' || i, 0, 1, 1, 1, ?2 - i, ?2 - i FROM n WHERE i < ?1`,
  `${MISSING} INSERT INTO events (at, kind, order_id) SELECT ?2 - i, 'provisioning-done', 'bench-order-' || i FROM n WHERE i < ?1`,
  `${MISSING} INSERT INTO outbox (id, template, payload, created_at, sent_at)
   SELECT 'welcome-bench-' || i, 'welcome', json_object('to', 'bench-' || i || '@teste.example', 'subdominio', 'bench-' || i),
     ?2 - i, ?2 - i FROM n WHERE i < ?1`,
  `${MISSING} INSERT INTO webhook_events (id, type, payment_id, received_at, processed_at)
   SELECT 'evt_bench_' || i, 'PAYMENT_CONFIRMED', 'pay_' || i, ?2 - i, ?2 - i FROM n WHERE i < ?1`,
  // Only now, because its rows show how far the others are.
  `${MISSING} INSERT INTO tenants (subdomain, order_id, subject, plan, cycle, state_since, created_at)
   SELECT 'bench-' || i, 'bench-order-' || i, 'bench-' || i, 'pro', 'monthly', ?2 - i, ?2 - i FROM n WHERE i < ?1`,
  `INSERT INTO contracts_in_force (order_id, amount_centavos, customer_id, contracted_at)
   SELECT order_id, 9900, 'cus_' || substr(subject, 7), created_at FROM tenants
   WHERE subdomain GLOB 'bench-*' AND ?1 > 0 AND ?2 > 0 ON CONFLICT DO NOTHING`,
  `INSERT INTO quota_readings (subdomain, monitors, exact, direct_ip, onion, read_at)
   SELECT subdomain, 3, 1, 0, 0, ?2 FROM tenants WHERE subdomain GLOB 'bench-*' AND ?1 > 0
   ON CONFLICT (subdomain) DO UPDATE SET read_at = excluded.read_at`,
];

/** Fills the database up to `tenants`. @returns Their number. */
export async function seed(db: D1Database, tenants: number, now: number): Promise<{ tenants: number }> {
  for (const sql of statements) await db.prepare(sql).bind(tenants, now).run();
  const row = await db
    .prepare(`SELECT COUNT(*) AS n FROM tenants WHERE subdomain GLOB 'bench-*'`)
    .first<{ n: number }>();
  return { tenants: row?.n ?? 0 };
}
