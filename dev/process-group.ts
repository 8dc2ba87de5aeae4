/** The Worker's process group: signals, and leftovers of a killed start. */
import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

/** Signals a process group; false when it is empty. Signal `0` only checks. */
export function signalGroup(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    process.kill(-pid, signal);
    return true;
  } catch {
    return false; // ESRCH: the group is empty.
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** Waits until the group is empty; false when that takes longer than `timeoutMs`. */
export async function groupEnded(pid: number, timeoutMs: number): Promise<boolean> {
  const deadline = Date.now() + timeoutMs;
  while (signalGroup(pid, 0)) {
    if (Date.now() > deadline) return false;
    await wait(25);
  }
  return true;
}

/** File with the process group that serves a state folder. */
export const pidFileIn = (stateDir: string): string => join(stateDir, 'worker.pid');

/** `[group, owner]` of the runtime that serves this state, or `null` after a clean stop. */
function readPidFile(stateDir: string): readonly [number, number] | null {
  try {
    return JSON.parse(readFileSync(pidFileIn(stateDir), 'utf8')) as [number, number];
  } catch {
    return null; // Missing: the last stop was clean.
  }
}

/** True while the process that started the stack on this state is alive. */
export function isStackRunning(stateDir: string): boolean {
  const owner = readPidFile(stateDir)?.[1];
  return owner !== undefined && isAlive(owner);
}

/** Ends a runtime left behind by a killed start; does nothing while its owner is alive. */
export async function clearLeftoverWorker(stateDir: string): Promise<void> {
  const [pid, owner] = readPidFile(stateDir) ?? [];
  if (pid === undefined || owner === undefined || isAlive(owner)) return;
  rmSync(pidFileIn(stateDir), { force: true });
  // Process ids are reused, so check that the group still serves this folder.
  const group = spawnSync('ps', ['-A', '-o', 'pgid=,args='], { encoding: 'utf8' }).stdout ?? '';
  const isOurs = group
    .split('\n')
    .some((line) => line.trim().startsWith(`${pid} `) && line.includes(stateDir));
  if (!isOurs) return;
  signalGroup(pid, 'SIGKILL');
  await groupEnded(pid, 5_000);
}
