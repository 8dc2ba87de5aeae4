/** Shrinks a failing sequence: removes unneeded steps, and simplifies days and choices as long as it still fails. */
import type { Sequence, Step } from './steps.ts';

/** Simpler forms of one step, the simplest first. */
function simpler(step: Step): Step[] {
  switch (step.kind) {
    case 'wait':
      return [1, 2, 7, 15, 30].filter((days) => days < step.days).map((days) => ({ ...step, days }));
    case 'at-once':
      return [step.first, step.second];
    case 'checkout':
      return step.entry === 'hosted' ? [{ ...step, entry: 'form' }] : [];
    case 'upgrade':
      return [
        ...(step.isHosted ? [{ ...step, isHosted: false }] : []),
        ...(step.withCard ? [{ ...step, withCard: false }] : []),
      ];
    case 'withdraw':
      return step.isNewest ? [{ kind: 'withdraw' }] : [];
    case 'change-card':
      return step.isHosted ? [{ ...step, isHosted: false }] : [];
    case 'monitors':
      return [8, 40].filter((count) => count < step.count).map((count) => ({ ...step, count }));
    case 'wait-for':
      return [{ kind: 'wait', days: 1 }];
    default:
      return [];
  }
}

const FIRST_DAY = '2027-01-18';

/**
 * @param fails Whether a sequence still has the same finding; returns how many steps that took.
 * @param isLate True when the time is up: the smallest sequence so far is used.
 */
export async function shrink(
  sequence: Sequence,
  fails: (candidate: Sequence) => Promise<number | null>,
  isLate: () => boolean,
): Promise<Sequence> {
  let best = sequence;
  const attempt = async (candidate: Sequence): Promise<boolean> => {
    if (isLate()) return false;
    const steps = await fails(candidate);
    if (steps === null) return false;
    best = { ...candidate, steps: candidate.steps.slice(0, steps) };
    return true;
  };
  for (let isSmaller = true; isSmaller && !isLate(); ) {
    isSmaller = false;
    for (let size = Math.max(1, Math.floor(best.steps.length / 2)); size >= 1; size = Math.floor(size / 2)) {
      for (let at = best.steps.length - size; at >= 0; at -= size) {
        if (at + size > best.steps.length) continue;
        const rest = best.steps.toSpliced(at, size);
        if (rest.length > 0 && (await attempt({ ...best, steps: rest }))) isSmaller = true;
      }
    }
    for (let at = 0; at < best.steps.length; at += 1) {
      for (const step of simpler(best.steps[at] as Step)) {
        if (await attempt({ ...best, steps: best.steps.with(at, step) })) {
          isSmaller = true;
          break;
        }
      }
    }
  }
  if (best.from !== FIRST_DAY) await attempt({ ...best, from: FIRST_DAY });
  return best;
}
