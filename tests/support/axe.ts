/**
 * axe-core on a page as it stands.
 *
 * Run in the page itself and asked for violations only: AxeBuilder also collects whatever passed, in every frame, and
 * opens one more page for each report, which took longer than the journeys around it.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, type Page } from '@playwright/test';
import type { AxeResults, RunOptions } from 'axe-core';

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

export interface AxeOptions {
  /** Selector of the part to look at; the whole document unless given. */
  readonly within?: string;
  /** Only these rules, or only those with one of these tags. */
  readonly only?: { readonly rules: readonly string[] } | { readonly tags: readonly string[] };
  /** All rules but these. */
  readonly except?: readonly string[];
}

/** What axe objects to, `rule: element` each; waits for colours that are still on their way from one theme to the other. */
export async function axeFindings(
  page: Page,
  { within, only, except = [] }: AxeOptions = {},
): Promise<readonly string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(source);
  const options: RunOptions = {
    ...(only && {
      runOnly:
        'rules' in only ? { type: 'rule', values: [...only.rules] } : { type: 'tag', values: [...only.tags] },
    }),
    rules: Object.fromEntries(except.map((rule) => [rule, { enabled: false }])),
    resultTypes: ['violations'],
    preload: false,
    iframes: false,
  };
  const violations = await page.evaluate(
    async ([selector, chosen]): Promise<AxeResults['violations']> => {
      const { axe } = globalThis as unknown as { axe: typeof import('axe-core') };
      const isMoving = () => document.getAnimations().some((animation) => animation instanceof CSSTransition);
      for (let stillFrames = 0; stillFrames < 3; stillFrames = isMoving() ? 0 : stillFrames + 1)
        await new Promise(requestAnimationFrame);
      return (await axe.run(selector ?? document, chosen)).violations;
    },
    [within, options] as const,
  );
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
}

/** Fails when axe objects to anything. */
export async function expectSound(page: Page, options?: AxeOptions): Promise<void> {
  expect(await axeFindings(page, options), page.url()).toEqual([]);
}
