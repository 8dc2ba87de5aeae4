import { join } from 'node:path';
import { projectRoot } from './project-root.ts';

/** Folders of the stack on one port: its state contains addresses, so each port has its own. */
export interface StackFolders {
  /** Database, accounts, payments, inbox, logs: what `--fresh` clears. */
  readonly stateDir: string;
  /** Built pages, kept between starts. */
  readonly outDir: string;
}

/** Generated files of this machine, which can be generated again. */
export const localDir = join(projectRoot, '.local');

/** `.local/<port>/…` in the repository. */
export function stackFolders(sitePort: number): StackFolders {
  const folder = join(localDir, String(sitePort));
  return { stateDir: join(folder, 'state'), outDir: join(folder, 'site') };
}
