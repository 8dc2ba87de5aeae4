/** Warns during a build about facts to be checked again. It never fails, so that a corrected page can be published. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import factsJson from '../../content/dated-facts.json' with { type: 'json' };
import { businessDay } from '../domain/billing/days.ts';
import { judgeFacts, parseDatedFacts } from './dated-facts.ts';

const root = new URL('../../', import.meta.url);

/** Content of a file of the project; `null` when it does not exist. */
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
