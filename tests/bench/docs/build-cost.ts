/** Measures a build: CPU time of all processes and threads, wall time, peak memory. */
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

interface Cost {
  readonly cpuSeconds: number;
  readonly wallSeconds: number;
  /** Peak memory of the main process; helpers such as Pagefind use much less. */
  readonly peakMB: number;
}

/**
 * Runs a build with the same Node.
 *
 * @param folder The project, with installed packages.
 * @param args Script inside it, with its arguments.
 * @throws Error With the end of the output, when the build fails.
 */
export function buildCost(folder: string, args: readonly string[]): Cost {
  const usage = join(folder, 'usage.json');
  const report = `process.on('exit',()=>require('node:fs').writeFileSync(${JSON.stringify(usage)},JSON.stringify(process.resourceUsage())))`;
  writeFileSync(join(folder, 'usage.cjs'), report);
  const started = performance.now();
  const { status, stderr, stdout } = spawnSync(
    'bash',
    [
      '-c',
      `TIMEFORMAT='cpu %U %S'; time "$@"`,
      'bash',
      process.execPath,
      '--require',
      './usage.cjs',
      ...args,
    ],
    {
      cwd: folder,
      encoding: 'utf8',
      maxBuffer: 256 * 1024 * 1024,
      env: { ...process.env, PUBLIC_SITE_URL: 'http://localhost:4321', ASTRO_TELEMETRY_DISABLED: '1' },
    },
  );
  if (status !== 0) throw new Error(`A construção falhou:\n${stdout.slice(-2000)}\n${stderr.slice(-4000)}`);
  const [, user = '', system = ''] = /cpu ([\d.]+) ([\d.]+)\s*$/.exec(stderr) ?? [];
  const { maxRSS } = JSON.parse(readFileSync(usage, 'utf8')) as NodeJS.ResourceUsage;
  return {
    cpuSeconds: Number(user) + Number(system),
    wallSeconds: (performance.now() - started) / 1000,
    peakMB: maxRSS / 1024,
  };
}

export function costText({ cpuSeconds, wallSeconds, peakMB }: Cost): string {
  return `${cpuSeconds.toFixed(1)} s de processador, ${wallSeconds.toFixed(1)} s de relógio, ${peakMB.toFixed(0)} MB`;
}
