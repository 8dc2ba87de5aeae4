/**
 * Reads a chosen file, whatever it is: a JSON export or `kuma.db` of Uptime Kuma, or a CSV. Its content decides, not its
 * name.
 */
import Papa from 'papaparse';
import { foreignText } from '#domain/import/foreign.ts';
import type { Reading } from '#domain/import/items.ts';
import { readKumaBackup } from '#domain/import/kuma-backup.ts';
import { type KumaRows, readKumaTables } from '#domain/import/kuma-tables.ts';
import { readTable, type TableLine } from '#domain/import/table.ts';
import type { ImportMessageId } from '#domain/messages/import.ts';
import { invalid, type Result, valid } from '#domain/result.ts';

/** Megabytes that a browser can hold. */
const DATABASE_MB_MAX = 512;
const TEXT_MB_MAX = 50;
const MB = 1024 * 1024;

/** Reads a database; apart, because it needs a worker in the browser. */
export type ReadDatabase = (file: Blob) => Promise<Result<KumaRows, ImportMessageId>>;

/** @throws DOMException When the browser cannot read the file. */
export async function readFile(
  file: Blob,
  readDatabase: ReadDatabase,
): Promise<Result<Reading, ImportMessageId>> {
  if (file.size === 0) return invalid('import.file-empty');
  const head = new Uint8Array(await file.slice(0, 16).arrayBuffer());
  const begins = (...bytes: number[]): boolean => bytes.every((byte, at) => head[at] === byte);
  if (begins(0x50, 0x4b) || begins(0x1f, 0x8b)) return invalid('import.file-zip');
  if (new TextDecoder('latin1').decode(head) === 'SQLite format 3\0') {
    if (file.size > DATABASE_MB_MAX * MB) return invalid('import.file-large');
    const rows = await readDatabase(file);
    return rows.ok ? readKumaTables(rows.value) : rows;
  }
  if (file.size > TEXT_MB_MAX * MB) return invalid('import.file-large');
  const bytes = new Uint8Array(await file.arrayBuffer());
  const text = decode(bytes);
  const begin = (text ?? new TextDecoder('windows-1252').decode(bytes.subarray(0, 64))).trimStart()[0];
  // `42[` is how a socket's message begins.
  const isMessage = text !== null && /^\s*\d{1,4}\[\s*"/.test(text.slice(0, 100));
  if (begin === '{' || begin === '[' || isMessage)
    return text === null ? invalid('import.file-encoding') : readKumaBackup(text);
  // Excel writes CSV in the encoding of Windows.
  const table = text ?? new TextDecoder('windows-1252').decode(bytes);
  if (table.includes('\0')) return invalid('import.file-not-backup');
  const foreign = foreignText(table);
  if (foreign !== null) return invalid(foreign);
  const lines = parseTable(table);
  return lines.ok ? readTable(lines.value) : lines;
}

/** UTF-8, or UTF-16 by its mark; `null` for anything else. */
function decode(bytes: Uint8Array): string | null {
  const utf16 =
    bytes[0] === 0xff && bytes[1] === 0xfe
      ? 'utf-16le'
      : bytes[0] === 0xfe && bytes[1] === 0xff
        ? 'utf-16be'
        : null;
  try {
    return new TextDecoder(utf16 ?? 'utf-8', { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

function parseTable(text: string): Result<readonly TableLine[], ImportMessageId> {
  const { data, errors, meta } = Papa.parse<TableLine>(text, { header: true, skipEmptyLines: 'greedy' });
  // A line with more or fewer cells than the first is no reason to refuse the file.
  const isBroken = errors.some(({ type }) => type === 'Quotes');
  if (isBroken) return invalid('import.file-table');
  // A short line has its last cells empty; a long one has more than the columns.
  return valid(
    data.map((line) => Object.fromEntries((meta.fields ?? []).map((name) => [name, line[name] ?? '']))),
  );
}
