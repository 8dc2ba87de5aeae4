/** Which ways switch a recipient on, and what stands against each. */
import { describe, expect, test } from 'vitest';
import type { MayBeOn, OffReason } from '#domain/alerts/codes.ts';
import { mayBeOn, type RecipientFacts, type WayOn } from '#domain/alerts/may-be-on.ts';

const proven = { isProven: true, isRefused: false } as const;
const off = (offReason: OffReason): RecipientFacts => ({ ...proven, state: 'off', offReason });
const unproven = { isProven: false, isRefused: false, state: 'unproven', offReason: null } as const;

const situations: Readonly<Record<string, readonly [RecipientFacts, Readonly<Record<WayOn, MayBeOn>>]>> = {
  'a proven address that was never on': [
    { ...proven, state: 'unproven', offReason: null },
    { reader: 'yes', owner: 'yes', account: 'yes', operator: 'by-code' },
  ],
  'an unproven address': [
    unproven,
    { reader: 'yes', owner: 'by-code', account: 'by-code', operator: 'by-code' },
  ],
  'an unproven address that was switched off': [
    { ...unproven, state: 'off', offReason: 'left' },
    { reader: 'yes', owner: 'by-code', account: 'by-code', operator: 'by-code' },
  ],
  'one that left': [off('left'), { reader: 'yes', owner: 'yes', account: 'by-code', operator: 'by-code' }],
  'one that called a message spam': [
    off('spam'),
    { reader: 'yes', owner: 'by-code', account: 'by-code', operator: 'by-code' },
  ],
  'one whose mail came back': [
    off('missing'),
    { reader: 'yes', owner: 'by-code', account: 'by-code', operator: 'yes' },
  ],
  'a chat that blocked the bot': [
    off('blocked'),
    { reader: 'yes', owner: 'by-code', account: 'by-code', operator: 'yes' },
  ],
  'a chat whose people removed the bot': [
    off('kicked'),
    { reader: 'yes', owner: 'by-code', account: 'by-code', operator: 'by-code' },
  ],
  'one that is on': [
    { ...proven, state: 'on', offReason: null },
    { reader: 'yes', owner: 'yes', account: 'yes', operator: 'yes' },
  ],
};
const ways = ['reader', 'owner', 'account', 'operator'] as const;

describe.each(ways)('the way of the %s', (way) => {
  test.each(Object.entries(situations))('%s', (_name, [facts, expected]) => {
    expect(mayBeOn(way, facts)).toBe(expected[way]);
  });

  test('never overcomes a refusal for good', () => {
    for (const [facts] of Object.values(situations))
      expect(mayBeOn(way, { ...facts, isRefused: true })).toBe('never');
  });
});
