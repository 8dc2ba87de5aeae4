/** A temporary copy of the project without caches. */
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
import { projectRoot } from '#dev/project-root.ts';

const BUILT_FROM = /^(?:src|content|public|dev|functions\/plans|[\w.-]+$)/;

/** Runs with a new folder and always removes it. */
export function withFolder<Result>(name: string, run: (folder: string) => Result): Result {
  const folder = mkdtempSync(join(tmpdir(), `bench-${name}-`));
  try {
    return run(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

export function copyProject(folder: string): void {
  const { stdout } = spawnSync('git', ['ls-files', '-co', '--exclude-standard', '-z'], {
    cwd: projectRoot,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  for (const path of stdout.split('\0').filter((name) => BUILT_FROM.test(name))) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    cpSync(join(projectRoot, path), join(folder, path), { force: true });
  }
  // The packages' caches must not be shared with the project.
  mkdirSync(join(folder, 'node_modules'));
  for (const name of readdirSync(join(projectRoot, 'node_modules'))) {
    if (/^\.(?:astro|cache|vite)/.test(name)) continue;
    symlinkSync(join(projectRoot, 'node_modules', name), join(folder, 'node_modules', name));
  }
}

/**
 * Adds copies of the real articles under other names up to `size`. The real ones stay, because pages link to them.
 *
 * @returns How many there are then: with a small `size`, all real ones.
 */
export function repeatArticles(folder: string, size: number): number {
  const docs = join(folder, 'content/docs');
  const real = readdirSync(docs, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.mdx') && !file.startsWith('_'))
    .sort()
    .map((file) => readFileSync(join(docs, file), 'utf8'));
  for (let count = real.length; count < size; count += 1)
    writeFileSync(join(docs, `bench-${count}.mdx`), renamed(real[count % real.length] ?? '', count));
  return Math.max(real.length, size);
}

const renamed = (text: string, count: number): string =>
  text
    .replace(/^id:.*$/m, `id: bench-${count}`)
    .replace(/^title: (.*)$/m, (_, title: string) => `title: ${title}, parte ${count}`)
    .replace(/^popular:.*$/m, 'popular: false')
    .replace(/^highlight:.*$/m, '')
    .replace(/^order:.*$/m, `order: ${count}`)
    .replace(/^frame:.*$/m, '')
    .replace(/^related:.*$/m, 'related: [quick-start]');
