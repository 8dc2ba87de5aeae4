/**
 * Makes monitors, groups, tags and channels that a customer brings from elsewhere, each one once.
 *
 * The Worker decides what is brought (terms, limits of the plan); here it is written through the instance's own commands.
 * Each one is recorded before it is begun and after it is whole, so a repeat after a kill ends like one run.
 * Commands and columns: Uptime Kuma 2.5.3, server/server.js and server/notification.js.
 */
import { randomBytes } from 'node:crypto';
import { DatabaseSync } from 'node:sqlite';
import { columnOf } from '#domain/import/items.ts';
import { cutText } from '#domain/text/cut-text.ts';
import { type Ask, asAdministrator, type Instance, Refusal } from './bootstrap.ts';
import type { ImportBatch, ImportedThings, ImportItem, ImportOutcome } from './contract.ts';
import { readerOf } from './database.ts';
import type { Brought, Imported } from './import-record.ts';
import type { Log } from './log.ts';
import type { Kept } from './record-file.ts';

/** After this time no new item is begun; the Worker sends the rest again. */
const WORK_MS = 15_000;
const REASON_MAX = 300;

type Kind = ImportItem['kind'];
type Monitor = Extract<ImportItem, { kind: 'monitor' }>;
type Channel = Extract<ImportItem, { kind: 'channel' }>;

const keyOf = ({ kind, id }: { kind: Kind; id: string }): string => `${kind}:${id}`;
const kindOf = (key: string): Kind => (key.startsWith('channel:') ? 'channel' : 'monitor');

/** Columns that are set here or by the instance. With an `id` the instance would overwrite that monitor. */
const notBrought = new Set(['id', 'user_id', 'active', 'parent', 'created_date', 'dns_last_result']);

/** The panel's form makes a token for a push monitor; one without it could never be reached. */
const withToken = (monitor: Monitor['monitor']): Monitor['monitor'] =>
  monitor.type !== 'push' || monitor['pushToken']
    ? monitor
    : { ...monitor, pushToken: randomBytes(16).toString('hex') };

type Tables = ReturnType<typeof openInstance>;

/** One connection to the instance's database, for a call. */
function openInstance(path: string) {
  const database = new DatabaseSync(path, { readOnly: true, timeout: 2000 });
  const { all, get } = readerOf(database);
  const ids = (sql: string, ...values: (number | string)[]): number[] =>
    all<{ id: number }>(sql, ...values).map(({ id }) => id);
  const tables = { monitor: 'monitor', channel: 'notification' };
  const columns = new Set(
    all<{ name: string }>("SELECT name FROM pragma_table_info('monitor')").map(({ name }) => name),
  );
  return {
    close: () => database.close(),
    unknownFields: (monitor: object): string[] =>
      Object.keys(monitor).filter(
        (field) => !columns.has(columnOf(field)) || notBrought.has(columnOf(field)),
      ),
    has: (kind: Kind, id: number): boolean =>
      get(`SELECT 1 FROM ${tables[kind]} WHERE id = ?`, id) !== undefined,
    running: (): number => ids("SELECT id FROM monitor WHERE active = 1 AND type <> 'group'").length,
    newest: (kind: Kind): number => ids(`SELECT coalesce(MAX(id), 0) AS id FROM ${tables[kind]}`)[0] ?? 0,
    /** Those made after an id with this name and type, the oldest first. */
    since: (kind: Kind, after: number, name: string, type: string): number[] =>
      ids(
        kind === 'monitor'
          ? 'SELECT id FROM monitor WHERE id > ? AND name = ? AND type = ? ORDER BY id'
          : "SELECT id FROM notification WHERE id > ? AND name = ? AND iif(json_valid(config), config ->> '$.type', '') = ? ORDER BY id",
        ...[after, name, type],
      ),
    channelsOf: (monitor: number): number[] =>
      ids('SELECT notification_id AS id FROM monitor_notification WHERE monitor_id = ?', monitor),
    tag: ({ name, color }: { name: string; color: string }): number | undefined =>
      ids('SELECT id FROM tag WHERE name = ? AND color = ?', name, color)[0],
    isTagged: (monitor: number, tag: number, value: string): boolean =>
      get(
        'SELECT 1 FROM monitor_tag WHERE monitor_id = ? AND tag_id = ? AND value = ?',
        monitor,
        tag,
        value,
      ) !== undefined,
  };
}

