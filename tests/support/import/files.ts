/**
 * Files of real Uptime Kuma versions with invented monitors, and the readers of the page.
 *
 * Made outside this repository: the databases with the schema and the migrations of 1.23.16 and 2.5.3, the JSON with
 * 1.23.16's own `Monitor.toJSON` and `downloadBackup` over that database. Only the files are kept.
 */
import { readFile as readBytes } from 'node:fs/promises';
import { gunzipSync } from 'node:zlib';
import sqlite3InitModule from '@sqlite.org/sqlite-wasm';
import { readKumaDatabase } from '#account/import/kuma-database.ts';
import { type ReadDatabase, readFile } from '#account/import/read-file.ts';

export type KumaFile = 'uptime-kuma-1.23.json' | 'uptime-kuma-1.23.db' | 'uptime-kuma-2.5.3.db';

export async function kumaFile(name: KumaFile): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(gunzipSync(await readBytes(new URL(`${name}.gz`, import.meta.url))));
}

const readDatabase: ReadDatabase = async (file) => readKumaDatabase(await sqlite3InitModule(), file);

/** Reads a file as the page does, with SQLite's build for Node in place of the worker. */
export const readAny = (content: Uint8Array<ArrayBuffer> | string) =>
  readFile(new Blob([content]), readDatabase);

/** The reading of a file that can be read. */
export async function readingOf(content: Uint8Array<ArrayBuffer> | string) {
  const read = await readAny(content);
  if (!read.ok) throw new Error(read.problem);
  return read.value;
}
