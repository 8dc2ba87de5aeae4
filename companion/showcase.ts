/**
 * Makes an environment of our own show what the Worker says: monitors, their groups and tags, a status page, and which of
 * both `/` leads to.
 *
 * Safe to repeat, and to stop at any point. Monitors are made as an import makes them (imports.ts), so each one is made
 * once; what differs is corrected, and what is no longer named is deleted with its history. A monitor that was made
 * otherwise stays. Calls and columns: Uptime Kuma 2.5.3, server/server.js and
 * server/socket-handlers/status-page-socket-handler.js.
 */
import { DatabaseSync } from 'node:sqlite';
import { isDeepStrictEqual } from 'node:util';
import { type Ask, asAdministrator, ensureAdministrator, type Instance, Refusal } from './bootstrap.ts';
import type { Showcase, ShowcaseReport } from './contract.ts';
import { readerOf } from './database.ts';
import type { Imports } from './imports.ts';

/** What the monitors are recorded under (import-record.ts). */
const SOURCE = 'vigia:showcase';

type Item = Showcase['monitors'][number];
type Tag = Item['tags'][number];
/** A monitor's tag, as `getMonitor` gives it. */
interface HeldTag {
  readonly tag_id: number;
  readonly name: string;
  readonly color: string;
  readonly value: string | null;
}
type Ids = ReadonlyMap<string, number>;

const isSameTag = (held: HeldTag, { name, color, value }: Tag): boolean =>
  held.name === name && held.color === color && (held.value ?? '') === (value ?? '');

/** @returns Whether something was changed. */
async function correctTags(ask: Ask, monitor: number, held: readonly HeldTag[], wanted: readonly Tag[]) {
  const extra = held.filter((each) => !wanted.some((tag) => isSameTag(each, tag)));
  const missing = wanted.filter((tag) => !held.some((each) => isSameTag(each, tag)));
  for (const { tag_id, value } of extra) await ask('deleteMonitorTag', tag_id, monitor, value ?? '');
  for (const { name, color, value } of missing) {
    const { tags } = await ask('getTags');
    const known = tags.find((tag) => tag.name === name && tag.color === color);
    const { id } = known ?? (await ask('addTag', { name, color })).tag;
    await ask('addMonitorTag', id, monitor, value ?? '');
  }
  return extra.length + missing.length > 0;
}

/** Corrects one that is there. @returns Whether something was changed. */
async function correct(ask: Ask, item: Item, ids: Ids): Promise<boolean> {
  const id = ids.get(item.id);
  if (id === undefined) return false;
  const { monitor: held } = await ask('getMonitor', id);
  const parent = item.parent === null ? null : (ids.get(item.parent) ?? null);
  const wanted = { ...item.monitor, parent };
  const differs = Object.entries(wanted).some(
    ([field, value]) => !isDeepStrictEqual(held[field] ?? null, value ?? null),
  );
  if (differs) await ask('editMonitor', { ...held, ...wanted });
  const isTagged = await correctTags(ask, id, (held['tags'] ?? []) as readonly HeldTag[], item.tags);
  return differs || isTagged;
}

/** The page's groups that are there, so that they are kept and not made again. */
function groupsOf(path: string, slug: string): ReadonlyMap<string, number> {
  const database = new DatabaseSync(path, { readOnly: true, timeout: 2000 });
  try {
    const rows = readerOf(database).all<{ id: number; name: string }>(
      'SELECT g.id, g.name FROM "group" g JOIN status_page p ON p.id = g.status_page_id WHERE p.slug = ? AND g.public = 1',
      slug,
    );
    return new Map(rows.map(({ id, name }) => [name, id]));
  } finally {
    database.close();
  }
}

async function readPage(ask: Ask, slug: string) {
  try {
    return (await ask('getStatusPage', slug)).config;
  } catch (error) {
    if (error instanceof Refusal) return null;
    throw error;
  }
}

async function writePage(ask: Ask, page: NonNullable<Showcase['page']>, ids: Ids, database: string) {
  const { slug, title, description, footer, groups } = page;
  if ((await readPage(ask, slug)) === null) await ask('addStatusPage', title, slug);
  const config = await readPage(ask, slug);
  const known = groupsOf(database, slug);
  const wanted = {
    ...{ slug, title, description, footerText: footer, theme: 'auto', autoRefreshInterval: 60 },
    ...{ customCSS: '', showTags: false, showPoweredBy: false, rssTitle: title, domainNameList: [] },
    ...{ showOnlyLastHeartbeat: false, showCertificateExpiry: false },
    ...{ analyticsType: null, analyticsId: null, analyticsScriptUrl: null },
  };
  const list = groups.map(({ name, monitors }) => ({
    ...(known.has(name) ? { id: known.get(name) } : {}),
    name,
    monitorList: monitors.flatMap((key) => {
      const id = ids.get(key);
      return id === undefined ? [] : [{ id }];
    }),
  }));
  // A picture that is no data is kept as an address: the instance's own mark.
  await ask('saveStatusPage', slug, { ...config, ...wanted }, '/icon.svg', list);
}

/** Where `/` leads. */
async function setEntry(ask: Ask, entryPage: string, password: string): Promise<void> {
  const { data } = await ask('getSettings');
  if (data['entryPage'] === entryPage) return;
  await ask('setSettings', { ...data, entryPage }, password);
}

export function createShowcase({
  database,
  imports,
  instance,
}: {
  readonly database: string;
  readonly imports: Pick<Imports, 'bring' | 'idsOf'>;
  readonly instance: Instance;
}) {
  return {
    /** @throws Error when the instance stops answering; Refusal when it refuses a correction. */
    async show({ monitors, page }: Showcase): Promise<ShowcaseReport> {
      const { items } = await imports.bring({ source: SOURCE, items: monitors });
      const count = (result: string) => items.filter((each) => each.result === result).length;
      const refused = items
        .filter(({ result }) => result === 'refused')
        .map(({ id, detail = '' }) => ({ id, detail }));
      const report = { made: count('made'), changed: 0, removed: 0, refused };
      // Out of time: the Worker sends the same again.
      if (count('pending') > 0) return { ...report, isDone: false };
      const ids = await imports.idsOf(SOURCE);
      const isNamed = new Set(monitors.map(({ id }) => id));
      return asAdministrator(instance, async (ask) => {
        for (const item of monitors) if (await correct(ask, item, ids)) report.changed += 1;
        for (const [key, id] of ids) {
          if (isNamed.has(key)) continue;
          await ask('deleteMonitor', id, false);
          report.removed += 1;
        }
        if (page !== null) await writePage(ask, page, ids, database);
        const { password } = ensureAdministrator(instance.administratorFile);
        await setEntry(ask, page === null ? 'dashboard' : `statusPage-${page.slug}`, password);
        return { ...report, isDone: true };
      });
    },
  };
}
export type ShowcaseWork = ReturnType<typeof createShowcase>;
