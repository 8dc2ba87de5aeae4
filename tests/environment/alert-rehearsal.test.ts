/** A sample of `npm run test:alerts`; always the same sequences. */
import { describe, expect, test } from 'vitest';
import { rehearse } from '../simulation/alerts/rehearse.ts';

describe('alerts through outages, deaths and people that come and go', () => {
  test.each([1, 2, 3, 4])('sequence %i loses, repeats and misdirects nothing', async (seed) => {
    const { wrong, changes, messages } = await rehearse(seed);
    expect(wrong).toEqual([]);
    expect(changes).toBeGreaterThan(0);
    expect(messages).toBeGreaterThan(0);
  });
});
