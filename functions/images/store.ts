/** What is known about our images: the last answers of those that are asked, and the advisories they told of. */

import type { Severity } from '#domain/operations/severity.ts';
import { all, among, run, statement } from '#functions/platform/db.ts';

/** The source of all advisories; every other source is an image. */
export const ADVISORIES = 'advisories';

export interface SourceState {
  readonly source: string;
  /** When it was first asked; milliseconds, UTC. */
  readonly askedSince: number;
  /** When it last gave a whole answer; `null` for never. */
  readonly answeredAt: number | null;
  /** What it was asked about then. */
  readonly list: string | null;
  readonly newest: string | null;
}

/** An advisory about one package of one image. */
export interface Finding {
  readonly image: string;
  readonly package: string;
  readonly version: string;
  readonly advisory: string;
  readonly aliases: readonly string[];
  readonly severity: Severity;
  readonly fixedIn: string | null;
  /** When it was first seen here; milliseconds, UTC. */
  readonly foundAt: number;
}

type Row = Omit<Finding, 'aliases'> & { readonly aliases: string };

export const readSources = (db: D1Database, sources: readonly string[]): Promise<readonly SourceState[]> =>
  all<SourceState>(db)`SELECT source, asked_since, answered_at, list, newest
        FROM image_sources WHERE source IN ${among(sources)}`;

/** Notes that a source is asked, once: from here on its silence counts. */
export const noteSourceAsked = (db: D1Database, source: string, now: number) =>
  run(db)`INSERT INTO image_sources (source, asked_since) VALUES (${source}, ${now}) ON CONFLICT DO NOTHING`;

export const noteSourceAnswered = (
  db: D1Database,
  source: string,
  now: number,
  list: string,
  newest: string | null,
) =>
  run(db)`UPDATE image_sources SET answered_at = ${now}, list = ${list}, newest = ${newest}
        WHERE source = ${source}`;

export async function listFindings(db: D1Database, images: readonly string[]): Promise<readonly Finding[]> {
  const rows = await all<Row>(db)`SELECT image, package, version, advisory, aliases, severity,
          fixed_in, found_at
        FROM image_findings WHERE image IN ${among(images)} ORDER BY image, package, version, advisory`;
  return rows.map((row) => ({ ...row, aliases: JSON.parse(row.aliases) as string[] }));
}

/** Forgets some findings and writes others, together; one that is known keeps the moment it was found. */
export async function changeFindings(
  db: D1Database,
  gone: readonly Finding[],
  found: readonly Finding[],
): Promise<void> {
  await db.batch([
    ...gone.map(
      (each) => statement(db)`DELETE FROM image_findings WHERE image = ${each.image}
            AND package = ${each.package} AND version = ${each.version} AND advisory = ${each.advisory}`,
    ),
    // One statement, however many there are: the first answer may bring hundreds.
    statement(db)`INSERT INTO image_findings (image, package, version, advisory, aliases, severity, fixed_in,
            found_at)
          SELECT value ->> 'image', value ->> 'package', value ->> 'version', value ->> 'advisory',
            value -> 'aliases', value ->> 'severity', value ->> 'fixedIn', value ->> 'foundAt'
          FROM json_each(${JSON.stringify(found)}) WHERE TRUE
          ON CONFLICT DO UPDATE SET aliases = excluded.aliases, severity = excluded.severity,
            fixed_in = excluded.fixed_in`,
  ]);
}
