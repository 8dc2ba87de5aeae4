/**
 * OSV in memory: its documented answers (google.github.io/osv.dev, read on 2026-11-28) for a few packages. The records
 * have the shape of real ones, shortened: a reviewed one of GitHub, one of Bitnami, one of Go without a severity.
 */
import type { Fetch } from '#functions/platform/vendor-http.ts';

type Json = Readonly<Record<string, unknown>>;

/** A record as `GET /v1/vulns/{id}` gives it. */
export const jsonataHole: Json = {
  schema_version: '1.7.3',
  id: 'GHSA-66mm-25pp-rfff',
  modified: '2026-09-11T09:12:44Z',
  published: '2026-09-10T19:01:13Z',
  aliases: ['CVE-2026-77415'],
  summary: 'JSONata: an expression runs code',
  severity: [
    { type: 'CVSS_V4', score: 'CVSS:4.0/AV:N/AC:L/AT:N/PR:N/UI:N/VC:H/VI:H/VA:H/SC:N/SI:N/SA:N' },
    { type: 'CVSS_V3', score: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H' },
  ],
  affected: [
    {
      package: { ecosystem: 'npm', name: 'jsonata', purl: 'pkg:npm/jsonata' },
      ranges: [{ type: 'SEMVER', events: [{ introduced: '0' }, { fixed: '1.8.8' }] }],
      database_specific: { source: 'https://github.com/github/advisory-database' },
    },
    {
      package: { ecosystem: 'npm', name: 'jsonata', purl: 'pkg:npm/jsonata' },
      ranges: [{ type: 'SEMVER', events: [{ introduced: '2.0.0' }, { fixed: '2.2.1' }] }],
    },
  ],
  references: [{ type: 'ADVISORY', url: 'https://github.com/advisories/GHSA-66mm-25pp-rfff' }],
  database_specific: { cwe_ids: ['CWE-94'], github_reviewed: true, severity: 'CRITICAL' },
};

export const nginxHole: Json = {
  schema_version: '1.6.2',
  id: 'BIT-nginx-2026-42533',
  modified: '2026-08-19T09:09:14.600Z',
  aliases: ['CVE-2026-42533'],
  affected: [
    {
      package: { ecosystem: 'Bitnami', name: 'nginx', purl: 'pkg:bitnami/nginx' },
      severity: [
        { type: 'CVSS_V4', score: 'CVSS:4.0/AV:N/AC:H/AT:N/PR:N/UI:N/VC:H/VI:H/VA:H/SC:N/SI:N/SA:N' },
      ],
      ranges: [
        {
          type: 'SEMVER',
          events: [
            { introduced: '0.9.6' },
            { fixed: '1.30.4' },
            { introduced: '1.31.0' },
            { fixed: '1.31.3' },
          ],
        },
      ],
    },
  ],
  database_specific: { severity: 'Critical', cpes: ['cpe:2.3:a:f5:nginx:*:*:*:*:*:*:*:*'] },
};

/** As Go's own database writes them: no severity, and the ids of the others. */
export const goHole: Json = {
  schema_version: '1.3.1',
  id: 'GO-2026-4321',
  modified: '2026-10-01T00:00:00Z',
  aliases: ['CVE-2026-50001', 'GHSA-aaaa-bbbb-cccc'],
  affected: [
    {
      package: { ecosystem: 'Go', name: 'github.com/oauth2-proxy/oauth2-proxy/v7' },
      ranges: [{ type: 'SEMVER', events: [{ introduced: '0' }, { fixed: '7.15.4' }] }],
      ecosystem_specific: { imports: [{ path: 'github.com/oauth2-proxy/oauth2-proxy/v7/pkg/validation' }] },
    },
  ],
  database_specific: { url: 'https://pkg.go.dev/vuln/GO-2026-4321', review_status: 'REVIEWED' },
};

/** The same fault, as GitHub writes it. */
export const goHoleAtGitHub: Json = {
  ...goHole,
  id: 'GHSA-aaaa-bbbb-cccc',
  aliases: ['CVE-2026-50001', 'GO-2026-4321'],
  database_specific: { github_reviewed: true, severity: 'MODERATE' },
};

interface Question {
  readonly package: { readonly ecosystem: string; readonly name: string };
  readonly version: string;
  readonly page_token?: string;
}

export interface OsvAnswers {
  readonly fetch: Fetch;
  /** Records by id. */
  readonly records: Map<string, Json>;
  /** Ids by package, as `npm jsonata 2.1.1`. */
  readonly known: Map<string, readonly string[]>;
  /** Every batch that was asked. */
  readonly batches: Question[][];
  /** Ids on one page of a query. */
  pageSize: number;
  /** Answers instead of OSV; `null` leaves the answer to it. */
  fail: (path: string, batch: readonly Question[]) => Response | null;
}

/** Makes an OSV that knows nothing yet. */
export function osvAnswers(): OsvAnswers {
  const osv: OsvAnswers = {
    records: new Map(),
    known: new Map(),
    batches: [],
    pageSize: 1000,
    fail: () => null,
    fetch: async (input, init) => {
      const { pathname } = new URL(input);
      if (pathname !== '/v1/querybatch') {
        const record = osv.records.get(decodeURIComponent(pathname.replace('/v1/vulns/', '')));
        return osv.fail(pathname, []) ?? Response.json(record ?? { code: 5 }, { status: record ? 200 : 404 });
      }
      const { queries } = JSON.parse(String(init.body)) as { queries: Question[] };
      osv.batches.push(queries);
      if (queries.length > 1000)
        return Response.json({ code: 3, message: 'Too many queries.' }, { status: 400 });
      return osv.fail(pathname, queries) ?? Response.json({ results: queries.map(pageOf) });
    },
  };
  /** A query without anything to tell is answered by an empty object. */
  function pageOf({ package: { ecosystem, name }, version, page_token: token }: Question): Json {
    const ids = osv.known.get(`${ecosystem} ${name} ${version}`) ?? [];
    const from = Number(token ?? 0);
    const vulns = ids
      .slice(from, from + osv.pageSize)
      .map((id) => ({ id, modified: '2026-09-11T09:12:44Z' }));
    const isMore = ids.length > from + osv.pageSize;
    return {
      ...(vulns.length > 0 ? { vulns } : {}),
      ...(isMore ? { next_page_token: String(from + osv.pageSize) } : {}),
    };
  }
  return osv;
}

/** A registry in memory, by the shared protocol: a token for anyone, and pages of tags in the order of letters. */
export function registryAnswers(tagsOf: (name: string) => readonly string[] | null, pageMax = 100): Fetch {
  return async (input, init) => {
    const { pathname, searchParams } = new URL(input);
    const name = /^\/v2\/(.+)\/tags\/list$/.exec(pathname)?.[1];
    if (name === undefined) return Response.json({ token: searchParams.get('scope') });
    if (new Headers(init.headers).get('authorization') !== `Bearer repository:${name}:pull`)
      return Response.json({ errors: [{ code: 'UNAUTHORIZED' }] }, { status: 401 });
    const tags = tagsOf(name);
    if (tags === null) return new Response('busy', { status: 503 });
    const last = searchParams.get('last') ?? '';
    const size = Math.min(Number(searchParams.get('n') ?? pageMax), pageMax);
    return Response.json({
      name,
      tags: [...tags]
        .sort()
        .filter((tag) => tag > last)
        .slice(0, size),
    });
  };
}
