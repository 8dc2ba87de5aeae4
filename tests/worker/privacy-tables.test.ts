/** The registry of personal data is complete, over the real schema and the rows of a customer's whole life. */
import { expect } from 'vitest';
import retentionJson from '#content/legal/retention.json' with { type: 'json' };
import { accountEndpoint } from '#domain/api-schemas/account.ts';
import type { DeletedCustomer } from '#domain/api-schemas/operation-answers.ts';
import { createRetention, hasToStay } from '#domain/privacy/retention.ts';
import { personalTables, tableNames, tablesOf } from '#functions/privacy/personal-tables.ts';
import { keepSupportMessage } from '#functions/support/store.ts';
import { failRenewal } from './billing-support.ts';
import { test } from './fixtures.ts';
import { operated } from './operations-support.ts';
import { inviteAs, join } from './people-support.ts';
import { call, depsAt, orderRow, runJobs, sql } from './support.ts';

const REGISTRY = 'functions/privacy/personal-tables.ts';

/** Names of columns that may identify a person, and of those that never hold an address, a name or an account. */
const personal = new Set([
  'id',
  'message_id',
  'url',
  'subject',
  'email',
  'emails',
  'name',
  'nome',
  'subdomain',
  'domain',
  'remote_ip',
  'payer',
  'customer_id',
  'subscription_id',
  'page_subscription_id',
  'payment_id',
  'page_id',
  'charge_id',
  'pays',
  'order_id',
  'contract_id',
  'group_id',
  'note_id',
  'mark_id',
  'reference',
  'charge_reference',
  'party',
  'pay_url',
  'pdf_url',
  'number',
  'last_four',
  'card_token',
  'purchase_order',
  'monitors',
  'caller',
  'key',
  'address',
  'chat',
  'label',
  'look',
  'looked',
  'recipient',
  'member_id',
  'seen_by',
  'seen_who',
  'lines',
  'shown',
  'facts',
  'memory',
  'detached',
  'untold',
  'unchecked',
  'message',
  'look',
  'code',
  'recipient_id',
  'payload',
  'body',
  'assunto',
  'mensagem',
  'text',
  'title',
  'path',
  'operator',
]);
const plain = new Set([
  // Keyed hashes.
  'who',
  // Of searches; can hold no address, and is kept by day.
  'word',
  'address_hash',
  'process',
  // Where checks are made from, and which posts keep their order.
  'location',
  'lane',
  'tags',
  // Of webhooks; a copy has a mark in their place.
  'secret',
  'old_secret',
  'report',
  'batch',
  'doubt',
  'ended_by',
  'gap',
  'off_reason',
  'preferences',
  'channel',
  'attach',
  'detail',
  'plan',
  'cycle',
  'terms_version',
  'chart_revision',
  'run_id',
  'target',
  'before',
  'rules_version',
  'status',
  'state',
  'kind',
  'type',
  'tone',
  'reason',
  'template',
  'payment',
  'card_entry',
  'brand',
  'outcome',
  'returned',
  'problem',
  'close_reason',
  'end_kind',
  'settled_by',
  'first_due_on',
  'due_on',
  'ends_on',
  'covers_from',
  'covers_through',
  'state_on',
  'gave_up_on',
  'day',
  'month',
  'since',
  'stage',
  'position',
  'checks',
  'outages',
  'kept',
  'told',
  'repeats',
  'attempt',
  'cluster',
  'untested_version',
  // A role, or the id of a membership.
  'actor',
  'snapshot',
  'from_cluster',
  'to_cluster',
  'grace_plan',
  'failure_code',
  'last_error',
  'request_id',
  'detail',
  'refused',
  'route',
  'part',
  'slug',
  // Programs and what is known about them.
  'source',
  'list',
  'newest',
  'image',
  'package',
  'version',
  'advisory',
  'aliases',
  'severity',
  'fixed_in',
  // Hashes, and keys drawn for one page.
  'fingerprint',
  'token_hash',
  'network',
  'account',
  'reader_key',
  'page',
]);

