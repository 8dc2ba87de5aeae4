/**
 * axe-core on the current page.
 *
 * Runs inside the page and reports violations only: AxeBuilder also collects passed rules in every frame and opens
 * another page for each report, which took longer than the journeys themselves.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, type Page } from '@playwright/test';
import type { AxeResults, RunOptions } from 'axe-core';

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Rules that a theme or a width can affect: colours, and which of two pictures or names is shown. */
export const themed = [
  'color-contrast',
  'link-in-text-block',
  'image-alt',
  'link-name',
  'button-name',
] as const;

export interface AxeOptions {
  /** Selector of the part to check; by default the whole document. */
  readonly within?: string;
  /** Only these rules, or only rules with one of these tags. */
  readonly only?: { readonly rules: readonly string[] } | { readonly tags: readonly string[] };
  /** All rules except these. */
  readonly except?: readonly string[];
}

/** axe violations as `rule: element`; waits until a theme change has finished. */
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
      // Those in a closed <details> are never removed once they have finished.
      const isMoving = () =>
        document
          .getAnimations()
          .some((each) => each instanceof CSSTransition && each.playState !== 'finished');
      for (let stillFrames = 0; stillFrames < 3; stillFrames = isMoving() ? 0 : stillFrames + 1)
        await new Promise(requestAnimationFrame);
      return (await axe.run(selector ?? document, chosen)).violations;
    },
    [within, options] as const,
  );
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
}

/** Fails on any violation. */
export async function expectSound(page: Page, options?: AxeOptions): Promise<void> {
  expect(await axeFindings(page, options), page.url()).toEqual([]);
}
