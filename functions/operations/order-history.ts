/** The history of one order, collected from every table with a timestamp about it. */
import type { HistoryEntry } from '#domain/api-schemas/operation-answers.ts';
import { operatorWord } from '#domain/operations/words.ts';
import { formatPrice } from '#domain/plans/catalog.ts';
import { joined, raw, type Sql, sql, statement } from '#functions/platform/db.ts';

/**
 * Each query reads one table as (at, source, what, detail, requestId, operator). `o` is the order. Rows with a NULL
 * time are left out. Text in braces is a stored value that is translated below. No personal data: the content of mails
 * stays in their rows.
 */
const sources: readonly Sql[] = [
  `SELECT o.created_at, 'pedido', 'reservado', o.plan || ' {' || o.cycle || '} por {' || o.amount_centavos || ' centavos}', NULL, NULL FROM o`,
  `SELECT a.accepted_at, 'pedido', 'termos aceitos', a.terms_version || COALESCE(', regras ' || a.rules_version, ''), NULL, NULL FROM acceptances a JOIN o ON a.id = o.id`,
  `SELECT o.paid_at, 'pedido', CASE o.plan WHEN 'free' THEN 'aceito sem pagamento' ELSE 'pagamento aceito' END, NULL, NULL, NULL FROM o`,
  `SELECT r.applied_at, 'pedido', 'aplicação criada', NULL, NULL, NULL FROM provisioning_runs r JOIN o ON r.order_id = o.id`,
  `SELECT r.member_at, 'pedido', 'acesso dado', NULL, NULL, NULL FROM provisioning_runs r JOIN o ON r.order_id = o.id`,
  `SELECT o.closed_at, 'pedido', CASE o.close_reason WHEN 'customer' THEN 'encerrado pelo cliente'
     WHEN 'undelivered' THEN 'encerrado: não foi entregue a tempo' WHEN 'operator' THEN 'cancelado por operador'
     ELSE 'cancelado' END, NULL, NULL, NULL FROM o`,
  `SELECT o.released_at, 'pedido', 'nome liberado', o.subdomain || COALESCE(', devolvidos {' || NULLIF(o.given_back_centavos, 0) || ' centavos}', ''), NULL, NULL FROM o`,
  `SELECT e.at, 'evento', e.kind, e.detail, e.request_id, e.operator FROM events e JOIN o ON e.order_id = o.id`,
  `SELECT m.created_at, 'e-mail', 'na fila: ' || m.template, m.id, NULL, NULL FROM mails m`,
  `SELECT m.sent_at, 'e-mail', IIF(m.refused IS NULL, 'enviado: ', 'recusado pelo provedor: ') || m.template, m.id,
    NULL, NULL FROM mails m`,
  `SELECT w.due_at, 'e-mail', 'não saiu, tenta de novo: ' || m.template, m.id || ' ' || w.last_error, NULL, NULL
     FROM mails m JOIN work w ON w.kind = 'mail' AND w.key = m.id WHERE w.last_error IS NOT NULL`,
  `SELECT w.received_at, 'operadora', w.type, COALESCE(w.payment_id, w.subscription_id)
     || CASE WHEN w.processed_at IS NULL THEN ' (ainda não tratado)' ELSE '' END, NULL, NULL
     FROM webhook_events w WHERE w.payment_id IN (SELECT id FROM charges) OR w.subscription_id IN (SELECT id FROM subscriptions)`,
  `SELECT p.created_at, 'plano', 'mudança pedida', p.plan || ' {' || p.cycle || '}, {' || p.state || '}', NULL, NULL
     FROM plan_changes p JOIN o ON p.order_id = o.id`,
  `SELECT p.settled_at, 'plano', 'mudança ' || CASE p.state WHEN 'applied' THEN 'em vigor' ELSE 'encerrada' END, p.plan, NULL, NULL
     FROM plan_changes p JOIN o ON p.order_id = o.id`,
  `SELECT k.contracted_at, 'contrato', 'contrato ' || k.id, k.subscription_id, NULL, NULL
     FROM contracts k JOIN o ON k.order_id = o.id`,
  `SELECT t.at, 'contrato', 'próxima cobrança: {' || t.reason || '}', t.plan || ' {' || t.cycle || '} por {' || t.amount_centavos || ' centavos}', NULL, NULL
     FROM contract_terms t JOIN contracts k ON k.id = t.contract_id JOIN o ON k.order_id = o.id`,
  `SELECT g.confirmed_at, 'cobrança', 'paga: ' || g.plan || ' de ' || g.covers_from || ' a ' || g.covers_through,
     g.payment_id || ' {' || g.amount_centavos || ' centavos}, {' || g.state || '}' || COALESCE(', devolução: {' || g.returned || '}', ''), NULL, NULL
     FROM main.charges g JOIN o ON g.order_id = o.id`,
  `SELECT d.failed_at, 'cobrança', 'renovação não paga', d.payment_id || ', falhas: ' || d.failures, NULL, NULL
     FROM lates d`,
  `SELECT d.closed_at, 'cobrança', 'encerrada: {' || d.outcome || '}', d.payment_id, NULL, NULL
     FROM lates d`,
  `SELECT c.requested_at, 'contrato', 'fim pedido: {' || c.kind || '}', c.ends_on, NULL, NULL
     FROM contract_ends c JOIN o ON c.order_id = o.id`,
  `SELECT c.done_at, 'contrato', 'fim concluído: {' || c.kind || '}', c.ends_on, NULL, NULL
     FROM contract_ends c JOIN o ON c.order_id = o.id`,
  `SELECT t.state_since, 'contrato', 'ambiente {' || t.state || '}', t.plan, NULL, NULL FROM tenants t JOIN o ON t.order_id = o.id`,
  `SELECT q.read_at, 'uso', 'monitores contados', q.monitors || CASE q.exact WHEN 1 THEN '' ELSE ' (mínimo)' END, NULL, NULL
     FROM quota_readings q JOIN tenants t ON t.subdomain = q.subdomain JOIN o ON t.order_id = o.id`,
].map(raw);

