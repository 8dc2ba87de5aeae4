/**
 * Counts what a person does on a walk through pages, and estimates how long that takes.
 *
 * The estimate is a model, not a measurement: fixed seconds for each tap (a field is tapped too), typed character and new
 * screen. It moves only when the pages ask for more or less, never with the machine.
 */
import { expect, type Locator, type Page } from '@playwright/test';

/** Seconds of the model. */
const model = { tap: 1.2, character: 0.28, screen: 3 } as const;

export interface Counts {
  readonly taps: number;
  readonly fields: number;
  readonly characters: number;
  readonly screens: number;
}

/** Starts at nothing. */
export function startWalk() {
  const counted = { taps: 0, fields: 0, characters: 0, screens: 0 };
  return {
    /** A page or part of one that a person reads before going on: from when its heading is there. */
    async screen(page: Page, heading: string | RegExp): Promise<void> {
      await expect(page.getByRole('heading', { name: heading }).first()).toBeVisible();
      counted.screens += 1;
    },
    async tap(target: Locator): Promise<void> {
      await target.click();
      counted.taps += 1;
    },
    async type(field: Locator, text: string): Promise<void> {
      await field.fill(text);
      counted.fields += 1;
      counted.characters += text.length;
    },
    counts: (): Counts => ({ ...counted }),
  };
}

/** What a person needs by the model, without waiting. */
export const secondsOf = ({ taps, fields, characters, screens }: Counts): number =>
  (taps + fields) * model.tap + characters * model.character + screens * model.screen;