/** The text columns of every table. */
async function schema(): Promise<ReadonlyMap<string, readonly string[]>> {
  const columns = await sql<{ table: string; name: string; type: string }>(
    `SELECT m.name AS "table", c.name, c.type FROM sqlite_master m JOIN pragma_table_info(m.name) c
       WHERE m.type = 'table' AND m.name NOT GLOB 'sqlite_*' AND m.name NOT GLOB '_cf_*'
         AND m.name <> 'd1_migrations'`,
  );
  const tables = new Map<string, string[]>();
  for (const { table, name, type } of columns)
    tables.set(table, [...(tables.get(table) ?? []), ...(type === 'TEXT' ? [name] : [])]);
  return tables;
}

test('every table is in the registry, and every entry in retention.json', async () => {
  const wrong = [...(await schema()).keys(), ...tableNames].filter(
    (table, _, all) => all.indexOf(table) === all.lastIndexOf(table),
  );
  const todo = `say in ${REGISTRY} whose rows these tables have, what goes on request, and which entry keeps them`;
  expect(wrong, todo).toEqual([]);
  const { entry, entries } = createRetention(retentionJson);
  for (const { kept } of Object.values(personalTables)) Object.keys(kept).forEach(entry);
  const stored = entries.filter(({ place }) => place.includes('D1')).map(({ id }) => id);
  expect(stored).toEqual(entries.map(({ id }) => id).filter((id) => tablesOf(id).length > 0));
});

test('every text column is named as personal or not', async () => {
  const unnamed = [...(await schema())].flatMap(([table, columns]) =>
    columns.filter((name) => personal.has(name) === plain.has(name)).map((name) => `${table}.${name}`),
  );
  const todo = `name them in this test; if they may hold a person's data, check their table in ${REGISTRY} too`;
  expect(unnamed, todo).toEqual([]);
  // What holds a person's data belongs to one, or is a text whose mentions are masked; a name in quarantine is nobody's.
  const ownerless = [...(await schema())].flatMap(([table, columns]) => {
    const { words, freeText } = personalTables[table as keyof typeof personalTables];
    return words === undefined ? columns.filter((name) => personal.has(name) && name !== freeText) : [];
  });
  expect(ownerless).toEqual(['subdomain']);
});

/** Rows with one of the words, as "table.column". */
async function holding(words: readonly string[], among: (table: string, column: string) => boolean) {
  const found: string[] = [];
  for (const [table, columns] of await schema())
    for (const column of columns.filter((name) => among(table, name))) {
      const rows = await sql(
        `SELECT 1 FROM ${table} WHERE EXISTS (SELECT 1 FROM json_each(?) WHERE instr(lower(${table}.${column}), value) > 0)`,
        JSON.stringify(words.map((word) => word.toLowerCase())),
      );
      if (rows.length > 0) found.push(`${table}.${column}`);
    }
  return found;
}

test('after a whole life, plain columns hold no person, and a deletion leaves only what is kept', async ({
  paidTenant: owner,
}) => {
  const { subdominio, subject } = owner;
  const email = String((await orderRow(subject))['email']);
  const message = {
    id: crypto.randomUUID(),
    name: 'Zuleica Prado',
    email,
    subject: 'A',
    text: `Sou ${email}.`,
  };
  await keepSupportMessage(depsAt(0).db, message, Date.now());
  await sql(`INSERT INTO missing_pages (day, path, visits) VALUES ('2026-11-21', ?, 1)`, `/de/${email}`);
  await sql(
    'UPDATE buyers SET name = ? WHERE order_id IN (SELECT id FROM orders WHERE subject = ?)',
    message.name,
    subject,
  );
  await join(owner);
  await inviteAs(owner, 'convidada@teste.example');
  await failRenewal(owner);
  await call(accountEndpoint, owner);
  await runJobs();
  const words = [email, subject, subdominio, message.name];
  expect(await holding(words, (_, column) => personal.has(column))).toContain('outbox.payload');
  expect(await holding(words, (_, column) => plain.has(column))).toEqual([]);

  const answer = await operated<DeletedCustomer>('apagar', { who: subdominio, confirm: subdominio });
  expect(answer).toMatchObject({ isDone: true, left: [] });
  const staying = createRetention(retentionJson).entries.filter(hasToStay);
  const kept = new Set<string>(staying.flatMap(({ id }) => tablesOf(id)));
  // The name without its owner.
  kept.add('quarantined_names');
  expect(await holding(words, (table) => !kept.has(table))).toEqual([]);
  expect(await sql('SELECT path FROM missing_pages')).toContainEqual({ path: '/de/(endereço apagado)' });
});
