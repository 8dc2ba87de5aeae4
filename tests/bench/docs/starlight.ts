/** Starlight with its defaults for `--peer`, in its own folder, outside of the lockfile. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { StartFailure } from '#dev/failure.ts';
import { projectRoot } from '#dev/project-root.ts';
import type { PlainArticle } from './plain-articles.ts';

export const STARLIGHT_VERSION = '0.42.4';
const INSTALL_TIMEOUT_MS = 5 * 60_000;
export const starlightBuild = ['node_modules/astro/bin/astro.mjs', 'build'];

/**
 * Installs Starlight with the versions of Astro, sharp and Pagefind that this project has.
 *
 * @throws StartFailure when the registry cannot be reached.
 */
export function installStarlight(folder: string): void {
  const { dependencies: ours } = JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8')) as {
    dependencies: Readonly<Record<string, string>>;
  };
  const { astro, sharp, pagefind } = ours;
  const dependencies = { '@astrojs/starlight': STARLIGHT_VERSION, astro, sharp };
  const description = { private: true, type: 'module', dependencies, overrides: { pagefind } };
  writeFileSync(join(folder, 'package.json'), JSON.stringify(description));
  const npmScript = process.env['npm_execpath'];
  const [command, ...first] = npmScript ? [process.execPath, npmScript] : ['npm'];
  const { status, stderr } = spawnSync(
    command ?? '',
    [...first, 'install', '--no-audit', '--no-fund', '--ignore-scripts', '--loglevel=error'],
    { cwd: folder, encoding: 'utf8', timeout: INSTALL_TIMEOUT_MS },
  );
  if (status !== 0) {
    throw new StartFailure(
      `${stderr ?? ''}\nNão foi possível baixar o Starlight ${STARLIGHT_VERSION} do registro do npm. Confira a conexão e rode o comando de novo.`,
    );
  }
}

/** Replaces the articles and deletes caches. */
export function writeStarlightSite(
  folder: string,
  articles: readonly PlainArticle[],
  hasSearch: boolean,
): void {
  for (const old of ['src', 'dist', '.astro', 'node_modules/.astro', 'node_modules/.vite'])
    rmSync(join(folder, old), { recursive: true, force: true });
  writeFileSync(join(folder, 'astro.config.mjs'), configText(hasSearch));
  for (const { category } of articles)
    mkdirSync(join(folder, 'src/content/docs', category), { recursive: true });
  writeFileSync(join(folder, 'src/content.config.ts'), contentConfig);
  for (const { category, name, title, description, body } of articles) {
    const text = `---\ntitle: ${title}\ndescription: ${description}\n---\n\n${body}`;
    writeFileSync(join(folder, 'src/content/docs', category, `${name}.mdx`), text);
  }
}

const configText = (hasSearch: boolean): string => `
import starlight from '@astrojs/starlight';
import { defineConfig } from 'astro/config';

export default defineConfig({
  ${hasSearch ? "site: 'http://localhost:4321'," : ''}
  integrations: [starlight({ title: 'Comparação', locales: { root: { label: 'Português', lang: 'pt-BR' } }, pagefind: ${hasSearch} })],
});
`;

const contentConfig = `
import { docsLoader } from '@astrojs/starlight/loaders';
import { docsSchema } from '@astrojs/starlight/schema';
import { defineCollection } from 'astro:content';

export const collections = { docs: defineCollection({ loader: docsLoader(), schema: docsSchema() }) };
`;
