/**
 * Reads tables (CSV) by the names of their columns: our template, and the file that UptimeRobot exports.
 *
 * Owns: what the columns mean, and naming those that mean nothing here. Does not own: cells (the page takes a library for
 * that).
 */

import { hostAndPort } from '#domain/import/addresses.ts';
import { checkMonitor } from '#domain/import/check-monitor.ts';
import { readFlag } from '#domain/import/field-values.ts';
import {
  type FoundItem,
  type ImportedMonitor,
  type ImportedTag,
  type LeftItem,
  markOf,
  type Reading,
} from '#domain/import/items.ts';
import { addressFieldOf, PUBLIC_RESOLVER } from '#domain/import/needs.ts';
import { withOwnChecks } from '#domain/import/own-checks.ts';
import { portOfCell } from '#domain/import/port-kinds.ts';
import { typeOfWord } from '#domain/import/type-words.ts';
import { type RobotMonitor, readUptimeRobot, robotType } from '#domain/import/uptimerobot.ts';
import { type ImportMessageId, message } from '#domain/messages/import.ts';
import { invalid, type Result, valid } from '#domain/result.ts';
import { cutText } from '#domain/text/cut-text.ts';
import { FILE_MONITORS_MAX } from './kuma-backup.ts';

/** A line by column name, as written in the file. */
export type TableLine = Readonly<Record<string, string>>;

/** The template, with an example of each kind. */
export const tableTemplate: readonly (readonly string[])[] = [
  ['nome', 'tipo', 'endereço', 'porta', 'intervalo', 'palavra-chave', 'grupo', 'etiquetas', 'pausado'],
  ['Loja', 'http', 'https://www.minhaloja.com.br', '', '60', '', 'Site', 'produção', 'não'],
  [
    'Busca da loja',
    'keyword',
    'https://www.minhaloja.com.br/busca',
    '',
    '300',
    'Resultados',
    'Site',
    'produção',
    'não',
  ],
  ['Servidor', 'ping', 'servidor.minhaloja.com.br', '', '60', '', '', '', 'não'],
  ['Banco', 'port', 'banco.minhaloja.com.br', '5432', '60', '', '', '', 'sim'],
];

/** A name without accents, case and signs: `Endereço` and `endereco` are one. */
const plain = (name: string): string =>
  name
    .normalize('NFD')
    .replace(/[^a-z\d]/gi, '')
    .toLowerCase();

/** Spans of time as people write them in a cell. */
const units: readonly (readonly [words: RegExp, seconds: number])[] = [
  [/^(?:s|segs?|segundos?|secs?|seconds?)?$/, 1],
  [/^(?:m|mins?|minutos?|minutes?)$/, 60],
  [/^(?:h|hs|hrs?|horas?|hours?)$/, 3600],
  [/^(?:d|dias?|days?)$/, 86_400],
];

/** Seconds in `60`, `60 s`, `5 min`, `1.800`, `60,0`; `undefined` for anything else. */
function secondsIn(cell: string): number | undefined {
  const [, thousands, digits, unit = ''] =
    /^(?:(\d{1,3}(?:\.\d{3})+)|(\d{1,9})(?:[.,]0+)?)\s*([a-z]*)\.?$/.exec(cell.trim().toLowerCase()) ?? [];
  const written = thousands?.replaceAll('.', '') ?? digits;
  const seconds = units.find(([words]) => words.test(unit))?.[1];
  return written === undefined || seconds === undefined ? undefined : Number(written) * seconds;
}

export function readTable(lines: readonly TableLine[]): Result<Reading, ImportMessageId> {
  if (lines.length === 0) return invalid('import.file-nothing');
  if (lines.length > FILE_MONITORS_MAX) return invalid('import.file-too-many');
  const cells = lines.map((line) =>
    Object.fromEntries(Object.entries(line).map(([name, value]) => [plain(name), value.trim()])),
  );
  const has = (...names: string[]): boolean => names.some((name) => Object.hasOwn(cells[0] ?? {}, name));
  if (has('friendlyname')) {
    const read = readUptimeRobot(cells.map(toRobot));
    return read.ok ? valid(withNotes(read.value, unreadNotes(lines, robotColumns))) : read;
  }
  if (!has('nome', 'name') || !has('endereco', 'url', 'host', 'address', 'hostname'))
    return invalid('import.file-columns');
  const unread = unreadNotes(lines, ownColumns);
  // Ours has its names in Portuguese; another service's columns may mean something else.
  const isForeign = unread.length > 0 && !has('nome', 'endereco');
  const read = namesIn(lines).filter((name) => ownColumns.has(plain(name)));
  const foreign = isForeign ? [message('import.table-foreign', { columns: read.join(', ') })] : [];
  return valid(withNotes(readOwn(cells), [...foreign, ...unread]));
}

