/**
 * The secret address of a team's channel or webhook: which one is accepted, and what is shown of it.
 *
 * Whoever has the address may write there, so it is never shown again. Formats are those of the providers' own pages
 * (api.slack.com/messaging/webhooks, discord.com/developers/docs/resources/webhook, Microsoft's "Create incoming webhooks with
 * Workflows"), read on 2026-11-28. Does not own: whether it answers.
 */
import { strangerProblem } from '../address/host.ts';
import type { AlertsMessageId } from '../messages/alerts.ts';
import { invalid, type Result, valid } from '../result.ts';
import type { PostedKind, TeamKind } from './codes.ts';

export const CHANNEL_ADDRESS_MAX = 2000;

/** The platform's parser; see ../address/host.ts. */
declare const URL: new (
  address: string,
) => Record<
  'protocol' | 'username' | 'password' | 'hostname' | 'port' | 'pathname' | 'hash' | 'href',
  string
>;
type Parsed = InstanceType<typeof URL>;

/** Whether an address is one that the provider gives. */
const isProviders: Readonly<Record<TeamKind, (url: Parsed) => boolean>> = {
  slack: ({ hostname, pathname }) =>
    hostname === 'hooks.slack.com' && /^\/services\/[\w-]+\/[\w-]+\/[\w-]+$/.test(pathname),
  discord: ({ hostname, pathname }) =>
    /^(?:discord|discordapp)\.com$/.test(hostname) &&
    /^\/api\/(?:v\d+\/)?webhooks\/\d+\/[\w-]+$/.test(pathname),
  teams: ({ hostname, pathname }) =>
    /(?:\.logic\.azure\.com|\.environment\.api\.powerplatform\.com|^api\.powerautomate\.com)$/.test(
      hostname,
    ) && pathname.length > 1,
};

const wrongShape: Readonly<Record<TeamKind, AlertsMessageId>> = {
  slack: 'channel.slack',
  discord: 'channel.discord',
  teams: 'channel.teams',
};

/**
 * Checks a typed address.
 * @param ours Domains of ours, with everything below them: nothing of ours is written to.
 * @returns The address as it is called.
 */
export function checkChannelAddress(
  kind: PostedKind,
  typed: string,
  ours: readonly string[],
): Result<string, AlertsMessageId> {
  const text = typed.trim();
  const url = /[\s<>"\\]/.test(text) || text.length > CHANNEL_ADDRESS_MAX ? null : parsed(text);
  if (url === null) return invalid(kind === 'webhook' ? 'channel.address' : wrongShape[kind]);
  if (url.protocol !== 'https:') return invalid('channel.https');
  if (url.username !== '' || url.password !== '') return invalid('channel.user');
  if (url.port !== '') return invalid('channel.port');
  switch (strangerProblem(url.hostname, ours)) {
    case 'ip':
      return invalid('channel.ip');
    case 'ours':
      return invalid('channel.ours');
    case 'onion':
    case 'private':
      return invalid('channel.private');
  }
  // Retired by Microsoft in 2026: what is sent there is lost.
  if (kind === 'teams' && /\.webhook\.office\.com$/.test(`.${url.hostname}`))
    return invalid('channel.teams-retired');
  if (kind !== 'webhook' && !isProviders[kind](url)) return invalid(wrongShape[kind]);
  return valid(url.href.replace(/#.*$/, ''));
}

/** What is shown of an address: `hooks.slack.com · …a1B2`. Short secrets show less. */
export function maskedAddress(address: string): string {
  const url = parsed(address);
  if (url === null) return '…';
  const secret = address.slice(address.indexOf(url.hostname) + url.hostname.length).replace(/\W/g, '');
  return secret.length < 12 ? url.hostname : `${url.hostname} · …${secret.slice(-4)}`;
}

function parsed(address: string): Parsed | null {
  try {
    return new URL(address);
  } catch {
    return null;
  }
}
