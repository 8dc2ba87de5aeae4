/**
 * Reads a `kuma.db` beside the page. A worker takes its policy from its own answer, so WebAssembly runs here and no page
 * has to allow it.
 */
import sqlite3InitModule from '@sqlite.org/sqlite-wasm';
import type { KumaRows } from '#account/import/rules/kuma-tables.ts';
import type { ImportMessageId } from '#domain/messages/import.ts';
import type { Result } from '#domain/result.ts';
import { readKumaDatabase } from './kuma-database.ts';

// It reports what a browser lacks for parts that are not used here.
const quiet = (): void => undefined;
Object.assign(globalThis, { sqlite3ApiConfig: { debug: quiet, log: quiet, warn: quiet, error: quiet } });

addEventListener('message', ({ data }: MessageEvent<Blob>) => {
  const read = async (): Promise<Result<KumaRows, ImportMessageId>> =>
    readKumaDatabase(await sqlite3InitModule(), data);
  read().then(
    (rows) => postMessage(rows),
    // The page says that the file was not read; what failed is of no use there.
    () => postMessage({ ok: false, problem: 'import.file-unread' }),
  );
});
