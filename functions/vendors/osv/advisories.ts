/**
 * OSV (osv.dev): `POST /v1/querybatch` and `GET /v1/vulns/{id}`, as its documentation says (read on 2026-11-28). No key.
 *
 * A batch has at most 1,000 queries, is answered in the order of its queries, and gives ids only. Each query has pages of
 * its own: those with a `next_page_token` are asked again, together.
 */
import * as z from 'zod';
import type { Severity } from '#domain/operations/severity.ts';
import { createVendorHttp, type Fetch, type VendorAnswer } from '#functions/platform/vendor-http.ts';
import type {
  Advisory,
  AdvisorySource,
  AffectedVersions,
  PublishedPackage,
} from '#functions/vendors/advisories.ts';

interface OsvOptions {
  readonly baseUrl: string;
  readonly fetch: Fetch;
  readonly timeoutMs?: number;
  /** Queries of one request; smaller than OSV's 1,000, so that less is lost with one answer. */
  readonly batchSize?: number;
}

/** A query that still has pages after these is not whole. */
const PAGES_MAX = 10;
/** An id goes into a path. */
const ID = /^[A-Za-z0-9][A-Za-z0-9:._-]{2,99}$/;

const Batch = z.object({
  results: z.array(
    z.object({
      // Absent where nothing is known; a page may have a token only.
      vulns: z.array(z.object({ id: z.string().regex(ID) })).optional(),
      next_page_token: z.string().optional(),
    }),
  ),
});

const Vector = z.array(z.object({ type: z.string(), score: z.string() })).optional();
const Word = z.object({ severity: z.unknown() }).optional().catch(undefined);
const Event = z.object({ introduced: z.string().optional(), fixed: z.string().optional() });
const Vulnerability = z.object({
  id: z.string(),
  withdrawn: z.string().optional(),
  aliases: z.array(z.string()).optional(),
  severity: Vector,
  database_specific: Word,
  affected: z
    .array(
      z.object({
        package: z.object({ ecosystem: z.string(), name: z.string() }).optional(),
        severity: Vector,
        ecosystem_specific: Word,
        database_specific: Word,
        ranges: z.array(z.object({ type: z.string(), events: z.array(Event) })).optional(),
      }),
    )
    .optional(),
});
type Vulnerability = z.output<typeof Vulnerability>;

interface Query {
  readonly index: number;
  readonly asked: PublishedPackage;
  readonly token: string | undefined;
}

export function createOsv({
  baseUrl,
  fetch,
  timeoutMs = 10_000,
  batchSize = 500,
}: OsvOptions): AdvisorySource {
  const http = createVendorHttp({
    baseUrl,
    fetch,
    timeoutMs,
    bodyBytesMax: 8 * 1024 * 1024,
    headers: { 'user-agent': 'vigia' },
  });

  async function ask(queries: readonly Query[]): Promise<z.output<typeof Batch>['results'] | null> {
    const answer = await http({
      method: 'POST',
      path: '/v1/querybatch',
      json: {
        queries: queries.map(({ asked: { ecosystem, name, version }, token }) => ({
          package: { ecosystem, name },
          version,
          ...(token === undefined ? {} : { page_token: token }),
        })),
      },
    });
    const read = answer.outcome === 'ok' ? Batch.safeParse(answer.body) : null;
    // Answers belong to queries by their place: with another number of them none can be trusted.
    return read?.success && read.data.results.length === queries.length ? read.data.results : null;
  }

  /** Asks these queries and their further pages; writes ids, and `null` for what was not whole. */
  async function askWhole(queries: readonly Query[], found: (string[] | null)[]): Promise<void> {
    let open = queries;
    for (let page = 0; page < PAGES_MAX && open.length > 0; page += 1) {
      const results = await ask(open);
      if (results === null) break;
      const next: Query[] = [];
      for (const [place, { vulns = [], next_page_token: token }] of results.entries()) {
        const query = open[place];
        if (query === undefined) continue;
        found[query.index] = [...(found[query.index] ?? []), ...vulns.map(({ id }) => id)];
        if (token) next.push({ ...query, token });
      }
      open = next;
    }
    for (const { index } of open) found[index] = null;
  }

  return {
    async findIds(packages) {
      const found: (string[] | null)[] = packages.map(() => []);
      const queries = packages.map((asked, index): Query => ({ index, asked, token: undefined }));
      for (let from = 0; from < queries.length; from += batchSize)
        await askWhole(queries.slice(from, from + batchSize), found);
      return found;
    },
    async read(id) {
      const answer = await http({ method: 'GET', path: `/v1/vulns/${encodeURIComponent(id)}` });
      const read = answer.outcome === 'ok' ? Vulnerability.safeParse(answer.body) : null;
      if (!read?.success) throw new Error(`osv: ${id}: ${wordsOf(answer)}`);
      return toAdvisory(read.data);
    },
  };
}

const wordsOf = ({ outcome, status }: VendorAnswer): string => `${outcome} with ${status ?? 'no answer'}`;

/** GitHub writes MODERATE, others Medium. */
const severityWords: Readonly<Record<string, Severity>> = {
  critical: 'critical',
  high: 'high',
  important: 'high',
  moderate: 'moderate',
  medium: 'moderate',
  low: 'low',
};

/**
 * The severity in words, where the database gives one: its people weighed it. A vector alone counts as high, so that
 * nothing grave is missed because nobody wrote a word; so does a package that is malicious in itself.
 */
function severityOf({ id, severity, database_specific, affected = [] }: Vulnerability): Severity {
  const said = [
    database_specific,
    ...affected.flatMap((each) => [each.database_specific, each.ecosystem_specific]),
  ]
    .map((each) => severityWords[String(each?.severity ?? '').toLowerCase()])
    .find((each) => each !== undefined);
  if (said !== undefined) return said;
  if (id.startsWith('MAL-')) return 'critical';
  const hasVector = [severity, ...affected.map((each) => each.severity)].some(
    (each) => (each?.length ?? 0) > 0,
  );
  return hasVector ? 'high' : 'unknown';
}

function toAdvisory(vulnerability: Vulnerability): Advisory {
  const { id, aliases = [], withdrawn, affected = [] } = vulnerability;
  return {
    id,
    aliases,
    severity: severityOf(vulnerability),
    isWithdrawn: withdrawn !== undefined,
    affected: affected.flatMap(({ package: named, ranges = [] }): AffectedVersions[] =>
      named === undefined
        ? []
        : [
            {
              ...named,
              // Commits say nothing about versions.
              spans: ranges.filter(({ type }) => type !== 'GIT').flatMap(({ events }) => spansOf(events)),
            },
          ],
    ),
  };
}

/** Each `introduced` begins a span, and the next `fixed` ends it. */
function spansOf(events: readonly z.output<typeof Event>[]): AffectedVersions['spans'] {
  const spans: { from: string; fixedIn: string | null }[] = [];
  for (const { introduced, fixed } of events) {
    if (introduced !== undefined) spans.push({ from: introduced, fixedIn: null });
    const last = spans.at(-1);
    if (fixed !== undefined && last !== undefined && last.fixedIn === null) last.fixedIn = fixed;
  }
  return spans;
}
