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
    ligada: states !== null,
    imagens: images.map((state) => ({
      nome: state.image.name,
      versao: state.image.version,
      maisNova: state.newest,
      listaDe: state.image.readFrom,
      falhas: state.faults.map((fault) => ({
        id: fault.advisory,
        pacote: fault.package,
        versao: fault.version,
        gravidade: fault.severity,
        corrigida: fault.fixedIn,
        desde: fault.foundAt,
        aceita: needs.acceptedFaults.find(isAcceptedBy(state, fault))?.until ?? null,
      })),
    })),
    fontes: sources.map(({ source, answeredAt }) => ({
      nome:
        source === ADVISORIES
          ? 'OSV'
          : (images.find(({ image }) => image.id === source)?.image.repository ?? source),
      em: answeredAt,
    })),
    naoResponderam: silent,
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
