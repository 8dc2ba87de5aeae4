/**
 * Takes the place of a page that belongs to an environment's owner, for an account that has none, one whose environment
 * is being created, and one that works in another's: why it is not there, and the way that works.
 */
import type { NotOwner } from './not-owner.ts';
import { WithoutEnvironment } from './without-environment.tsx';
import { WorksElsewhere } from './works-elsewhere.tsx';

/** What each of them learns about the page. */
export type GateWords = Readonly<Record<NotOwner['who'], string>>;

interface InsteadOfOwnerProps {
  readonly notOwner: NotOwner;
  readonly words: GateWords;
  /** As for `WorksElsewhere`. */
  readonly mayLeave?: boolean;
}

export function InsteadOfOwner({ notOwner, words, mayLeave = false }: InsteadOfOwnerProps) {
  const { who } = notOwner;
  return who === 'member' ? (
    <WorksElsewhere tenant={notOwner.tenant} sentence={words.member} mayLeave={mayLeave} />
  ) : (
    <WithoutEnvironment isWaiting={who === 'waiting'} sentence={words[who]} />
  );
}
