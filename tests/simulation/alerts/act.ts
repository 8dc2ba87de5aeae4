/** What an act is: something that a person, a machine or the weather does to a world. */
import type { Chance } from '../chance.ts';
import type { RehearsedEnvironment } from './environment.ts';
import type { World } from './world.ts';

/** @returns What it did; `null` when it had nothing to do. */
export type Act = (world: World, chance: Chance) => Promise<string | null> | string | null;

export const pickEnvironment = ({ environments }: World, chance: Chance): RehearsedEnvironment =>
  chance.pick(environments);

type Instance = ReturnType<RehearsedEnvironment['instance']>;

/** A monitor of an environment, by name and id. */
export function pickMonitor(
  instance: Instance,
  chance: Chance,
  isWanted: (row: ReturnType<Instance['all']>[number]) => boolean = () => true,
) {
  const rows = instance.all().filter(isWanted);
  return rows.length === 0 ? null : chance.pick(rows);
}
