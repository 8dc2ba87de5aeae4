/**
 * Reads tables (CSV) by the names of their columns: our template, and the file that UptimeRobot exports.
 *
 * Owns: what the columns mean. Does not own: cells (the page takes a library for that). Unknown columns are left alone.
 */
import type { ImportMessageId } from '../messages/import.ts';
import { invalid, type Result, valid } from '../result.ts';
import { checkMonitor } from './check-monitor.ts';
import { type FoundItem, type ImportedMonitor, type LeftItem, markOf, type Reading } from './items.ts';
import { FILE_MONITORS_MAX } from './kuma-backup.ts';
import { type RobotMonitor, readUptimeRobot } from './uptimerobot.ts';

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

export function readTable(lines: readonly TableLine[]): Result<Reading, ImportMessageId> {
  if (lines.length === 0) return invalid('import.file-nothing');
  if (lines.length > FILE_MONITORS_MAX) return invalid('import.file-too-many');
  const cells = lines.map((line) =>
    Object.fromEntries(Object.entries(line).map(([name, value]) => [plain(name), value.trim()])),
  );
  const has = (...names: string[]): boolean => names.some((name) => Object.hasOwn(cells[0] ?? {}, name));
  if (has('friendlyname')) return readUptimeRobot(cells.map(toRobot));
  if (!has('nome', 'name') || !has('endereco', 'url', 'host')) return invalid('import.file-columns');
  return valid(readOwn(cells));
}

type Cells = Readonly<Record<string, string>>;

const first = (cells: Cells, ...names: string[]): string =>
  names.map((name) => cells[name] ?? '').find((cell) => cell !== '') ?? '';

/** Numbers of API v2, which older files have in place of names. */
const robotTypes: Readonly<Record<string, string>> = {
  1: 'HTTP',
  2: 'KEYWORD',
  3: 'PING',
  4: 'PORT',
  5: 'HEARTBEAT',
};

function toRobot(cells: Cells): RobotMonitor {
  const written = first(cells, 'type', 'monitortype');
  const type = robotTypes[written] ?? written.toUpperCase().replace(/[^A-Z]/g, '');
  const known = ['KEYWORD', 'PING', 'PORT', 'HEARTBEAT', 'DNS'].find((name) => type.includes(name));
  const name = first(cells, 'friendlyname');
  const url = first(cells, 'urlip', 'url', 'ip');
  const keyword = first(cells, 'keywordtype').toLowerCase();
  const number = (text: string): number | undefined => (/^\d+$/.test(text) ? Number(text) : undefined);
  return {
    id: first(cells, 'id', 'monitorid') || markOf(`${type}\n${url}\n${name}`),
    friendlyName: name,
    type: known ?? (type.startsWith('HTTP') ? 'HTTP' : type),
    url,
    port: number(first(cells, 'port')),
    interval: number(first(cells, 'interval', 'monitoringinterval')),
    status: ['0', 'paused'].includes(first(cells, 'status').toLowerCase()) ? 'PAUSED' : 'UP',
    keywordType: keyword === '2' || keyword.includes('not') ? 'ALERT_NOT_EXISTS' : 'ALERT_EXISTS',
    keywordValue: first(cells, 'keywordvalue'),
  };
}

const typeWords: Readonly<Record<string, string>> = {
  '': 'http',
  site: 'http',
  https: 'http',
  palavrachave: 'keyword',
  tcp: 'port',
  porta: 'port',
  tcpport: 'port',
};

function readOwn(lines: readonly Cells[]): Reading {
  const found: FoundItem[] = [];
  const left: LeftItem[] = [];
  const groups = new Map<string, string>();
  for (const cells of lines) {
    const group = cells['grupo'] ?? cells['group'] ?? '';
    if (group === '' || groups.has(group)) continue;
    const item = newMonitor({ type: 'group', name: group }, `grupo-${markOf(group)}`);
    if (item.item === null) continue;
    groups.set(group, item.item.id);
    found.push({ item: item.item, notes: item.notes });
  }
  for (const cells of lines) {
    const name = first(cells, 'nome', 'name');
    const address = first(cells, 'endereco', 'url', 'host');
    const word = plain(first(cells, 'tipo', 'type'));
    const type =
      typeWords[word] ?? (word === 'jsonquery' ? 'json-query' : first(cells, 'tipo', 'type').toLowerCase());
    const id = markOf(`${type}\n${address}\n${first(cells, 'porta', 'port')}\n${name}`);
    const isFetched = ['http', 'keyword', 'json-query', 'real-browser'].includes(type);
    const made = newMonitor(
      {
        type,
        name,
        ...(isFetched ? { url: withScheme(address) } : type === 'push' ? {} : { hostname: address }),
        port: first(cells, 'porta', 'port'),
        interval: first(cells, 'intervalo', 'interval'),
        keyword: first(cells, 'palavrachave', 'keyword'),
        description: first(cells, 'descricao', 'description'),
        ...(type === 'dns' && {
          dns_resolve_server: '1.1.1.1',
          dns_resolve_type: 'A',
          port: first(cells, 'porta') || 53,
        }),
      },
      id,
    );
    if (made.item === null) {
      left.push({ kind: 'monitor', id, name: name.slice(0, 150), reason: made.reason });
      continue;
    }
    const tags = first(cells, 'etiquetas', 'etiqueta', 'tags').split(/[,|]/);
    found.push({
      item: {
        ...made.item,
        active: !['sim', 's', 'true', '1', 'yes', 'x'].includes(
          first(cells, 'pausado', 'paused').toLowerCase(),
        ),
        parent: groups.get(cells['grupo'] ?? cells['group'] ?? '') ?? null,
        tags: tags.flatMap((tag) =>
          tag.trim() === '' ? [] : [{ name: tag.trim(), color: '#4B5563', value: '' }],
        ),
      },
      notes: made.notes,
    });
  }
  return { source: 'csv', found, left, notes: [] };
}

const withScheme = (address: string): string =>
  address === '' || /^[a-z][a-z\d+.-]*:\/\//i.test(address) ? address : `https://${address}`;

type Made =
  | { readonly item: ImportedMonitor; readonly notes: readonly string[] }
  | { readonly item: null; readonly reason: string };

function newMonitor(raw: Readonly<Record<string, unknown>>, id: string): Made {
  const checked = checkMonitor(raw);
  if (!checked.ok) return { item: null, reason: checked.reason };
  const { monitor, notes } = checked;
  return {
    item: { kind: 'monitor', id, active: true, monitor, parent: null, channels: [], tags: [] },
    notes,
  };
}