/** Why an item is not made: `fields`, `parent`, or `instance` with what the instance says. */
class NotMade extends Error {
  readonly reason: NonNullable<ImportOutcome['reason']>;
  constructor(reason: NonNullable<ImportOutcome['reason']>, detail = '') {
    super(detail);
    this.reason = reason;
  }
}

/** Without the statement before it, which contains what the customer typed. */
const saidBy = (refusal: Refusal): string => cutText(refusal.message.split(' - ').at(-1) ?? '', REASON_MAX);

/** The things of one source, as recorded. Things that the customer deleted meanwhile are forgotten. */
function openSource(record: Kept<Imported>, source: string, tables: Tables) {
  const imports = record.read();
  for (const items of imports.values())
    for (const [key, { made }] of items)
      if (made !== undefined && !tables.has(kindOf(key), made)) items.delete(key);
  const items = imports.get(source) ?? new Map<string, Brought>();
  imports.set(source, items);
  return {
    items,
    idOf: (kind: Kind, id: string) => items.get(keyOf({ kind, id }))?.made,
    /** Ids that belong to a recorded thing of any source. */
    taken: (kind: Kind) =>
      new Set(
        [...imports.values()].flatMap((each) =>
          [...each].flatMap(([key, { made }]) => (kindOf(key) === kind ? [made] : [])),
        ),
      ),
    save(key: string, thing: Brought | null) {
      if (thing === null) items.delete(key);
      else items.set(key, thing);
      record.write(imports);
    },
  };
}

interface Making extends Pick<ImportOptions, 'ownChannel' | 'log'> {
  readonly ask: Ask;
  readonly tables: Tables;
  readonly known: ReturnType<typeof openSource>;
  readonly runningMax: number;
}

/** Makes items of one source over an open socket. */
function createMaker({ ask, tables, known, runningMax, ownChannel, log }: Making) {
  /** Makes one with `call`, or finds the one that an interrupted start made. */
  async function makeOnce(
    item: ImportItem,
    { name, type }: { name: string; type: string },
    call: () => Promise<number>,
  ): Promise<{ id: number; isFound: boolean }> {
    const key = keyOf(item);
    const begun = known.items.get(key);
    const after = begun?.after ?? tables.newest(item.kind);
    const find = () => {
      const taken = known.taken(item.kind);
      return tables.since(item.kind, after, name, type).find((id) => !taken.has(id));
    };
    const found = begun === undefined ? undefined : find();
    if (found !== undefined) return { id: found, isFound: true };
    if (begun === undefined) known.save(key, { after });
    try {
      return { id: await call(), isFound: false };
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      // Some refusals come after the row was written.
      const written = find();
      if (written !== undefined) return { id: written, isFound: true };
      known.save(key, null);
      throw new NotMade('instance', saidBy(error));
    }
  }

  async function addTags(monitor: number, tags: Monitor['tags']) {
    for (const { name, color, value } of tags) {
      try {
        const tag = tables.tag({ name, color }) ?? (await ask('addTag', { name, color })).tag.id;
        if (!tables.isTagged(monitor, tag, value ?? ''))
          await ask('addMonitorTag', tag, monitor, value ?? '');
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        log({ event: 'import-tag-refused', monitor });
      }
    }
  }

  async function makeChannel(item: Channel) {
    // `applyExisting` would put it on monitors that do not have it where it comes from.
    const config = { ...item.config, name: item.name, applyExisting: false };
    const call = async () => (await ask('addNotification', config, null)).id;
    const { id } = await makeOnce(item, { name: item.name, type: item.config.type }, call);

    known.save(keyOf(item), { made: id });
    return {};
  }

  async function makeMonitor(item: Monitor): Promise<{ paused?: true }> {
    const { monitor, active } = item;
    const unknown = tables.unknownFields(monitor);
    if (unknown.length > 0) throw new NotMade('fields', cutText(unknown.join(', '), REASON_MAX));
    const parent = item.parent === null ? null : known.idOf('monitor', item.parent);
    if (parent === undefined) throw new NotMade('parent');
    const isGroup = monitor.type === 'group';
    // On a group ours means nothing (alert-channel.ts).
    const own = isGroup ? null : ownChannel();
    const channels = [...item.channels.map((id) => known.idOf('channel', id)), own].filter(
      (id) => typeof id === 'number',
    );
    const notificationIDList = Object.fromEntries(channels.map((id) => [id, true]));
    // Counted here, where one batch waits for the other: each was decided by what ran before both.
    const isOver = active && !isGroup && tables.running() >= runningMax;
    const wish = { ...withToken(monitor), parent, active: active && !isGroup && !isOver, notificationIDList };
    const { id, isFound } = await makeOnce(item, monitor, async () => (await ask('add', wish)).monitorID);
    if (isFound && channels.toSorted().join() !== tables.channelsOf(id).toSorted().join())
      await ask('editMonitor', { ...(await ask('getMonitor', id)).monitor, notificationIDList });
    await addTags(id, item.tags);
    known.save(keyOf(item), { made: id, ...(isGroup && active ? { resume: true } : {}) });
    return isOver && !isFound ? { paused: true } : {};
  }

  return {
    async make(item: ImportItem): Promise<Omit<ImportOutcome, 'kind' | 'id'>> {
      if (known.items.get(keyOf(item))?.made !== undefined) return { result: 'present' };
      try {
        return {
          result: 'made',
          ...(await (item.kind === 'channel' ? makeChannel(item) : makeMonitor(item))),
        };
      } catch (error) {
        if (!(error instanceof NotMade)) throw error;
        log({ event: 'import-refused', kind: item.kind, reason: error.reason });
        return { result: 'refused', reason: error.reason, detail: error.message };
      }
    },
    /** Groups are made paused: one that runs before it has monitors reports itself as empty. */
    async resumeGroups() {
      for (const [key, { made, resume }] of known.items) {
        if (!resume || made === undefined) continue;
        await ask('resumeMonitor', made);
        known.save(key, { made });
      }
    },
  };
}

