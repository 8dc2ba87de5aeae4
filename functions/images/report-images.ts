/** What is known about our images, in full, for an operator. */
import type { ImageReport } from '#domain/api-schemas/operation-images.ts';
import type { Deps } from '#functions/compose.ts';
import { Unfinished } from '#functions/platform/work/define-work.ts';
import { isAcceptedBy } from './image-problems.ts';
import { readImages } from './read-images.ts';
import { ADVISORIES } from './store.ts';
import { type WatchNeeds, watchImages } from './watch-images.ts';

/** @param asksNow True: asks every source first, and says who gave no whole answer. */
export async function reportImages(
  needs: WatchNeeds & Pick<Deps, 'acceptedFaults'>,
  asksNow: boolean,
): Promise<ImageReport> {
  const silent = asksNow ? await askNow(needs) : null;
  const states = await readImages(needs);
  const { images, sources } = states ?? { images: [], sources: [] };
  return {
    isOn: states !== null,
    images: images.map((state) => ({
      name: state.image.name,
      version: state.image.version,
      newest: state.newest,
      readFrom: state.image.readFrom,
      faults: state.faults.map((fault) => ({
        advisory: fault.advisory,
        package: fault.package,
        version: fault.version,
        severity: fault.severity,
        fixedIn: fault.fixedIn,
        foundAt: fault.foundAt,
        acceptedUntil: needs.acceptedFaults.find(isAcceptedBy(state, fault))?.until ?? null,
      })),
    })),
    sources: sources.map(({ source, answeredAt }) => ({
      name:
        source === ADVISORIES
          ? 'OSV'
          : (images.find(({ image }) => image.id === source)?.image.repository ?? source),
      at: answeredAt,
    })),
    silent,
  };
}

/** @returns Who gave no whole answer; `null` when all did. */
async function askNow(needs: WatchNeeds): Promise<string | null> {
  try {
    await watchImages(needs, true);
    return null;
  } catch (error) {
    if (error instanceof Unfinished) return error.message;
    throw error;
  }
}
