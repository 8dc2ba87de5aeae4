/// <reference types="@cloudflare/vitest-plugin/types" />
/**
 * Runs in workerd before each test file: the database as the migrations make it, and a processor that has sold nothing
 * yet. What looks at all of its sales would otherwise look at those of every file before.
 */
import { applyD1Migrations, type D1Migration, reset } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { inject } from 'vitest';
import { stackAddresses } from '#dev/ports.ts';

const { DB, TEST_MIGRATIONS } = env as typeof env & {
  readonly DB: D1Database;
  readonly TEST_MIGRATIONS: D1Migration[];
};

// The files share one runtime, which is started once.
await reset();
await applyD1Migrations(DB, TEST_MIGRATIONS);
await fetch(`${stackAddresses(inject('stackPort')).asaasUrl}/__stand-in/state`, { method: 'DELETE' });
