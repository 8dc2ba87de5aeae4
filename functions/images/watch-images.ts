/**
 * Asks once a day which advisories there are about what is in our images, and which newer versions upstream has. The
 * readiness check reads what is kept here.
 *
 * Owns: what an answer changes. Where one is missing, what was known stays: silence is never "no advisory".
 */
import { businessDay, startOfDay } from '#domain/billing/days.ts';
import type { Deps } from '#functions/compose.ts';
import { forEachConcurrently } from '#functions/platform/concurrently.ts';
import { defineWork, Unfinished } from '#functions/platform/work/define-work.ts';
import type { Advisory, PublishedPackage } from '#functions/vendors/advisories.ts';
import {
  ADVISORIES,
  changeFindings,
  type Finding,
  listFindings,
  noteSourceAnswered,
  noteSourceAsked,
  readSources,
  type SourceState,
} from './store.ts';
import { fixedVersion, newestOnLine } from './versions.ts';
import { fingerprintOf, type WatchedImage } from './watched.ts';

export type WatchNeeds = Pick<Deps, 'imageWatch' | 'watchedImages' | 'db' | 'clock' | 'logger'>;

const HOUR_MS = 3_600_000;
/** The day's answers are there before the office opens. */
const ASKS_FROM_HOUR = 8;

export const imageWork = defineWork<Deps>({
  kind: 'images',
  title: 'Falhas e versões novas das imagens',
  perRun: 1,
  isAlways: true,
  async run(needs) {
    await watchImages(needs, false);
    // Another list of images is asked about within the hour.
    return { againAt: needs.clock.now() + HOUR_MS };
  },
});

/** Every source: the advisories, and each image whose tag says what kind of tag to compare it with. */
export const sourcesOf = (images: readonly WatchedImage[]): readonly string[] => [
  ADVISORIES,
  ...images.filter(({ tag }) => tag !== null).map(({ id }) => id),
];

/**
 * Asks every source that has not answered today about this list.
 * @param isForced True: asks all of them, for an operator.
 * @throws Unfinished naming those that gave no whole answer; they are asked again.
 */
export async function watchImages(needs: WatchNeeds, isForced: boolean): Promise<void> {
  const { imageWatch, watchedImages: images, db, clock, logger } = needs;
  if (imageWatch === null) return;
  const now = clock.now();
  const list = fingerprintOf(images);
  const sources = sourcesOf(images);
  const known = new Map((await readSources(db, sources)).map((each) => [each.source, each]));
  const silent: string[] = [];
  await forEachConcurrently(
    sources.filter((source) => isForced || isDue(known.get(source), list, now)),
    async (source) => {
      await noteSourceAsked(db, source, now);
      const image = images.find(({ id }) => id === source);
      const newest =
        image === undefined ? await askAdvisories(needs, imageWatch) : await askTags(imageWatch, image);
      await noteSourceAnswered(db, source, clock.now(), list, newest);
    },
    (source, error) => {
      logger.warn('image-source-silent', { source, error });
      silent.push(source);
    },
  );
  if (silent.length > 0) throw new Unfinished(`não respondeu: ${silent.sort().join(', ')}`);
}

function isDue(source: SourceState | undefined, list: string, now: number): boolean {
  if (source === undefined || source.answeredAt === null || source.list !== list) return true;
  const opensAt = startOfDay(businessDay(now)) + ASKS_FROM_HOUR * HOUR_MS;
  return now >= opensAt && source.answeredAt < opensAt;
}

type Watch = NonNullable<WatchNeeds['imageWatch']>;

async function askTags({ tags }: Watch, image: WatchedImage): Promise<string | null> {
  const { repository, after, tag, line } = image;
  const newest = newestOnLine(tag ?? '', await tags.listTags(repository, after), line);
  // A registry that no longer has one tag of this kind has not answered.
  if (newest === null) throw new Error(`no tag of ${repository} is like ${tag}`);
  return newest;
}

/** A package of an image. */
interface Contained extends PublishedPackage {
  readonly image: string;
}

/** Asks about every package, and writes what changed. @throws Error when a part was not answered. */
async function askAdvisories(
  { watchedImages: images, db, clock, logger }: WatchNeeds,
  watch: Watch,
): Promise<null> {
  const contained = images.flatMap(({ id: image, program, contents }) =>
    [...program, ...contents].map((each): Contained => ({ ...each, image })),
  );
  const ids = await watch.advisories.findIds(contained);
  const advisories = await readAll(watch, new Set(ids.flatMap((each) => each ?? [])), (id, error) =>
    logger.warn('advisory-unread', { advisory: id, error }),
  );
  const before = await listFindings(
    db,
    images.map(({ id }) => id),
  );
  const kept: Finding[] = [];
  let isWhole = true;
  for (const [place, one] of contained.entries()) {
    const known = before.filter((each) => isAbout(each, one));
    const named = ids[place] ?? null;
    if (named === null) {
      isWhole = false;
      kept.push(...known);
      continue;
    }
    for (const id of new Set(named)) {
      const advisory = advisories.get(id);
      const was = known.find((each) => each.advisory === id);
      if (advisory === undefined) isWhole = false;
      const found = advisory === undefined ? (was ?? unread(one, id)) : findingOf(one, advisory);
      if (found !== null) kept.push({ ...found, foundAt: clock.now() });
    }
  }
  const stays = new Set(kept.map(keyOf));
  await changeFindings(
    db,
    before.filter((each) => !stays.has(keyOf(each))),
    kept,
  );
  if (!isWhole) throw new Error('a part of the advisories was not answered');
  return null;
}

const keyOf = (each: Finding): string => [each.image, each.package, each.version, each.advisory].join(' ');
const isAbout = (finding: Finding, { image, name, version }: Contained): boolean =>
  finding.image === image && finding.package === name && finding.version === version;

type Found = Omit<Finding, 'foundAt'>;

/** An advisory of which only the id is known yet. */
const unread = ({ image, name, version }: Contained, advisory: string): Found => ({
  image,
  package: name,
  version,
  advisory,
  aliases: [],
  severity: 'unknown',
  fixedIn: null,
});

/** `null` for one that was taken back. */
function findingOf(one: Contained, advisory: Advisory): Found | null {
  if (advisory.isWithdrawn) return null;
  const { severity, aliases } = advisory;
  return { ...unread(one, advisory.id), aliases, severity, fixedIn: fixedVersion(advisory, one) };
}

async function readAll(
  { advisories }: Watch,
  ids: ReadonlySet<string>,
  onFailure: (id: string, error: unknown) => void,
): Promise<ReadonlyMap<string, Advisory>> {
  const found = new Map<string, Advisory>();
  await forEachConcurrently(
    [...ids],
    async (id) => {
      found.set(id, await advisories.read(id));
    },
    onFailure,
  );
  return found;
}
