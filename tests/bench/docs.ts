/**
 * `npm run bench:docs -- [24 250 1000]`: what the build costs as the documentation grows, search index included.
 *
 * Each size is a copy of the project whose further articles repeat the real ones under other names. It is built twice:
 * the first time draws the social images and scales the pictures, the second finds them kept by what stands in them,
 * as every build after the first does. CPU seconds hold all processes and threads; memory is the highest of the
 * building process; of the first build that is what scaling and drawing need. `--max-exponent 1.05` ends with an error when the cost of one more article grows with their number.
 */
import { spawnSync } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { projectRoot } from '#dev/project-root.ts';

interface Cost {
  readonly cpuSeconds: number;
  readonly wallSeconds: number;
  readonly peakMB: number;
}

const { values, positionals } = parseArgs({
  options: { 'max-exponent': { type: 'string' } },
  allowPositionals: true,
});
const sizes = positionals.length > 0 ? positionals.map(Number) : [24, 250, 1000];
/** Pictures scaled for one size serve the next; they are not what is measured. */
const kept = mkdtempSync(join(tmpdir(), 'bench-kept-'));
const measured: { size: number; later: Cost }[] = [];

for (const size of sizes) {
  const folder = mkdtempSync(join(tmpdir(), 'bench-docs-'));
  try {
    copyProject(folder);
    writeArticles(join(folder, 'content/docs'), size);
    const first = build(folder);
    const later = build(folder);
    measured.push({ size, later });
    console.log(`${size} artigos: ${told(later)}`);
    console.log(`  a primeira construção, com imagens novas: ${told(first)}`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
rmSync(kept, { recursive: true, force: true });
sayGrowth();

function copyProject(folder: string): void {
  const { stdout } = spawnSync('git', ['ls-files', '-co', '--exclude-standard', '-z'], {
    cwd: projectRoot,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  for (const path of stdout
    .split('\0')
    .filter((name) => /^(?:src|content|public|dev|functions\/plans|[\w.-]+$)/.test(name))) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    cpSync(join(projectRoot, path), join(folder, path), { force: true });
  }
  // What the packages keep for themselves between builds must not be shared with the project.
  mkdirSync(join(folder, 'node_modules'));
  for (const name of readdirSync(join(projectRoot, 'node_modules'))) {
    if (/^\.(?:astro|cache|vite)/.test(name)) continue;
    symlinkSync(join(projectRoot, 'node_modules', name), join(folder, 'node_modules', name));
  }
  mkdirSync(join(folder, 'node_modules/.astro'));
  symlinkSync(kept, join(folder, 'node_modules/.astro/assets'));
}

/** Fills up to `size` articles. The real ones stay, because other pages lead to them. */
function writeArticles(docs: string, size: number): void {
  const real = readdirSync(docs, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.mdx') && !name.startsWith('_'))
    .sort();
  for (let count = real.length; count < size; count += 1) {
    const text = readFileSync(join(docs, real[count % real.length] ?? ''), 'utf8');
    const article = text
      .replace(/^id:.*$/m, `id: bench-${count}`)
      .replace(/^title: (.*)$/m, (_, title: string) => `title: ${title}, parte ${count}`)
      .replace(/^popular:.*$/m, 'popular: false')
      .replace(/^highlight:.*$/m, '')
      .replace(/^order:.*$/m, `order: ${count}`)
      .replace(/^frame:.*$/m, '')
      .replace(/^related:.*$/m, 'related: [quick-start]');
    writeFileSync(join(docs, `bench-${count}.mdx`), article);
  }
}

function build(folder: string): Cost {
  const usage = join(folder, 'usage.json');
  const report = `process.on('exit',()=>require('node:fs').writeFileSync(${JSON.stringify(usage)},JSON.stringify(process.resourceUsage())))`;
  writeFileSync(join(folder, 'usage.cjs'), report);
  const started = performance.now();
  const { status, stderr, stdout } = spawnSync(
    'bash',
    [
      '-c',
      `TIMEFORMAT='cpu %U %S'; time "$0" --require "$1/usage.cjs" dev/build.ts`,
      process.execPath,
      folder,
    ],
    {
      cwd: folder,
      encoding: 'utf8',
      maxBuffer: 256 * 1024 * 1024,
      env: { ...process.env, PUBLIC_SITE_URL: 'http://localhost:4321' },
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

function told({ cpuSeconds, wallSeconds, peakMB }: Cost): string {
  return `${cpuSeconds.toFixed(1)} s de processador, ${wallSeconds.toFixed(1)} s de relógio, ${peakMB.toFixed(0)} MB`;
}

/**
 * The exponent between two sizes of what articles cost, the fixed cost of a build left out: it is found from the two
 * smallest sizes, as if they grew evenly.
 */
function sayGrowth(): void {
  const [small, middle] = measured;
  const large = measured.at(-1);
  if (small === undefined || middle === undefined || large === undefined || large === middle) return;
  const each = (middle.later.cpuSeconds - small.later.cpuSeconds) / (middle.size - small.size);
  const fixed = small.later.cpuSeconds - each * small.size;
  const exponent =
    Math.log((large.later.cpuSeconds - fixed) / (middle.later.cpuSeconds - fixed)) /
    Math.log(large.size / middle.size);
  console.log(`Custo por artigo: ${(each * 1000).toFixed(0)} ms; expoente ${exponent.toFixed(2)}`);
  const limit = Number(values['max-exponent'] ?? Number.POSITIVE_INFINITY);
  if (exponent > limit) {
    console.error(`O expoente passou de ${limit}.`);
    process.exitCode = 1;
  }
}
