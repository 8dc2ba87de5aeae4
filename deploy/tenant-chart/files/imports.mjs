/**
 * Makes monitors, groups, tags and channels that a customer brings from elsewhere, each one once.
 *
 * The Worker decides what is brought (terms, limits of the plan); here it is written through the instance's own commands.
 * Each one is recorded before it is begun and after it is whole, so a repeat after a kill ends like one run.
 * Commands and columns: Uptime Kuma 2.5.3, server/server.js and server/notification.js.
 */
import { randomBytes } from 'node:crypto';
import { DatabaseSync } from 'node:sqlite';
import { asAdministrator, Refusal } from './bootstrap.mjs';
import { cutText } from './text.mjs';

/** After this time no new item is begun; the Worker sends the rest again. */
const WORK_MS = 15_000;
const ITEMS_MAX = 500;
const REASON_MAX = 300;

const isText = (value, max) => typeof value === 'string' && value.length > 0 && value.length <= max;
const isObject = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);
const isSource = (value) => typeof value === 'string' && /^[a-z0-9:-]{1,40}$/.test(value);
const isTag = (tag) =>
  isText(tag?.name, 255) && isText(tag.color, 255) && (tag.value === null || typeof tag.value === 'string');
const isIds = (value) => Array.isArray(value) && value.every((id) => isText(id, 100));

function isItem(item) {
  if (!isText(item?.id, 100)) return false;
  if (item.kind === 'channel') return isText(item.name, 255) && isText(item.config?.type, 100);
  const { active, monitor, parent, channels, tags } = item;
  return (
    item.kind === 'monitor' &&
    typeof active === 'boolean' &&
    isObject(monitor) &&
    isText(monitor.name, 255) &&
    isText(monitor.type, 20) &&
    (parent === null || isText(parent, 100)) &&
    isIds(channels) &&
    Array.isArray(tags) &&
    tags.every(isTag)
  );
}

/** Parses a batch from outside; `null` for an invalid one. Without `runningMax` any number may run. */
export function readBatch(value) {
  const { source, items, runningMax = Number.MAX_SAFE_INTEGER } = value ?? {};
  if (!isSource(source) || !Array.isArray(items) || !Number.isSafeInteger(runningMax)) return null;
  return items.length <= ITEMS_MAX && items.every(isItem) ? { source, items, runningMax } : null;
}

/** The source in the query; `null` for an invalid one. */
export function sourceOf(parameters) {
  const source = parameters.get('source');
  return isSource(source) ? source : null;
}

const keyOf = ({ kind, id }) => `${kind}:${id}`;
const kindOf = (key) => key.slice(0, key.indexOf(':'));

/** Columns that are set here or by the instance. With an `id` the instance would overwrite that monitor. */
const notBrought = new Set(['id', 'user_id', 'active', 'parent', 'created_date', 'dns_last_result']);

