/**
 * The demonstration and the status page of a running stack, made by the operators' own command: the second button of the
 * landing page leads to one of them.
 */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { childEnvironment } from '#ops/child-environment.ts';
import { projectRoot } from './project-root.ts';

/** @returns Whether both are ready. The command's output is dropped, because the board shows the addresses. */
export function makeOwnEnvironments(sitePort: number): Promise<boolean> {
  const command = spawn(process.execPath, [join(projectRoot, 'ops/ops.ts'), 'demonstracao', '--sim'], {
    cwd: projectRoot,
    env: childEnvironment({ PORT: String(sitePort) }),
    stdio: 'ignore',
  });
  return new Promise((resolve) => {
    command.once('error', () => resolve(false));
    command.once('exit', (code) => resolve(code === 0));
  });
}
