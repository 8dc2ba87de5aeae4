/**
 * Reads a chosen file, whatever it is: a JSON export or `kuma.db` of Uptime Kuma, or a CSV. Its content decides, not its
 * name.
 */
import Papa from 'papaparse';
import { foreignText } from '#account/import/rules/foreign.ts';
import { readKumaBackup } from '#account/import/rules/kuma-backup.ts';
import { type KumaRows, readKumaTables } from '#account/import/rules/kuma-tables.ts';
import { readTable, type TableLine } from '#account/import/rules/table.ts';
import type { Reading } from '#domain/import/items.ts';
import { type ImportMessageId, message } from '#domain/messages/import.ts';
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
  const head = new Uint8Array(await file.slice(0, HEAD_BYTES).arrayBuffer());
  const begins = (...bytes: number[]): boolean => bytes.every((byte, at) => head[at] === byte);
  const start = new TextDecoder('latin1').decode(head);
  // A spreadsheet is a zip too, and an old one a file of its own kind.
  if (begins(0xd0, 0xcf, 0x11, 0xe0)) return invalid('import.file-sheet');
  if (begins(0x50, 0x4b)) return invalid(SHEET.test(start) ? 'import.file-sheet' : 'import.file-zip');
  if (packed.some((mark) => begins(...mark)) || start.startsWith('ustar', 257))
    return invalid('import.file-zip');
  if (start.slice(0, 16) === 'SQLite format 3\0') {
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
  if (table.includes('\0') || NO_TABLE.test(table.slice(0, 200))) return invalid('import.file-not-backup');
  const foreign = foreignText(table);
  if (foreign !== null) return invalid(foreign);
  return readLines(table);
}

/** The first names in a zip are at its beginning; a tar says what it is at 257. */
const HEAD_BYTES = 300;
const SHEET = /\[Content_Types\]|(?:^|[^\w])(?:xl|_rels|docProps)\/|mimetypeapplication\/vnd\.oasis/;
/** gzip, bzip2, xz, 7z, RAR and Zstandard. */
const packed: readonly (readonly number[])[] = [
  [0x1f, 0x8b],
  [0x42, 0x5a, 0x68],
  [0xfd, 0x37, 0x7a, 0x58, 0x5a],
  [0x37, 0x7a, 0xbc, 0xaf],
  [0x52, 0x61, 0x72, 0x21],
  [0x28, 0xb5, 0x2f, 0xfd],
];
/** Pages, documents, dumps of databases and metrics, which have commas too. */
const NO_TABLE =
  /^\s*(?:<|%PDF|\{\\rtf|--[ \r\n]|\/\*|# (?:HELP|TYPE) |(?:PRAGMA|BEGIN TRANSACTION|CREATE TABLE|INSERT INTO)\b)/i;

/** UTF-8, or UTF-16 by its mark or by the zeros in a JSON; `null` for anything else. */
function decode(bytes: Uint8Array): string | null {
  const isJson = bytes[0] === 0x5b || bytes[0] === 0x7b;
  const utf16 =
    (bytes[0] === 0xff && bytes[1] === 0xfe) || (isJson && bytes[1] === 0)
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

/** Lines of which the rest was not read, for people. */
const LINES_MAX = 10;

function readLines(text: string): Result<Reading, ImportMessageId> {
  // Excel writes the separator on a line before the names.
  const { data, errors, meta } = Papa.parse<TableLine & { readonly __parsed_extra?: readonly string[] }>(
    text.replace(/^sep=.\r?\n/i, ''),
    { header: true, skipEmptyLines: 'greedy' },
  );
  // A line with more or fewer cells than the first is no reason to refuse the file.
  const isBroken = errors.some(({ type }) => type === 'Quotes');
  if (isBroken) return invalid('import.file-table');
  const names = meta.fields ?? [];
  // A short line has its last cells empty; a long one has more than the columns.
  const read = readTable(
    data.map((line) => Object.fromEntries(names.map((name) => [name, line[name] ?? '']))),
  );
  const long = data.filter(({ __parsed_extra: rest = [] }) => rest.some((cell) => cell.trim() !== ''));
  if (!read.ok || long.length === 0) return read;
  const lines = long.slice(0, LINES_MAX).map((line) => (line[names[0] ?? ''] ?? '').slice(0, 40) || '–');
  const more = long.length > LINES_MAX ? [`e mais ${long.length - LINES_MAX}`] : [];
  const note = message('import.cells-unread', { lines: [...lines, ...more].join(', ') });
  return valid({ ...read.value, notes: [note, ...read.value.notes] });
}
