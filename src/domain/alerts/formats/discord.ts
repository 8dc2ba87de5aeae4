/**
 * A message for a Discord channel (discord.com/developers/docs/resources/webhook and /message#embed-object, read on
 * 2026-11-28). Nobody is mentioned, whatever a monitor is called.
 */
import { wholeText } from '../../text/cut-text.ts';
import { chatPartsOf } from '../chat-text.ts';
import { type ChannelMessage, fitted, linksOf, runsOf, toneColors } from './channel-message.ts';

const TITLE_MAX = 256;
const DESCRIPTION_MAX = 4096;
/** Beside escapes and links. */
const TEXT_MAX = 2600;

/** Markdown of Discord, links in words included. */
const escaped = (text: string): string => text.replace(/[\\*_~`|>#[\]<]/g, '\\$&');
const link = (url: string, words: string): string => `[${words}](${url})`;

export function discordBody(message: ChannelMessage) {
  const { written, panel, siteUrl } = message;
  const { title, page } = chatPartsOf(written, { panel, siteUrl, max: TEXT_MAX });
  return {
    embeds: [
      {
        title: fitted((max) => escaped(wholeText(title, max)), sizeOf, { max: TITLE_MAX, size: TITLE_MAX }),
        url: page,
        description: fitted((max) => descriptionOf(message, max), sizeOf, {
          max: TEXT_MAX,
          size: DESCRIPTION_MAX,
        }),
        color: Number.parseInt(toneColors[written.tone].slice(1), 16),
      },
    ],
    allowed_mentions: { parse: [] },
  };
}

const sizeOf = (text: string): number => text.length;

function descriptionOf(message: ChannelMessage, max: number): string {
  const { written, panel, siteUrl } = message;
  const parts = chatPartsOf(written, { panel, siteUrl, max });
  const said = runsOf(parts.body)
    .map(({ text, what }) => (what === 'code' ? `\`${text.replace(/`/g, "'")}\`` : escapedButLinks(text)))
    .join('');
  const links = linksOf(message, parts)
    .map(([url, words]) => link(url, words))
    .join(' · ');
  return `${said}\n\n${links}`;
}

/** A backslash inside an address would be part of it. */
const escapedButLinks = (text: string): string =>
  text
    .split(/(https?:\/\/\S+)/)
    .map((part, place) => (place % 2 === 0 ? escaped(part) : part))
    .join('');
