/** What a page of the account reads, or why this account has no such page. */
import { Loaded, type LoadedProps } from '#form/loaded.tsx';
import { keptBy } from './caller.ts';
import { Gate } from './gate.tsx';

export function Gated<Data>(loaded: LoadedProps<Data>) {
  const { data, error } = loaded.read;
  const kept = data === undefined ? keptBy(error) : null;
  return kept === null ? <Loaded {...loaded} /> : <Gate kept={kept} />;
}