const withRows = (orderId: string): Sql => sql`WITH o AS (SELECT * FROM orders WHERE id = ${orderId}),
  subscriptions AS (
    SELECT subscription_id AS id FROM o WHERE subscription_id IS NOT NULL
    UNION SELECT subscription_id FROM contracts_in_force WHERE order_id = ${orderId} AND subscription_id IS NOT NULL
    UNION SELECT subscription_id FROM plan_changes WHERE order_id = ${orderId} AND subscription_id IS NOT NULL
    UNION SELECT subscription_id FROM contract_ends WHERE order_id = ${orderId}),
  -- By the name, which an index knows; a later owner of it has other subscriptions.
  lates AS (
    SELECT d.* FROM dunning d JOIN o ON d.subdomain = o.subdomain
    WHERE d.subscription_id IN (SELECT id FROM subscriptions)),
  charges AS (
    SELECT payment_id AS id FROM o WHERE payment_id IS NOT NULL
    UNION SELECT g.payment_id FROM main.charges g WHERE g.order_id = ${orderId}
    UNION SELECT payment_id FROM plan_changes WHERE order_id = ${orderId} AND payment_id IS NOT NULL
    UNION SELECT payment_id FROM lates),
  -- The name may have had another owner: only mails from this order's time on.
  mails AS (
    -- CROSS and +: the one order first, and no conversion to text, so that the index finds its mails.
    SELECT m.* FROM o CROSS JOIN outbox m ON json_extract(m.payload, '$.subdominio') = +o.subdomain
    WHERE m.created_at >= o.created_at AND (o.released_at IS NULL OR m.created_at <= o.released_at))`;

/** D1 limits the number of terms in one UNION, so the queries are split into groups. */
const TERMS_MAX = 5;

/** Oldest first; entries of the same moment keep the order of `sources`. */
export async function historyOf(db: D1Database, orderId: string): Promise<HistoryEntry[]> {
  const groups = Array.from({ length: Math.ceil(sources.length / TERMS_MAX) }, (_, index) =>
    sources.slice(index * TERMS_MAX, (index + 1) * TERMS_MAX),
  );
  const read = await db.batch<HistoryEntry>(
    groups.map(
      (group) =>
        statement(db)`${withRows(orderId)}, entries (at, source, what, detail, requestId,
            operator) AS (${joined(group, ' UNION ALL ')})
          SELECT * FROM entries WHERE at IS NOT NULL`,
    ),
  );
  return read
    .flatMap(({ results }) => results)
    .map((entry) => ({ ...entry, what: inWords(entry.what), detail: entry.detail && inWords(entry.detail) }))
    .sort((one, other) => one.at - other.at);
}

/** Translates the braces: `{monthly}` to its Portuguese word, `{9900 centavos}` to an amount. */
const inWords = (text: string): string =>
  text.replace(/\{([^{}]*)\}/g, (_, value: string) => {
    const centavos = /^(\d+) centavos$/.exec(value)?.[1];
    return centavos === undefined ? operatorWord(value) : formatPrice(Number(centavos));
  });
