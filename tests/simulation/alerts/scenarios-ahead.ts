/** Sequences with a name about what is to come: planned windows that are called off, and domains that are renewed. */
import { callOffLast, planWindow } from './acts-ahead.ts';
import { addExpiring, forgetDomains, renew, watchDomains } from './domains.ts';
import { HOUR, MINUTE, type Scenario } from './script.ts';

const DAY_MS = 86_400_000;
const MINUTE_MS = 1000 * MINUTE;
const HOUR_MS = 1000 * HOUR;

export const scenariosAhead: Readonly<Record<string, Scenario>> = {
  'a window that was announced is called off before it begins': {
    play: ({ minutes, world, environment, idOf, inCalm, known }) =>
      inCalm(async () => {
        const monitor = { id: idOf('E0M1'), name: 'E0M1' };
        planWindow(world, environment(), monitor, world.now() + 62 * MINUTE_MS);
        await minutes(20);
        callOffLast(world, environment());
        await minutes(80);
        await known();
      }),
  },
  'a window is called off while it runs, and its site is down': {
    play: ({ site, minutes, world, environment, idOf, inCalm, known }) =>
      inCalm(async () => {
        const monitor = { id: idOf('E0M1'), name: 'E0M1' };
        planWindow(world, environment(), monitor, world.now() + 17 * MINUTE_MS);
        await minutes(20);
        site('E0M1');
        await minutes(7);
        callOffLast(world, environment());
        await known();
        site('E0M1', 'up');
        await known();
      }),
  },
  'a window ends while its instance hangs': {
    async play({ minutes, world, environment, idOf, known }) {
      const monitor = { id: idOf('E0M1'), name: 'E0M1' };
      planWindow(world, environment(), monitor, world.now() + 17 * MINUTE_MS);
      await minutes(30);
      environment().instance().hang(true);
      await minutes(40);
      environment().instance().hang(false);
      await known();
    },
  },
  'a domain is renewed after its first warning, and another one is not': {
    async play({ minutes, world, environment, known }) {
      const ends = watchDomains(world, environment());
      // Two weeks before the end are thirty hours away.
      const end = world.now() + 15 * DAY_MS + 30 * HOUR_MS;
      const renewed = addExpiring(world, environment(), ends, end);
      addExpiring(world, environment(), ends, end);
      await minutes(60);
      renew(world, ends, renewed, end + 365 * DAY_MS);
      await minutes(32 * 60);
      await known();
    },
  },
  'the record of domains is lost after a warning': {
    async play({ minutes, world, environment, known }) {
      const ends = watchDomains(world, environment());
      addExpiring(world, environment(), ends, world.now() + 10 * DAY_MS);
      await minutes(60);
      forgetDomains(environment());
      await minutes(60);
      await known();
    },
  },
};
