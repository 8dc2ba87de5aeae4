/**
 * A message for a Slack channel (api.slack.com/messaging/webhooks, api.slack.com/reference/surfaces/formatting, read on
 * 2026-11-28): `text` is what a notification shows, the attachment has the colour.
 */
import { chatPartsOf } from '../chat-text.ts';
import { type ChannelMessage, fitted, linksOf, runsOf, toneColors } from './channel-message.ts';

const TEXT_MAX = 3000;

/** The three characters that mentions and links are made of. Slack has no escape for bold and italic. */
const escaped = (text: string): string =>
  text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');

const link = (url: string, words: string): string => `<${escaped(url)}|${words}>`;

export function slackBody(message: ChannelMessage) {
  const { written, panel, siteUrl } = message;
  const { title } = chatPartsOf(written, { panel, siteUrl, max: TEXT_MAX });
  return {
    text: escaped(title),
    // A name of a monitor is no markup here.
    mrkdwn: false,
    unfurl_links: false,
    unfurl_media: false,
    attachments: [
      {
        color: toneColors[written.tone],
        fallback: escaped(title),
        text: fitted(
          (max) => textOf(message, max),
          (text) => text.length,
          { max: TEXT_MAX, size: TEXT_MAX },
        ),
        mrkdwn_in: ['text'],
      },
    ],
  };
}

function textOf(message: ChannelMessage, max: number): string {
  const { written, panel, siteUrl } = message;
  const parts = chatPartsOf(written, { panel, siteUrl, max });
  const said = runsOf(parts.body)
    // A backtick inside would end the code; there is no escape for it.
    .map(({ text, what }) => (what === 'code' ? `\`${escaped(text).replace(/`/g, "'")}\`` : escaped(text)))
    .join('');
  const links = linksOf(message, parts)
    .map(([url, words]) => link(url, words))
    .join(' · ');
  return `${said}\n\n${links}`;
}
