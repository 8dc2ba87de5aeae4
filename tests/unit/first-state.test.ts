/** What the first checks of a monitor say together. */
import { expect, test } from 'vitest';
import { type FirstState, firstState } from '#form/first-state.ts';

/** One check a minute from 6h00: `u`p, `d`own, `p`ending, `m`aintenance. */
const checks = (letters: string) =>
  [...letters].map((letter, at) => ({
    at: moment(at),
    status: ({ u: 'up', d: 'down', p: 'pending', m: 'maintenance' } as const)[
      letter as 'u' | 'd' | 'p' | 'm'
    ],
    ping: letter === 'u' ? 80 : null,
  }));
const moment = (minute: number) => Date.parse(`2026-11-26T06:0${minute}:00Z`);

test.each<[string, FirstState]>([
  ['', { what: 'unknown' }],
  ['u', { what: 'up', ping: 80 }],
  ['pu', { what: 'up', ping: 80 }],
  ['d', { what: 'down' }],
  ['pd', { what: 'down' }],
  ['up', { what: 'retried' }],
  ['upd', { what: 'fell', at: moment(2) }],
  ['updd', { what: 'fell', at: moment(2) }],
  ['udu', { what: 'back', at: moment(2) }],
  ['uduu', { what: 'back', at: moment(2) }],
  ['udud', { what: 'fell', at: moment(3) }],
  ['udm', { what: 'maintenance' }],
  ['umd', { what: 'fell', at: moment(2) }],
])('%j', (letters, state) => {
  expect(firstState(checks(letters))).toEqual(state);
});
