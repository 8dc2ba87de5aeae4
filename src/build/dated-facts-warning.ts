/** The build says which facts are to be looked at again; it never fails for them, so that a mended page can go out. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import factsJson from '../../content/dated-facts.json' with { type: 'json' };
import { businessDay } from '../domain/billing/days.ts';
import { judgeFacts, parseDatedFacts } from './dated-facts.ts';

const root = new URL('../../', import.meta.url);

/** Text of a file of the project, `null` where there is none. */
export function readProjectFile(file: string): string | null {
  try {
    return readFileSync(fileURLToPath(new URL(file, root)), 'utf8');
  } catch {
    return null;
  }
}

/** @param now Milliseconds, for tests. */
export function datedFacts(now: () => number = Date.now): AstroIntegration {
  return {
    name: 'vigia:dated-facts',
    hooks: {
      'astro:build:start': ({ logger }) => {
        const problems = judgeFacts(parseDatedFacts(factsJson), businessDay(now()), readProjectFile);
        for (const { sentence } of problems) logger.warn(sentence);
      },
    },
  };
}
