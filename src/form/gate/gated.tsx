/** What a page of the account reads, or why this account has no such page. */
import { Loaded, type LoadedProps } from '#form/loaded.tsx';
import { keptBy } from './caller.ts';
import { Gate } from './gate.tsx';
import type { PageCaller } from './use-caller.ts';

interface GatedProps<Data> extends LoadedProps<Data> {
  readonly caller: PageCaller;
}

export function Gated<Data>({ caller, ...loaded }: GatedProps<Data>) {
  const { data, error } = loaded.read;
  const kept = caller.kept ?? (data === undefined ? keptBy(error) : null);
  return kept === null ? <Loaded {...loaded} /> : <Gate kept={kept} />;
}
