/// <reference types="@cloudflare/vitest-plugin/types" />
/**
 * Runs in workerd before each test file: the database as the migrations make it.
 */
import { applyD1Migrations, type D1Migration } from 'cloudflare:test';
import { env } from 'cloudflare:workers';

const { DB, TEST_MIGRATIONS } = env as typeof env & {
  readonly DB: D1Database;
  readonly TEST_MIGRATIONS: D1Migration[];
};

await applyD1Migrations(DB, TEST_MIGRATIONS);
