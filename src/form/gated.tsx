/** What an owner's page reads, or why this account has no such page. */
import { Loaded, type LoadedProps } from './loaded.tsx';
import { notOwnerIn } from './not-owner.ts';
import { type GateWords, InsteadOfOwner } from './owners-gate.tsx';

interface GatedProps<Data> extends LoadedProps<Data> {
  readonly words: GateWords;
}

export function Gated<Data>({ words, ...loaded }: GatedProps<Data>) {
  const { data, error } = loaded.read;
  const notOwner = data === undefined ? notOwnerIn(error) : null;
  return notOwner === null ? <Loaded {...loaded} /> : <InsteadOfOwner notOwner={notOwner} words={words} />;
}
