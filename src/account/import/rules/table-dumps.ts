/**
 * Tables of Uptime Kuma's database as JSON: an object of tables, as scripts write, or the list that phpMyAdmin exports. Links
 * between monitors, channels and tags are tables of their own there.
 */
import { isRow } from '#domain/import/field-values.ts';

type Row = Readonly<Record<string, unknown>>;

/** Rows of each table; `null` for what is no dump with monitors. */
function tablesIn(file: unknown): Readonly<Record<string, readonly Row[]>> | null {
  const tables = Array.isArray(file)
    ? file.flatMap((each: unknown) =>
        isRow(each) && each['type'] === 'table' ? [[String(each['name']), each['data']] as const] : [],
      )
    : isRow(file)
      ? Object.entries(file)
      : [];
  const rows = tables.flatMap(([name, value]) =>
    Array.isArray(value) ? [[name, value.filter(isRow)] as const] : [],
  );
  const found = Object.fromEntries(rows);
  const isDump = Object.hasOwn(found, 'monitor') && (Array.isArray(file) || rows.length > 1);
  return isDump ? found : null;
}

/** A dump of tables in the form of a backup; any other file as it is. */
export function withTables(file: unknown): unknown {
  const tables = tablesIn(file);
  if (tables === null) return file;
  const {
    monitor = [],
    notification,
    monitor_notification: links = [],
    tag = [],
    monitor_tag: labels = [],
    ...more
  } = tables;
  const tags = new Map(tag.map((each) => [String(each['id']), each]));
  const of = grouped(links);
  const tagsOf = grouped(labels);
  return {
    monitorList: monitor.map((row) => ({
      ...row,
      notificationIDList: of(row).map((link) => link['notification_id']),
      tags: tagsOf(row).map((link) => ({ ...tags.get(String(link['tag_id'])), ...link })),
    })),
    ...(notification === undefined ? {} : { notificationList: notification }),
    ...more,
  };
}

/** Rows of a table by the monitor that they belong to. */
function grouped(rows: readonly Row[]): (monitor: Row) => readonly Row[] {
  const found = new Map<string, Row[]>();
  for (const row of rows) {
    const id = String(row['monitor_id']);
    const own = found.get(id) ?? [];
    own.push(row);
    found.set(id, own);
  }
  return (monitor) => found.get(String(monitor['id'])) ?? [];
}