/** The column of a field of the instance's form, as its store names it. */
function columnOf(field) {
  if (field === 'accepted_statuscodes') return 'accepted_statuscodes_json';
  return field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** The panel's form makes a token for a push monitor; one without it could never be reached. */
const withToken = (monitor) =>
  monitor.type !== 'push' || monitor.pushToken
    ? monitor
    : { ...monitor, pushToken: randomBytes(16).toString('hex') };

/** One connection to the instance's database, for a call. */
function openInstance(path) {
  const database = new DatabaseSync(path, { readOnly: true, timeout: 2000 });
  const one = (sql, ...values) => database.prepare(sql).get(...values);
  const tables = { monitor: 'monitor', channel: 'notification' };
  const columns = new Set(
    database
      .prepare('SELECT name FROM pragma_table_info(?)')
      .all('monitor')
      .map(({ name }) => name),
  );
  return {
    close: () => database.close(),
    unknownFields: (monitor) =>
      Object.keys(monitor).filter(
        (field) => !columns.has(columnOf(field)) || notBrought.has(columnOf(field)),
      ),
    has: (kind, id) => one(`SELECT 1 FROM ${tables[kind]} WHERE id = ?`, id) !== undefined,
    running: () => one("SELECT COUNT(*) AS count FROM monitor WHERE active = 1 AND type <> 'group'").count,
    newest: (kind) => one(`SELECT MAX(id) AS id FROM ${tables[kind]}`).id ?? 0,
    /** Those made after an id with this name and type, the oldest first. */
    since: (kind, after, name, type) =>
      database
        .prepare(
          kind === 'monitor'
            ? 'SELECT id FROM monitor WHERE id > ? AND name = ? AND type = ? ORDER BY id'
            : "SELECT id FROM notification WHERE id > ? AND name = ? AND iif(json_valid(config), config ->> '$.type', '') = ? ORDER BY id",
        )
        .all(after, name, type)
        .map(({ id }) => id),
    channelsOf: (monitor) =>
      database
        .prepare('SELECT notification_id AS id FROM monitor_notification WHERE monitor_id = ?')
        .all(monitor)
        .map(({ id }) => id),
    tag: ({ name, color }) => one('SELECT id FROM tag WHERE name = ? AND color = ?', name, color)?.id,
    isTagged: (monitor, tag, value) =>
      one(
        'SELECT 1 FROM monitor_tag WHERE monitor_id = ? AND tag_id = ? AND value = ?',
        monitor,
        tag,
        value,
      ) !== undefined,
  };
}

/** Why an item is not made: `fields`, `parent`, or `instance` with what the instance says. */
class NotMade extends Error {
  constructor(reason, detail = '') {
    super(detail);
    this.reason = reason;
  }
}

/** Without the statement before it, which contains what the customer typed. */
const saidBy = (refusal) => cutText(refusal.message.split(' - ').at(-1), REASON_MAX);

/** The things of one source, as recorded. Things that the customer deleted meanwhile are forgotten. */
function openSource(record, source, tables) {
  const imports = record.read();
  for (const items of imports.values())
    for (const [key, { made }] of items)
      if (made !== undefined && !tables.has(kindOf(key), made)) items.delete(key);
  const items = imports.get(source) ?? new Map();
  imports.set(source, items);
  return {
    items,
    idOf: (kind, id) => items.get(keyOf({ kind, id }))?.made,
    /** Ids that belong to a recorded thing of any source. */
    taken: (kind) =>
      new Set(
        [...imports.values()].flatMap((each) =>
          [...each].flatMap(([key, { made }]) => (kindOf(key) === kind ? [made] : [])),
        ),
      ),
    keep(key, thing) {
      if (thing === null) items.delete(key);
      else items.set(key, thing);
      record.write(imports);
    },
  };
}

/** Makes items of one source over an open socket. */
function createMaker({ ask, tables, known, runningMax, ownChannel, log }) {
  /**
   * Makes one with `call`, or finds the one that an interrupted start made.
   * @returns {Promise<{ id: number, isFound: boolean }>}
   */
  async function makeOnce(item, { name, type }, call) {
    const key = keyOf(item);
    const begun = known.items.get(key);
    const after = begun?.after ?? tables.newest(item.kind);
    const find = () => {
      const taken = known.taken(item.kind);
      return tables.since(item.kind, after, name, type).find((id) => !taken.has(id));
    };
    const found = begun === undefined ? undefined : find();
    if (found !== undefined) return { id: found, isFound: true };
    if (begun === undefined) known.keep(key, { after });
    try {
      return { id: await call(), isFound: false };
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      // Some refusals come after the row was written.
      const written = find();
      if (written !== undefined) return { id: written, isFound: true };
      known.keep(key, null);
      throw new NotMade('instance', saidBy(error));
    }
  }

  async function addTags(monitor, tags) {
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

  async function makeChannel(item) {
    // `applyExisting` would put it on monitors that do not have it where it comes from.
    const config = { ...item.config, name: item.name, applyExisting: false };
    const call = async () => (await ask('addNotification', config, null)).id;
    const { id } = await makeOnce(item, config, call);
    known.keep(keyOf(item), { made: id });
  }

  async function makeMonitor(item) {
    const { monitor, active } = item;
    const unknown = tables.unknownFields(monitor);
    if (unknown.length > 0) throw new NotMade('fields', cutText(unknown.join(', '), REASON_MAX));
    const parent = item.parent === null ? null : known.idOf('monitor', item.parent);
    if (parent === undefined) throw new NotMade('parent');
    const isGroup = monitor.type === 'group';
    // On a group ours means nothing (alert-channel.mjs).
    const own = isGroup ? null : ownChannel();
    const channels = [...item.channels.map((id) => known.idOf('channel', id)), own].filter(Boolean);
    const notificationIDList = Object.fromEntries(channels.map((id) => [id, true]));
    // Counted here, where one batch waits for the other: each was decided by what ran before both.
    const isOver = active && !isGroup && tables.running() >= runningMax;
    const wish = { ...withToken(monitor), parent, active: active && !isGroup && !isOver, notificationIDList };
    const { id, isFound } = await makeOnce(item, monitor, async () => (await ask('add', wish)).monitorID);
    if (isFound && channels.toSorted().join() !== tables.channelsOf(id).toSorted().join())
      await ask('editMonitor', { ...(await ask('getMonitor', id)).monitor, notificationIDList });
    await addTags(id, item.tags);
    known.keep(keyOf(item), { made: id, ...(isGroup && active ? { resume: true } : {}) });
    return isOver && !isFound ? { paused: true } : {};
  }

  return {
    /** @returns {Promise<Omit<Outcome, 'kind' | 'id'>>} */
    async make(item) {
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
        if (!resume) continue;
        await ask('resumeMonitor', made);
        known.keep(key, { made });
      }
    },
  };
}

/**
 * @typedef {{ kind: string, id: string, result: 'made' | 'present' | 'refused' | 'pending', reason?: string,
 *   detail?: string, paused?: true }} Outcome `pending`: not begun, because the time was over. `paused`: made, but paused.
 */

/**
 * @param {{ database: string, record: { read: () => import('./import-record.mjs').Imports, write: Function },
 *   ownChannel: () => number | null, instance: { io: Function, instanceUrl: string, administratorFile: string },
 *   workMs?: number, log: (event: object) => void }} options `ownChannel` gives the channel that every monitor but a group gets.
 */
export function createImports({ database, record, ownChannel, instance, workMs = WORK_MS, log }) {
  async function withTables(work) {
    const tables = openInstance(database);
    try {
      return await work(tables);
    } finally {
      tables.close();
    }
  }
  const bringUntil = ({ source, items, runningMax }, until) =>
    asAdministrator(instance, (ask) =>
      withTables(async (tables) => {
        const known = openSource(record, source, tables);
        const maker = createMaker({ ask, tables, known, runningMax, ownChannel, log });
        const outcomes = [];
        for (const item of items) {
          const outcome = Date.now() > until ? { result: 'pending' } : await maker.make(item);
          outcomes.push({ kind: item.kind, id: item.id, ...outcome });
        }
        await maker.resumeGroups();
        return { items: outcomes };
      }),
    );

  return {
    /**
     * Brings a batch for a limited time; idempotent, and safe to repeat after any failure.
     * @returns {Promise<{ items: Outcome[] }>} One for each item, in order.
     * @throws Error when the instance stops answering.
     */
    bring: (batch) => bringUntil(batch, Date.now() + workMs),
    /** What was brought from a source and is still there. */
    list: (source) =>
      withTables((tables) => ({
        items: [...openSource(record, source, tables).items]
          .filter(([, { made }]) => made !== undefined)
          .map(([key]) => ({ kind: kindOf(key), id: key.slice(key.indexOf(':') + 1) })),
      })),
  };
}
