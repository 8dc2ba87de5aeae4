/**
 * Takes the rows that matter out of a stranger's `kuma.db`, in the browser.
 *
 * The file may be anything. Only plain tables are read, never views or virtual tables, no generated columns, and texts up
 * to a length; its triggers run on writes, and there are none. It is read from memory with SQLite's own build for browsers.
 */
import type { Sqlite3Static } from '@sqlite.org/sqlite-wasm';
import { FILE_MONITORS_MAX } from '#account/import/rules/kuma-backup.ts';
import { type countedTables, type KumaRows, kumaTables } from '#account/import/rules/kuma-tables.ts';
import type { ImportMessageId } from '#domain/messages/import.ts';
import { invalid, type Result, valid } from '#domain/result.ts';

/** Longer than any field that can come; a longer text is refused by its length. */
const TEXT_MAX = 20_000;
/** Links and tags of the most monitors. */
const ROWS_MAX = 50_000;
/** Bytes of the header, and what they say (https://www.sqlite.org/fileformat.html#the_database_header). */
const header = {
  bytes: 100,
  pageSize: 16,
  writeVersion: 18,
  readVersion: 19,
  changes: 24,
  pages: 28,
  pagesValidFor: 92,
};

/** Version of a database that writes to a `-wal` file first; a copy of one that was running may lack what is in it. */
const LOGGED = 2;

type Database = InstanceType<Sqlite3Static['oo1']['DB']>;

/** @param file The whole file; it begins with SQLite's mark. */
export async function readKumaDatabase(
  sqlite3: Sqlite3Static,
  file: Blob,
): Promise<Result<KumaRows, ImportMessageId>> {
  const head = new DataView(await file.slice(0, header.bytes).arrayBuffer());
  if (isCut(head, file.size)) return invalid('import.file-damaged');
  const hasLog =
    head.getUint8(header.readVersion) === LOGGED || head.getUint8(header.writeVersion) === LOGGED;
  const database = new sqlite3.oo1.DB(':memory:');
  try {
    await load(sqlite3, database, file);
    database.exec('PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON');
    if (!plainTables(database).has('monitor')) return invalid('import.file-not-sqlite');
    return valid({ ...readRows(database), hasLog });
  } catch (error) {
    if (error instanceof sqlite3.SQLite3Error || error instanceof sqlite3.WasmAllocError)
      return invalid('import.file-damaged');
    throw error;
  } finally {
    database.close();
  }
}

/** Whether pages are missing, by the header's own count; older writers leave the count out. */
function isCut(head: DataView, size: number): boolean {
  if (head.byteLength < header.bytes) return true;
  const isCounted = head.getUint32(header.changes) === head.getUint32(header.pagesValidFor);
  const written = head.getUint16(header.pageSize);
  return isCounted && head.getUint32(header.pages) * (written === 1 ? 65_536 : written) > size;
}

/** Copies the file into SQLite's memory piece by piece, so that it is there only once. */
async function load({ wasm, capi }: Sqlite3Static, database: Database, file: Blob): Promise<void> {
  const place = wasm.alloc(file.size);
  let at = 0;
  const reader = file.stream().getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    // The memory may have moved while we waited.
    wasm.heap8u().set(value, Number(place) + at);
    at += value.byteLength;
  }
  // A database in memory has no write-ahead log, which an instance switches on; its file is whole without one.
  wasm.heap8u().fill(1, Number(place) + header.writeVersion, Number(place) + header.readVersion + 1);
  const flags = capi.SQLITE_DESERIALIZE_READONLY | capi.SQLITE_DESERIALIZE_FREEONCLOSE;
  const { pointer } = database;
  if (pointer === undefined) throw new Error('the database is closed');
  database.checkRc(capi.sqlite3_deserialize(pointer, 'main', place, file.size, file.size, flags));
}

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

function select(database: Database, sql: string): readonly Record<string, unknown>[] {
  return database.exec({ sql, rowMode: 'object', returnValue: 'resultRows' });
}

function plainTables(database: Database): ReadonlySet<string> {
  const rows = select(database, "SELECT name, sql FROM sqlite_schema WHERE type = 'table'");
  return new Set(
    rows.filter(({ sql }) => /^CREATE TABLE\b/i.test(String(sql))).map(({ name }) => String(name)),
  );
}

function readRows(database: Database): Omit<KumaRows, 'hasLog'> {
  const tables = plainTables(database);
  const rowsOf = (table: keyof typeof kumaTables, max = ROWS_MAX) => {
    if (!tables.has(table)) return [];
    // `table_info` leaves generated columns out.
    const known = new Set(
      select(database, `PRAGMA table_info(${quoted(table)})`).map(({ name }) => String(name)),
    );
    const columns = kumaTables[table].filter((column) => known.has(column)).map(readColumn);
    return select(database, `SELECT ${columns.join(', ')} FROM ${quoted(table)} ORDER BY rowid LIMIT ${max}`);
  };
  const countOf = (table: (typeof countedTables)[number]): number =>
    tables.has(table)
      ? Number(select(database, `SELECT count(*) AS rows FROM ${quoted(table)}`)[0]?.['rows'] ?? 0)
      : 0;
  return {
    monitor: rowsOf('monitor', FILE_MONITORS_MAX + 1),
    notification: rowsOf('notification'),
    monitor_notification: rowsOf('monitor_notification'),
    tag: rowsOf('tag'),
    monitor_tag: rowsOf('monitor_tag'),
    counts: {
      status_page: countOf('status_page'),
      maintenance: countOf('maintenance'),
      proxy: countOf('proxy'),
    },
    isOld: !tables.has('knex_migrations'),
  };
}

function readColumn(name: string): string {
  const column = quoted(name);
  return `CASE WHEN typeof(${column}) IN ('text', 'blob') THEN substr(CAST(${column} AS TEXT), 1, ${TEXT_MAX}) ELSE ${column} END AS ${column}`;
}
