/** Which addresses are written to, what is shown of one, and what the sentences say. */
import { expect, test } from 'vitest';
import { checkChannelAddress, maskedAddress } from '#domain/alerts/channel-address.ts';
import { PostedRequest, Preferences } from '#domain/api-schemas/alerts.ts';
import { message } from '#domain/messages/alerts.ts';
import { wants } from './scenario.ts';

const ours = ['vigia.example.net'];

test.each([
  ['https://vigia.example.net/api', 'channel.ours'],
  ['https://cliente.vigia.example.net/x', 'channel.ours'],
  ['https://VIGIA.example.net./x', 'channel.ours'],
  ['sem endereço', 'channel.address'],
  ['https://2130706433/x', 'channel.ip'],
] as const)('a webhook refuses %s', (address, problem) => {
  expect(checkChannelAddress('webhook', address, ours)).toEqual({ ok: false, problem });
});

test('an address of another provider is refused', () => {
  expect(checkChannelAddress('teams', 'https://loja.com.br/x', ours)).toEqual({
    ...{ ok: false, problem: 'channel.teams' },
  });
});

test('the port of HTTPS may be written, as Teams does', () => {
  const written = 'https://prod-1.brazilsouth.logic.azure.com:443/workflows/a?sig=b';
  expect(checkChannelAddress('teams', written, ours)).toEqual({
    ok: true,
    value: written.replace(':443', ''),
  });
});

test('a short secret shows nothing of itself', () => {
  expect(maskedAddress('https://loja.com.br/aviso')).toBe('loja.com.br');
  expect(maskedAddress('https://hooks.slack.com/services/T1/B1/abcdefgh')).toBe('hooks.slack.com · …efgh');
});

test('an empty address, and an empty or long text, are refused in words', () => {
  const sentence = (read: { error?: { issues: { message: string }[] } | undefined }) =>
    read.error?.issues[0]?.message;
  expect(sentence(PostedRequest.safeParse({ kind: 'slack', address: ' ' }))).toBe(message('channel.address'));
  expect(sentence(Preferences.safeParse(wants({ text: ' ' })))).toBe(message('alert.text-empty'));
  expect(sentence(Preferences.safeParse(wants({ text: 'a'.repeat(501) })))).toBe(message('alert.text-long'));
});
