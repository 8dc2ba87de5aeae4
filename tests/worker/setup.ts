/// <reference types="@cloudflare/vitest-plugin/types" />
/**
 * Runs in workerd before each test file: a migrated database, and services without customers. Some jobs process all
 * sales of the processor, and every request to a stand-in takes longer the more it keeps.
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
await fetch(`${stackAddresses(inject('stackPort')).siteUrl}/reset`, { method: 'POST' });
