/** The time to an alert stands beside an interval wherever one is sold, and is the promise that is kept. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ownTimes, secondsUntilDown } from '#domain/import/own-times.ts';
import { ALERT_SECONDS, alertCaption, alertNote, alertTime, alertWithin } from '#domain/plans/alert-time.ts';
import { catalog } from '#lib/catalog.ts';

test.each([
  [60, 'Avisa em até 2 minutos'],
  [90, 'Avisa em até 2 minutos e 30 segundos'],
  [180, 'Avisa em até 4 minutos'],
  [300, 'Avisa em até 6 minutos'],
  [600, 'Avisa em até 11 minutos'],
  [3600, 'Avisa em até 61 minutos'],
  [7200, 'Avisa em até 2 horas e 1 minuto'],
  [86_400, 'Avisa em até 24 horas e 1 minuto'],
])('an interval of %i s is sold with “%s”', (interval, words) => {
  expect(alertWithin(interval)).toBe(words);
});

test('the caption says what the time covers, to the letter', () => {
  expect(alertCaption).toBe(
    'nos monitores que criamos, até a entrega ao provedor; nos seus valem as tentativas que você escolher',
  );
  expect(alertNote).toContain(`“Avisa em até”: ${alertCaption}.`);
});

test('the checks of a site that hangs leave time for the message', () => {
  const checks = secondsUntilDown(ownTimes, 'hangs');
  expect(checks).toBe(30);
  // 3 s to gather, 2.5 s for a second look, and the rest of the 45 s for the way.
  expect(checks + 3 + 2.5).toBeLessThan(45);
  expect(ALERT_SECONDS).toBeGreaterThanOrEqual(45);
});

test.each([
  [{ timeout: 10, maxretries: 1, retryInterval: 20 }, 20, 30],
  [{ timeout: 48, maxretries: 0, retryInterval: 60 }, 0, 48],
  [{ timeout: 10, maxretries: 2, retryInterval: 60 }, 120, 130],
  // A time-out longer than the retry interval takes its place.
  [{ timeout: 48, maxretries: 2, retryInterval: 30 }, 60, 144],
])('%j is down after %i s where the site refuses, %i s where it hangs', (times, refuses, hangs) => {
  expect(secondsUntilDown(times, 'refuses')).toBe(refuses);
  expect(secondsUntilDown(times, 'hangs')).toBe(hangs);
});

/** Files that write a plan's interval and sell nothing with it. */
const notSold: Readonly<Record<string, string>> = {
  'src/ui/first-steps.tsx': 'the number to type in the panel',
  'src/ui/first-steps.examples.tsx': 'its example',
  'src/ui/limits-notices.examples.tsx': 'an example of a notice about limits',
  'src/account/account-board.tsx': 'hands the number to the first steps',
  'src/account/import/import-board.tsx': 'what is raised to the plan',
};

const isOfInterval = /formatHeartbeat\(|heartbeatSeconds/;

describe('every file of the site that writes a plan’s interval', () => {
  const files = readdirSync('src', { recursive: true, encoding: 'utf8' })
    .map((name) => join('src', name))
    .filter((name) => /\.(?:ts|tsx|astro)$/.test(name) && !name.startsWith(join('src', 'domain')))
    .filter((name) => isOfInterval.test(readFileSync(name, 'utf8')));

  test.each(files)('%s writes the time to an alert beside it, or says why not', (name) => {
    const text = readFileSync(name, 'utf8');
    const isTold = /\balert(?:Time|Within)\(/.test(text);
    expect(isTold, 'import alertTime or alertWithin from src/domain/plans/alert-time.ts').toBe(
      !Object.hasOwn(notSold, name),
    );
  });

  test('no reason is left over', () => {
    expect(Object.keys(notSold).filter((name) => !files.includes(name))).toEqual([]);
  });
});

test('content takes the time from the catalogue, and never writes one', () => {
  const minutes = catalog.plans.map(({ limits }) => alertTime(limits.heartbeatSeconds)).join('|');
  const typed = new RegExp(`avisa em até (?:${minutes}|\\d+ min)`, 'i');
  const texts = readdirSync('content', { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(?:mdx|json)$/.test(name))
    .filter((name) => typed.test(readFileSync(join('content', name), 'utf8')));
  expect(texts).toEqual([]);
});
