/** What is known about our images, from the database only: for the readiness check and for operators. */

import { type Severity, severities } from '#domain/operations/severity.ts';
import type { Deps } from '#functions/compose.ts';
import { type Finding, listFindings, readSources, type SourceState } from './store.ts';
import { sourcesOf } from './watch-images.ts';
import type { WatchedImage } from './watched.ts';

/** A fault of an image, under its best-known id. */
export interface Fault {
  readonly advisory: string;
  readonly package: string;
  readonly version: string;
  readonly severity: Severity;
  readonly fixedIn: string | null;
  readonly foundAt: number;
  /** False for a package of the list that was read from another version than the one that runs. */
  readonly isOfRunning: boolean;
  /** Every id it has. */
  readonly ids: ReadonlySet<string>;
}

export interface ImageState {
  readonly image: WatchedImage;
  /** The newest version on its line; `null` while its registry has not answered. */
  readonly newest: string | null;
  /** The gravest first. */
  readonly faults: readonly Fault[];
}

export interface ImageStates {
  readonly images: readonly ImageState[];
  readonly sources: readonly SourceState[];
}

/** `null` where nothing is asked (`IMAGE_WATCH`). */
export async function readImages({
  imageWatch,
  watchedImages: images,
  db,
}: Pick<Deps, 'imageWatch' | 'watchedImages' | 'db'>): Promise<ImageStates | null> {
  if (imageWatch === null) return null;
  const [sources, findings] = await Promise.all([
    readSources(db, sourcesOf(images)),
    listFindings(
      db,
      images.map(({ id }) => id),
    ),
  ]);
  return {
    sources,
    images: images.map((image) => ({
      image,
      newest: sources.find(({ source }) => source === image.id)?.newest ?? null,
      faults: faultsOf(image, findings),
    })),
  };
}

/** Databases in the order in which people know their ids. */
const databases = ['GHSA', 'BIT', 'CVE', 'MAL', 'GO'];
const rankOf = (id: string): number => {
  const rank = databases.indexOf(id.split('-')[0] ?? '');
  return rank < 0 ? databases.length : rank;
};
const weightOf = ({ severity }: { readonly severity: Severity }): number => severities.indexOf(severity);

/** The findings of an image, one for each fault of a package: databases know the same one by several ids. */
export function faultsOf(image: WatchedImage, findings: readonly Finding[]): readonly Fault[] {
  const has = (each: { name: string; version: string }) => `${each.name} ${each.version}`;
  const program = new Set(image.program.map(has));
  const contents = new Set(image.contents.map(has));
  const isContentsRunning = image.readFrom === null || image.readFrom === image.version;
  // The list may be newer than the last answer: what is no longer in the image is no fault of it.
  const own = findings.filter(({ image: id, package: name, version }) => {
    const key = `${name} ${version}`;
    return id === image.id && (program.has(key) || contents.has(key));
  });
  // A program has several names. A package is one of its own: it may be reached, or mended, where another is not.
  const subjectOf = ({ package: name, version }: Finding) => (program.has(`${name} ${version}`) ? '' : name);
  const groups: { subject: string; ids: Set<string>; findings: Finding[] }[] = [];
  for (const finding of own) {
    const ids = [finding.advisory, ...finding.aliases];
    const subject = subjectOf(finding);
    const same = groups.filter((group) => group.subject === subject && ids.some((id) => group.ids.has(id)));
    const merged = {
      subject,
      ids: new Set([...ids, ...same.flatMap((group) => [...group.ids])]),
      findings: [finding, ...same.flatMap((group) => group.findings)],
    };
    groups.splice(0, groups.length, ...groups.filter((group) => !same.includes(group)), merged);
  }
  return groups
    .map(({ ids, findings: same }) => {
      const [best] = same.toSorted(
        (a, b) => rankOf(a.advisory) - rankOf(b.advisory) || weightOf(a) - weightOf(b),
      );
      const gravest = same.toSorted((a, b) => weightOf(a) - weightOf(b))[0];
      if (best === undefined || gravest === undefined) return null;
      return {
        advisory: best.advisory,
        package: best.package,
        version: best.version,
        ids,
        severity: gravest.severity,
        fixedIn: best.fixedIn ?? same.find(({ fixedIn }) => fixedIn !== null)?.fixedIn ?? null,
        foundAt: Math.min(...same.map(({ foundAt }) => foundAt)),
        isOfRunning: program.has(`${best.package} ${best.version}`) || isContentsRunning,
      };
    })
    .filter((fault) => fault !== null)
    .toSorted((a, b) => weightOf(a) - weightOf(b) || (a.advisory < b.advisory ? -1 : 1));
}