const withNotes = (reading: Reading, notes: readonly string[]): Reading => ({
  ...reading,
  notes: [...notes, ...reading.notes],
});

/** Columns that are read, by their plain names. */
const ownColumns: ReadonlySet<string> = new Set([
  ...['nome', 'name', 'tipo', 'type', 'endereco', 'url', 'host', 'address', 'hostname', 'porta', 'port'],
  ...['intervalo', 'interval', 'palavrachave', 'keyword', 'grupo', 'group', 'etiquetas', 'etiqueta', 'tags'],
  ...['pausado', 'paused', 'ativo', 'active', 'enabled', 'descricao', 'description'],
]);
const robotColumns: ReadonlySet<string> = new Set([
  ...['id', 'monitorid', 'type', 'monitortype', 'friendlyname', 'urlip', 'url', 'ip', 'port', 'subtype'],
  ...['interval', 'monitoringinterval', 'timeout', 'status', 'keywordtype', 'keywordvalue', 'tags'],
]);

/** Longer names, and more of them, are no help. */
const NAME_MAX = 40;
const NAMES_MAX = 20;

const namesIn = (lines: readonly TableLine[]): readonly string[] => [
  ...new Set(lines.flatMap((line) => Object.keys(line)).filter((name) => name.trim() !== '')),
];

function unreadNotes(lines: readonly TableLine[], known: ReadonlySet<string>): readonly string[] {
  const unread = namesIn(lines).filter((name) => !known.has(plain(name)));
  if (unread.length === 0) return [];
  const shown = unread.slice(0, NAMES_MAX).map((name) => name.trim().slice(0, NAME_MAX));
  const columns = [...shown, ...(unread.length > NAMES_MAX ? [`e mais ${unread.length - NAMES_MAX}`] : [])];
  return [message('import.columns-unread', { columns: columns.join(', ') })];
}

type Cells = Readonly<Record<string, string>>;

const first = (cells: Cells, ...names: string[]): string =>
  names.map((name) => cells[name] ?? '').find((cell) => cell !== '') ?? '';

function toRobot(cells: Cells): RobotMonitor {
  const type = robotType(first(cells, 'type', 'monitortype'));
  const name = first(cells, 'friendlyname');
  const url = first(cells, 'urlip', 'url', 'ip');
  const interval = first(cells, 'interval', 'monitoringinterval');
  const timeout = first(cells, 'timeout');
  const keyword = first(cells, 'keywordtype');
  const keywordType = keywordTypeOf(keyword);
  const unread = [
    ...(interval !== '' && secondsIn(interval) === undefined ? ['Interval'] : []),
    ...(timeout !== '' && secondsIn(timeout) === undefined ? ['Timeout'] : []),
  ];
  return {
    id: first(cells, 'id', 'monitorid') || markOf(`${type}\n${url}\n${name}`),
    friendlyName: name,
    type,
    url,
    port: portOfCell(first(cells, 'port')),
    portKind: first(cells, 'subtype'),
    interval: secondsIn(interval),
    timeout: secondsIn(timeout),
    tags: tagsIn(first(cells, 'tags')),
    status: readFlag(first(cells, 'status')) === false ? 'PAUSED' : 'UP',
    keywordType,
    keywordValue: first(cells, 'keywordvalue'),
    unread,
  };
}

/** When the word alerts; `undefined` for a cell that does not say. */
function keywordTypeOf(cell: string): 'ALERT_EXISTS' | 'ALERT_NOT_EXISTS' | undefined {
  const word = cell.toLowerCase();
  if (word === '2' || /not|não/.test(word)) return 'ALERT_NOT_EXISTS';
  return word === '1' || word.includes('exist') ? 'ALERT_EXISTS' : undefined;
}

const tagsIn = (cell: string): readonly ImportedTag[] =>
  cell
    .split(/[,;|]/)
    .filter((tag) => tag.trim() !== '')
    .slice(0, 50)
    .map((tag) => ({ name: cutText(tag.trim(), 255), color: '#4B5563', value: '' }));

