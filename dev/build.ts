/**
 * `npm run build`: the static site in `dist/`, with its search index.
 *
 * Values come from `PUBLIC_*` (see docs/configuration.md); what is not set keeps its default.
 */
import { existsSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { isAbsolute, join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { setFlagsFromString } from 'node:v8';
import { contentMistakes, mistakesMessage } from '#build/content-mistakes.ts';
import { inventoryFile } from '#build/script-inventory.ts';
import { readPublicConfig } from '#lib/public-config.ts';
import { CommandFailure, runCommand } from '#ops/failure.ts';
import { projectRoot } from './project-root.ts';

/** Validates the values before a build of minutes; otherwise a wrong one would only show on a published page. */
function requirePublicValues(): void {
  const siteJson: unknown = JSON.parse(
    readFileSync(process.env['SITE_FILE'] ?? join(projectRoot, 'content/site.json'), 'utf8'),
  );
  try {
    const { siteUrl } = readPublicConfig(process.env, siteJson);
    if (!process.env['PUBLIC_SITE_URL']) {
      console.warn(
        `PUBLIC_SITE_URL não foi definida: as páginas vão apontar para ${siteUrl}, que só serve nesta máquina.`,
      );
    }
  } catch (error) {
    throw new CommandFailure(error instanceof Error ? error.message : String(error));
  }
}

/** Limits memory: a thousand articles build in 1.4 GB when the allocator returns freed memory at once. */
function limitMemory(): void {
  process.env['MIMALLOC_PURGE_DELAY'] ??= '0';
  setFlagsFromString('--heap-growing-percent=100');
}

/** Says which articles have to be read again. Only `npm run check:facts` fails, so that a corrected page can be published. */
async function warnOfUnreadFacts(): Promise<void> {
  const { tieMistakes } = await import('./features/tie.ts');
  for (const mistake of tieMistakes()) console.warn(`${mistake}\n`);
}

/** All mistakes that can be seen before a page is made. */
function requireContent(): void {
  const mistakes = contentMistakes();
  if (mistakes.length > 0) throw new CommandFailure(mistakesMessage(mistakes));
}

await runCommand(async () => {
  const { values } = parseArgs({ options: { 'out-dir': { type: 'string' } } });
  const wanted = values['out-dir'] ?? 'dist';
  const outDir = isAbsolute(wanted) ? wanted : join(projectRoot, wanted);
  requireContent();
  await warnOfUnreadFacts();
  requirePublicValues();
  limitMemory();
  // Imported late, because the bundler reads the environment when it is loaded.
  const { build } = await import('astro');
  // Built beside the target folder, so that a failed build keeps the last good one.
  const growing = `${outDir}.parte`;
  try {
    await build({ root: projectRoot, outDir: `./${relative(projectRoot, growing)}` });
  } catch (error) {
    rmSync(growing, { recursive: true, force: true });
    console.error(`Nada foi construído; ${wanted} continua como estava.`);
    const { name, message, loc } = error as Error & { readonly loc?: { readonly file?: string } };
    if (!name.startsWith('InvalidContentEntry')) throw error;
    throw new CommandFailure(`${relative(projectRoot, loc?.file ?? '')}: ${message}`);
  }
  rmSync(outDir, { recursive: true, force: true });
  renameSync(growing, outDir);
  // The gallery's build writes no inventory.
  if (existsSync(inventoryFile(growing))) renameSync(inventoryFile(growing), inventoryFile(outDir));
});
// The index writer and the bundler keep workers alive after the last file is written.
process.exit(process.exitCode ?? 0);
