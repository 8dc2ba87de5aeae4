/// <reference types="@cloudflare/vitest-plugin/types" />
/**
 * Runs in workerd before each test file: a migrated database, and a processor without any sales, because some jobs
 * process all of its sales.
 */
import { applyD1Migrations, type D1Migration, reset } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { inject } from 'vitest';
import { stackAddresses } from '#dev/ports.ts';

const { DB, TEST_MIGRATIONS } = env as typeof env & {
  readonly DB: D1Database;
  readonly TEST_MIGRATIONS: D1Migration[];
};

// All files share one runtime.
await reset();
await applyD1Migrations(DB, TEST_MIGRATIONS);
await fetch(`${stackAddresses(inject('stackPort')).asaasUrl}/__stand-in/state`, { method: 'DELETE' });
