/** The companion (companion/) with everything that it imports, as one file. */
import { join } from 'node:path';
import { build } from 'esbuild';
import { projectRoot } from './project-root.ts';

/** Where the chart has it. */
export const companionFile = 'deploy/tenant-chart/files/companion.mjs';

/** Node of the instance's image: `node:22-bookworm-slim` (Uptime Kuma 2.5, docker/debian-base.dockerfile). */
const TARGET = 'node22.12';

/**
 * Bundles from the sources, in ASCII, because the chart has it in YAML. Each environment has a copy: it is small, but names
 * stay, so that a stack can be read.
 */
export async function bundleCompanion(): Promise<string> {
  const { outputFiles } = await build({
    absWorkingDir: projectRoot,
    entryPoints: [join(projectRoot, 'companion/companion.ts')],
    banner: { js: '// Generated from companion/ by "npm run build:chart".' },
    ...{ bundle: true, write: false, platform: 'node', format: 'esm', target: TARGET },
    ...{ minifyWhitespace: true, minifySyntax: true, legalComments: 'none' },
  });
  return outputFiles[0]?.text ?? '';
}
