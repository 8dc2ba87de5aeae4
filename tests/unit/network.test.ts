/** Which addresses count as one caller for rate limits. */
import { expect, test } from 'vitest';
import { networkOf, wideNetworkOf } from '#functions/platform/network.ts';

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2::1', '2001:db8:1:2::/64'],
  ['2001:DB8:0001:2:ffff:ffff:ffff:ffff', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::', 'fe80:0:0:0::/64'],
])('%s is counted as %s', (address, network) => {
  expect(networkOf(address)).toBe(network);
});

test.each([
  ['203.0.113.7', '203.0.113.0/24'],
  ['::ffff:203.0.113.7', '203.0.113.0/24'],
  ['2001:db8:1:2::1', '2001:db8:1::/48'],
  ['2001:DB8:0001:ffff::9', '2001:db8:1::/48'],
  ['2001:db8::1', '2001:db8:0::/48'],
])('%s counts new environments as %s', (address, network) => {
  expect(wideNetworkOf(address)).toBe(network);
});

test.each([':', ':::', '::::::::::::', 'a:b', 'x'.repeat(300)])(
  '%s is no address and still counted',
  (text) => {
    expect(networkOf(text)).not.toBe('');
  },
);
