/** Copies of an environment's volume, by the companion's own verbs, and the ways in which one comes back. */
import { cpSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { putBack, takeCopy } from '#companion/copies.ts';
import type { RehearsedEnvironment } from './environment.ts';
import type { World } from './world.ts';

interface Copy {
  readonly folder: string;
  readonly at: number;
}

/** A copy of the volume, as the nightly job keeps it. */
export function copyVolume(environment: RehearsedEnvironment, at: number): Copy {
  const target = join(environment.folder, `copy-${at}`);
  mkdirSync(target, { recursive: true });
  takeCopy(environment.folder, target);
  cpSync(environment.records, join(target, 'vigia'), {
    recursive: true,
    filter: (name) => !/(?:admitted|copies|restored)\.json$/.test(name),
  });
  return { folder: target, at };
}

interface Way {
  readonly isCompanionFirst: boolean;
  /** Without the operator's command, so that nothing says that it came from a copy. */
  readonly byHand?: boolean;
  /** Seconds between the starts of the two processes. */
  readonly waits?: number;
}

/** Puts a copy back while neither process runs, and starts both. */
export async function putCopyBack(
  world: World,
  environment: RehearsedEnvironment,
  copy: Copy,
  { isCompanionFirst, byHand = false, waits = 3 }: Way,
): Promise<void> {
  environment.stopCompanion();
  environment.stopInstance();
  await world.pass(20);
  const id = `restore-${world.now()}`;
  environment.replaceVolume(
    () => {
      if (!byHand) putBack(environment.folder, copy.folder, id);
      else
        for (const name of ['instance', 'vigia']) {
          const target = join(environment.folder, name);
          rmSync(target, { recursive: true });
          cpSync(join(copy.folder, name), target, { recursive: true });
        }
    },
    copy.at,
    byHand ? null : id,
  );
  const starts = [() => environment.startCompanion(), () => environment.startInstance()];
  for (const start of isCompanionFirst ? starts : starts.toReversed()) {
    start();
    await world.pass(waits);
  }
}
