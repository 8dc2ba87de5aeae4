/** Each table has one room that writes it; another room reads it by that room's functions, a fragment, or a view. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { projectRoot } from '#dev/project-root.ts';

/** The room that writes each table. */
const owners: Readonly<Record<string, readonly string[]>> = {
  orders: ['orders', 'buyers', 'acceptances', 'provisioning_runs', 'quarantined_names'],
  tenants: ['tenants', 'contracts_in_force', 'admitted', 'memberships'],
  people: ['invitations', 'seats', 'invitation_days', 'deletion_notices'],
  copies: ['restores'],
  ledger: ['contracts', 'contract_terms', 'charges', 'contract_ends', 'cluster_calls', 'dunning'],
  reports: ['report_days', 'report_months', 'report_mail_off'],
  operations: ['environment_states'],
  platform: [
    ...['work', 'events', 'outbox', 'idempotency', 'billing_notices', 'providers', 'processor_calls'],
    ...['new_environments', 'deleted_accounts', 'deletions'],
  ],
  debts: ['marks', 'mark_parties'],
  fleet: ['fleet_runs', 'fleet_steps', 'moves'],
  'plan-change': ['plan_changes', 'quotes'],
  'card-change': ['card_changes'],
  fiscal: ['fiscal_notes', 'fiscal_contacts'],
  payments: ['reconciliations', 'webhook_events'],
  limits: ['limit_graces', 'limit_states'],
  quota: ['quota_readings'],
  alerts: [
    ...['alert_events', 'alert_recipients', 'alert_messages', 'alert_days', 'alert_channels', 'alert_codes'],
    ...['alert_code_sends', 'alert_refusals', 'telegram_links', 'first_monitors'],
  ],
  privacy: ['data_copies'],
  support: ['support_messages'],
  feedback: ['feedback', 'missing_pages'],
  availability: ['availability_minutes', 'availability_days', 'incidents', 'incident_texts'],
  images: ['image_sources', 'image_findings'],
};

/** Reports for operators and for the person whose rows they are: they may read every table. */
const reports = [
  'operations/order-history.ts',
  'operations/orphans-store.ts',
  'operations/store.ts',
  'operations/watch-store.ts',
  'privacy/personal-tables.ts',
  'privacy/retention-store.ts',
  'privacy/store.ts',
  'privacy/who.ts',
];

const schema = readFileSync(join(projectRoot, 'functions/migrations/0001_schema.sql'), 'utf8');
const namesOf = (kind: 'TABLE' | 'VIEW') =>
  [...schema.matchAll(new RegExp(`^CREATE ${kind} (\\w+)`, 'gm'))].map(([, name = '']) => name);
const views = namesOf('VIEW');
const roomOfTable = new Map(
  Object.entries(owners).flatMap(([room, tables]) => tables.map((table) => [table, room] as const)),
);

const files = globSync('functions/**/*.ts', { cwd: projectRoot, exclude: (path) => path.endsWith('.d.ts') })
  .map((file) => file.replaceAll('\\', '/').slice('functions/'.length))
  .filter((file) => file.includes('/'))
  .map((file) => ({
    file,
    room: file.split('/')[0] ?? '',
    // Names after AS, in WITH and of columns are no tables: only what stands after these words is read.
    text: readFileSync(join(projectRoot, 'functions', file), 'utf8').replace(
      /\/\*\*[\s\S]*?\*\/|^\s*\/\/.*$/gm,
      '',
    ),
  }));

const uses = (pattern: RegExp) =>
  files.flatMap(({ file, room, text }) =>
    [...text.matchAll(pattern)].map(([, name = '']) => ({ file, room, name })),
  );
const writes = [
  ...uses(/\b(?:INSERT(?: OR \w+)? INTO|UPDATE(?: OR \w+)?|DELETE FROM) (\w+)/g),
  ...uses(/\bname: '(\w+)',\s*work:/g),
];
const reads = uses(/\b(?:FROM|JOIN) (?:main\.)?(\w+)/g);

describe('tables', () => {
  test('every table of the schema has one owner', () => {
    expect([...roomOfTable.keys()].sort()).toEqual(namesOf('TABLE').sort());
  });

  test('only its room writes a table', () => {
    const strangers = writes.filter(({ room, name }) => (roomOfTable.get(name) ?? room) !== room);
    expect(strangers.map(({ file, name }) => `${file} writes ${name} of ${roomOfTable.get(name)}`)).toEqual(
      [],
    );
  });

  test('only its room reads a table, but for the reports', () => {
    const strangers = reads.filter(
      ({ file, room, name }) => (roomOfTable.get(name) ?? room) !== room && !reports.includes(file),
    );
    expect(strangers.map(({ file, name }) => `${file} reads ${name} of ${roomOfTable.get(name)}`)).toEqual(
      [],
    );
  });

  test('every table is written and every view is read', () => {
    const written = new Set(writes.map(({ name }) => name));
    const read = new Set(reads.map(({ name }) => name));
    expect(namesOf('TABLE').filter((table) => !written.has(table))).toEqual([]);
    expect(views.filter((view) => !read.has(view))).toEqual([]);
  });

  test('every report names a file', () => {
    expect(reports.filter((report) => !files.some(({ file }) => file === report))).toEqual([]);
  });
});
