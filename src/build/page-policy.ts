/**
 * Makes the policy of each built page allow exactly the inline styles and scripts that stand on it.
 *
 * Astro lists the hashes of all pages on every page and leaves out the styles that an article's own parts bring
 * (content propagation), which the browser would then refuse. Writing the list from the finished page mends
 * both, and each hash left out spares a reader about 50 bytes that do not compress.
 */
import { createHash } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';

/** Must come after every integration that changes pages. */
export function pagePolicy(): AstroIntegration {
  return {
    name: 'vigia:page-policy',
    hooks: {
      'astro:build:done': async ({ dir }) => {
        const root = fileURLToPath(dir);
        const entries = await readdir(root, { recursive: true, withFileTypes: true });
        for (const entry of entries) {
          if (!entry.isFile() || !entry.name.endsWith('.html')) continue;
          const path = join(entry.parentPath, entry.name);
          const html = await readFile(path, 'utf8');
          const proved = withOwnHashes(html);
          if (proved !== html) await writeFile(path, proved);
        }
      },
    },
  };
}

const POLICY = /(<meta http-equiv="content-security-policy" content=")([^"]*)(")/i;
const STYLE = /<style\b[^>]*>([\s\S]*?)<\/style>/gi;
const SCRIPT = /<script\b([^>]*)>([\s\S]*?)<\/script>/gi;
const RUNS = /^(?!.*\bsrc=)(?!.*\btype="(?!module"|text\/javascript"))/s;

/** @returns The page with the hashes in `style-src` and `script-src` replaced by those of its own inline parts. */
export function withOwnHashes(html: string): string {
  const styles = [...html.matchAll(STYLE)].map(([, text = '']) => text);
  const scripts = [...html.matchAll(SCRIPT)]
    .filter(([, attributes = '']) => RUNS.test(attributes))
    .map(([, , text = '']) => text);
  return html.replace(POLICY, (_, before: string, policy: string, after: string) => {
    const directives = policy.split(';').map((directive) => {
      const name = directive.trim().split(' ', 1)[0];
      if (name === 'style-src') return withHashes(directive, styles);
      if (name === 'script-src') return withHashes(directive, scripts);
      return directive;
    });
    return before + directives.join(';') + after;
  });
}

function withHashes(directive: string, texts: readonly string[]): string {
  const sources = directive.split(' ').filter((source) => !source.startsWith("'sha256-"));
  const hashes = texts.map((text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`);
  return [...sources, ...new Set(hashes)].join(' ');
}
