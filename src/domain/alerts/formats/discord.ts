/**
 * A message for a Discord channel (discord.com/developers/docs/resources/webhook and /message#embed-object, read on
 * 2026-11-28). Nobody is mentioned, whatever a monitor is called.
 */
import { wholeText } from '../../text/cut-text.ts';
import { chatPartsOf } from '../chat-text.ts';
import { type ChannelMessage, linkWords, runsOf, toneColors } from './channel-message.ts';

const TITLE_MAX = 256;
/** Of 4,096: what escaping and links add fits into the rest. */
const TEXT_MAX = 2600;
const DESCRIPTION_MAX = 4096;

/** Markdown of Discord, links in words included. */
const escaped = (text: string): string => text.replace(/[\\*_~`|>#[\]<]/g, '\\$&');
const link = (url: string, words: string): string => `[${words}](${url})`;

export function discordBody({ written, panel, siteUrl, seenUrl }: ChannelMessage) {
  const { title, body, page, alertsPage } = chatPartsOf(written, { panel, siteUrl, max: TEXT_MAX });
  const said = runsOf(body)
    .map(({ text, what }) => (what === 'code' ? `\`${text.replace(/`/g, "'")}\`` : escapedButLinks(text)))
    .join('');
  const links = [
    ...(seenUrl === null ? [] : [link(seenUrl, linkWords.seen)]),
    link(page, linkWords.panel),
    link(alertsPage, linkWords.alerts),
  ].join(' · ');
  const room = DESCRIPTION_MAX - links.length - 2;
  return {
    embeds: [
      {
        title: wholeText(title, TITLE_MAX),
        url: page,
        description: `${wholeText(said, room)}\n\n${links}`,
        color: Number.parseInt(toneColors[written.tone].slice(1), 16),
      },
    ],
    allowed_mentions: { parse: [] },
  };
}

/** A backslash inside an address would be part of it. */
const escapedButLinks = (text: string): string =>
  text
    .split(/(https?:\/\/\S+)/)
    .map((part, place) => (place % 2 === 0 ? escaped(part) : part))
    .join('');
