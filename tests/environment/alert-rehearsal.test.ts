/** A sample of `npm run test:alerts`: some of its sequences with a name. */
import { describe, expect, test } from 'vitest';
import { playScenario } from '../simulation/alerts/scenarios.ts';

describe('alerts through outages, restores and people that come and go', () => {
  test.each([
    'a fall and its return, in calm',
    'a fall and its return while the API is off',
    'paused while down, back up after the pause',
    'a copy from within a fall is put back, companion first',
    'mail and chats are off for forty minutes',
    'somebody comes while it is down',
  ])('%s: everybody knows what is true, and nothing false is handed over', async (name) => {
    const { wrong, falls, messages } = await playScenario(name);
    expect(wrong).toEqual([]);
    expect(falls).toBeGreaterThan(0);
    expect(messages).toBeGreaterThan(0);
  });
});
