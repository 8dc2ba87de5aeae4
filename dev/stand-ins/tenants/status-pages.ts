/** Status pages and tags of a local environment's instance: its socket's commands (Uptime Kuma 2.5.3, server/socket-handlers). */
import type { DatabaseSync } from 'node:sqlite';

interface PageConfig {
  readonly slug: string;
  readonly title: string;
  readonly description?: string | null;
  readonly footerText?: string | null;
}
interface PageGroup {
  id?: number;
  readonly name: string;
  readonly monitorList: readonly { readonly id: number }[];
}

/** A page as visitors see it. */
interface StatusPageView {
  readonly title: string;
  readonly description: string | null;
  readonly footer: string | null;
  readonly groups: readonly { readonly name: string; readonly monitors: readonly number[] }[];
}

export interface StatusPages {
  add(title: string, slug: string): void;
  /** @throws Error `No slug?` */
  config(slug: string): object;
  save(slug: string, config: PageConfig, icon: string, groups: readonly PageGroup[]): void;
  view(slug: string): StatusPageView | null;
}

export function createStatusPages(database: DatabaseSync): StatusPages {
  const find = (slug: string) =>
    database.prepare('SELECT * FROM status_page WHERE slug = ?').get(slug) as
      | { id: number; title: string; description: string | null; footer_text: string | null; icon: string }
      | undefined;
  const known = (slug: string) => {
    const page = find(slug);
    if (page === undefined) throw new Error('No slug?');
    return page;
  };
  /** Keeps the named ones that are there, makes the others, and removes the rest. */
  function saveGroups(page: number, groups: readonly PageGroup[]): void {
    const ids = groups.map(({ id, name, monitorList }, at) => {
      const made =
        id ??
        Number(
          database
            .prepare('INSERT INTO "group" (name, public, status_page_id) VALUES (?, 1, ?)')
            .run(name, page).lastInsertRowid,
        );
      database.prepare('UPDATE "group" SET name = ?, weight = ? WHERE id = ?').run(name, at + 1, made);
      database.prepare('DELETE FROM monitor_group WHERE group_id = ?').run(made);
      for (const [place, monitor] of monitorList.entries())
        database
          .prepare('INSERT INTO monitor_group (monitor_id, group_id, weight) VALUES (?, ?, ?)')
          .run(monitor.id, made, place + 1);
      return made;
    });
    database
      .prepare('DELETE FROM "group" WHERE status_page_id = ? AND id NOT IN (SELECT value FROM json_each(?))')
      .run(page, JSON.stringify(ids));
  }
  return {
    add(title, slug) {
      database
        .prepare("INSERT INTO status_page (slug, title, icon, theme) VALUES (?, ?, '', 'auto')")
        .run(slug, title);
    },
    config(slug) {
      const { id, title, description, footer_text: footerText, icon } = known(slug);
      return { id, slug, title, description, footerText, icon, domainNameList: [] };
    },
    save(slug, { title, description = null, footerText = null, ...config }, icon, groups) {
      const { id } = known(slug);
      database
        .prepare(
          'UPDATE status_page SET slug = ?, title = ?, description = ?, footer_text = ?, icon = ? WHERE id = ?',
        )
        .run(config.slug, title, description, footerText, icon, id);
      saveGroups(id, groups);
    },
    view(slug) {
      const page = find(slug);
      if (page === undefined) return null;
      const groups = database
        .prepare('SELECT id, name FROM "group" WHERE status_page_id = ? ORDER BY weight')
        .all(page.id) as { id: number; name: string }[];
      const monitors = database.prepare(
        'SELECT monitor_id AS id FROM monitor_group WHERE group_id = ? ORDER BY weight',
      );
      return {
        title: page.title,
        description: page.description,
        footer: page.footer_text,
        groups: groups.map(({ id, name }) => ({
          name,
          monitors: monitors.all(id).map((row) => Number(row['id'])),
        })),
      };
    },
  };
}