function readOwn(lines: readonly Cells[]): Reading {
  const found: FoundItem[] = [];
  const left: LeftItem[] = [];
  const groups = new Map<string, string>();
  for (const cells of lines) {
    const group = first(cells, 'grupo', 'group');
    if (group === '' || groups.has(group)) continue;
    const made = newMonitor({ type: 'group', name: group }, `grupo-${markOf(group)}`);
    if (made.item === null) continue;
    groups.set(group, made.item.id);
    found.push({ item: made.item, notes: made.notes });
  }
  for (const cells of lines) {
    const name = first(cells, 'nome', 'name');
    const address = addressIn(cells);
    const type = typeOfWord(first(cells, 'tipo', 'type') || 'http');
    const id = markOf(`${type}\n${address}\n${first(cells, 'porta', 'port')}\n${name}`);
    const made = newMonitor(fieldsIn(cells, type), id);
    if (made.item === null) {
      const reason = inColumns(made.reason);
      left.push({ kind: 'monitor', id, name: cutText(name || address, 150), reason });
      continue;
    }
    const paused = pausedIn(cells);
    const group = first(cells, 'grupo', 'group');
    const parent = groups.get(group) ?? null;
    found.push({
      item: {
        ...made.item,
        active: !paused.isPaused,
        parent,
        tags: tagsIn(first(cells, 'etiquetas', 'etiqueta', 'tags')),
      },
      notes: [
        ...made.notes,
        ...paused.notes,
        ...(group !== '' && parent === null ? [message('import.parent-left')] : []),
      ],
    });
  }
  return { source: 'csv', found, left, notes: [] };
}

/** Columns of our template by the fields that they fill. */
const columnNames: Readonly<Record<string, string>> = {
  port: 'porta',
  interval: 'intervalo',
  keyword: 'palavra-chave',
  url: 'endereço',
  hostname: 'endereço',
};

/** A reason with the column where it has a field. */
function inColumns(reason: string): string {
  const ids = ['import.field-invalid', 'import.field-long'] as const;
  for (const [field, column] of Object.entries(columnNames))
    for (const id of ids) if (reason === message(id, { field })) return message(id, { field: column });
  return reason;
}

const addressIn = (cells: Cells): string => first(cells, 'endereco', 'url', 'host', 'address', 'hostname');

/** The fields of a line; people write a whole address where only the server's name belongs, and the port in it. */
function fieldsIn(cells: Cells, type: string): Readonly<Record<string, unknown>> {
  const address = addressIn(cells);
  const field = addressFieldOf(type);
  const isHost = field === 'hostname' && type !== 'mqtt';
  const interval = first(cells, 'intervalo', 'interval');
  const { host, port } = isHost ? hostAndPort(address) : { host: address, port: undefined };
  const value = field === 'url' && type !== 'websocket-upgrade' ? withScheme(address) : host;
  return {
    type,
    name: first(cells, 'nome', 'name'),
    ...(field === null ? {} : { [field]: value }),
    port: first(cells, 'porta', 'port') || port,
    interval: secondsIn(interval) ?? interval,
    keyword: first(cells, 'palavrachave', 'keyword'),
    description: first(cells, 'descricao', 'description'),
    ...(type === 'dns' && { dns_resolve_server: PUBLIC_RESOLVER }),
  };
}

/** Whether a line is to be made paused; an empty cell is no. */
function pausedIn(cells: Cells): { readonly isPaused: boolean; readonly notes: readonly string[] } {
  const paused = first(cells, 'pausado', 'paused');
  const active = first(cells, 'ativo', 'active', 'enabled');
  const [field, word] = paused === '' ? ['ativo', active] : ['pausado', paused];
  if (word === '') return { isPaused: false, notes: [] };
  const flag = readFlag(word);
  if (flag === null) return { isPaused: false, notes: [message('import.field-unread', { field })] };
  return { isPaused: field === 'pausado' ? flag : !flag, notes: [] };
}

const withScheme = (address: string): string =>
  address === '' || /^[a-z][a-z\d+.-]*:\/\//i.test(address) ? address : `https://${address}`;

type Made =
  | { readonly item: ImportedMonitor; readonly notes: readonly string[] }
  | { readonly item: null; readonly reason: string };

function newMonitor(raw: Readonly<Record<string, unknown>>, id: string): Made {
  const checked = checkMonitor(withOwnChecks(raw));
  if (!checked.ok) return { item: null, reason: checked.reason };
  const { monitor, notes } = checked;
  return {
    item: { kind: 'monitor', id, active: true, monitor, parent: null, channels: [], tags: [] },
    notes,
  };
}
