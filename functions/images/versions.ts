/** Versions of images and packages: what a tag says, which tag is the newest of a line, where a fault is fixed. */
import { compareVersions, validate } from 'compare-versions';
import type { Advisory, PublishedPackage } from '#functions/vendors/advisories.ts';

/** A tag such as `v1.30.7-alpine`, taken apart. */
interface TagParts {
  /** `v`, or nothing. */
  readonly prefix: string;
  readonly version: string;
  /** Build of the same version: `-alpine`; a beta is one too, and so never the newest of a stable tag's kind. */
  readonly suffix: string;
}

/** Which newer versions count: all, those of the same major, or stable ones of nginx, whose minors are even. */
export type Line = 'any' | 'same-major' | 'even-minor';

/** Takes a tag apart; `null` when it does not begin with a version. */
function tagParts(tag: string): TagParts | null {
  const [, prefix = '', version = '', suffix = ''] = /^(v?)(\d+(?:\.\d+)*)((?:[-+_].*)?)$/.exec(tag) ?? [];
  return version === '' ? null : { prefix, version, suffix };
}

/**
 * The version that a tag names exactly.
 * @param depth How many numbers an exact version has: three, for PostgreSQL two.
 * @returns `null` for a tag that moves, such as `1.28-alpine` or `latest`.
 */
export function exactVersion(tag: string, depth: number): string | null {
  const version = tagParts(tag)?.version;
  return version?.split('.').length === depth ? version : null;
}

const numbersOf = (version: string): number[] => version.split('.').map(Number);

function isOnLine(line: Line, version: string, candidate: string): boolean {
  const [major, minor = 0] = numbersOf(candidate);
  if (line === 'any') return true;
  return major === numbersOf(version)[0] && (line === 'same-major' || minor % 2 === 0);
}

/** The newest version of a tag's kind and line among these tags; `null` when none of them is of its kind. */
export function newestOnLine(tag: string, tags: readonly string[], line: Line): string | null {
  const own = tagParts(tag);
  if (own === null) return null;
  const depth = own.version.split('.').length;
  return tags
    .map(tagParts)
    .filter((each) => each !== null)
    .filter(({ prefix, suffix }) => prefix === own.prefix && suffix === own.suffix)
    .map(({ version }) => version)
    .filter((version) => version.split('.').length === depth && isOnLine(line, own.version, version))
    .reduce<string | null>(
      (best, each) => (best === null || compareVersions(each, best) > 0 ? each : best),
      null,
    );
}

/** True when `version` is newer; false where one of them is in a notation that cannot be compared. */
export const isNewer = (version: string, than: string): boolean =>
  validate(version) && validate(than) && compareVersions(version, than) > 0;

/** The first version without the fault for someone who has this one; `null` while there is none. */
export function fixedVersion(
  { affected }: Advisory,
  { ecosystem, name, version }: PublishedPackage,
): string | null {
  const fixes = affected
    .filter((each) => each.ecosystem === ecosystem && each.name === name)
    .flatMap(({ spans }) => spans)
    .filter(({ from }) => from === '0' || !validate(from) || !isNewer(from, version))
    .flatMap(({ fixedIn }) => fixedIn ?? [])
    .filter((fixedIn) => !validate(fixedIn) || isNewer(fixedIn, version));
  return fixes.reduce<string | null>(
    (best, each) => (best === null || isNewer(best, each) ? each : best),
    null,
  );
}

/**
 * The month in which a major version of PostgreSQL gets its last fixes, `YYYY-MM`: since 10 there is one each year, and
 * each is kept for five years, until November.
 */
export function lastMonthOfPostgres(version: string): string {
  return `${2012 + (numbersOf(version)[0] ?? 0)}-11`;
}