interface ImportOptions {
  readonly database: string;
  readonly record: Kept<Imported>;
  /** The channel that every monitor but a group gets; `null` for none. */
  readonly ownChannel: () => number | null;
  readonly instance: Instance;
  readonly workMs?: number;
  readonly log: Log;
}

export function createImports({
  database,
  record,
  ownChannel,
  instance,
  workMs = WORK_MS,
  log,
}: ImportOptions) {
  async function withTables<T>(work: (tables: Tables) => T | Promise<T>): Promise<T> {
    const tables = openInstance(database);
    try {
      return await work(tables);
    } finally {
      tables.close();
    }
  }
  const bringUntil = ({ source, items, runningMax = Number.MAX_SAFE_INTEGER }: ImportBatch, until: number) =>
    asAdministrator(instance, (ask) =>
      withTables(async (tables) => {
        const known = openSource(record, source, tables);
        const maker = createMaker({ ask, tables, known, runningMax, ownChannel, log });
        const outcomes: ImportOutcome[] = [];
        for (const item of items) {
          const outcome = Date.now() > until ? ({ result: 'pending' } as const) : await maker.make(item);
          outcomes.push({ kind: item.kind, id: item.id, ...outcome });
        }
        await maker.resumeGroups();
        return { items: outcomes };
      }),
    );

  return {
    /** Ids here of the monitors that were brought from a source and are still there, by their ids in it. */
    idsOf: (source: string) =>
      withTables(
        (tables): ReadonlyMap<string, number> =>
          new Map(
            [...openSource(record, source, tables).items].flatMap(([key, { made }]) =>
              made === undefined || kindOf(key) !== 'monitor'
                ? []
                : [[key.slice(key.indexOf(':') + 1), made]],
            ),
          ),
      ),
    /**
     * Brings a batch for a limited time; idempotent, and safe to repeat after any failure.
     * @throws Error when the instance stops answering.
     */
    bring: (batch: ImportBatch) => bringUntil(batch, Date.now() + workMs),
    /** What was brought from a source and is still there. */
    list: (source: string) =>
      withTables(
        (tables): ImportedThings => ({
          items: [...openSource(record, source, tables).items]
            .filter(([, { made }]) => made !== undefined)
            .map(([key]) => ({ kind: kindOf(key), id: key.slice(key.indexOf(':') + 1) })),
        }),
      ),
  };
}
export type Imports = ReturnType<typeof createImports>;
