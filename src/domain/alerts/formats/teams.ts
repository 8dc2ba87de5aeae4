/**
 * A message for a channel of Microsoft Teams by a flow of Workflows (learn.microsoft.com, "Create incoming webhooks with
 * Workflows for Microsoft Teams", and adaptivecards.io, read on 2026-11-28). Text is in runs, which Teams shows as it is:
 * no name of a monitor can become markup. Colours are Teams' own: a card has styles and no colour values.
 */

import type { Tone } from '../blocks.ts';
import { chatPartsOf } from '../chat-text.ts';
import { type ChannelMessage, fitted, linksOf, runsOf } from './channel-message.ts';

/** Microsoft takes 28 KB. */
const BODY_BYTES_MAX = 28_000;
/** Beside the card around it, which is a block for each paragraph. */
const TEXT_MAX = 6000;

const styles: Readonly<Record<Tone, string>> = {
  down: 'attention',
  up: 'good',
  warning: 'warning',
  neutral: 'emphasis',
};

export const teamsBody = (message: ChannelMessage) =>
  fitted((max) => bodyOf(message, max), bytesOf, { max: TEXT_MAX, size: BODY_BYTES_MAX });

/** As it is sent, UTF-8. */
const bytesOf = (body: object): number =>
  encodeURIComponent(JSON.stringify(body)).replace(/%[\dA-F]{2}/g, '.').length;

function bodyOf(message: ChannelMessage, max: number) {
  const { written, panel, siteUrl } = message;
  const parts = chatPartsOf(written, { panel, siteUrl, max });
  const { title, body } = parts;
  const open = (url: string, words: string) => ({ type: 'Action.OpenUrl', title: words, url });
  return {
    type: 'message',
    attachments: [
      {
        contentType: 'application/vnd.microsoft.card.adaptive',
        contentUrl: null,
        content: {
          $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
          type: 'AdaptiveCard',
          version: '1.4',
          // What a notification shows.
          fallbackText: title,
          body: [
            {
              type: 'Container',
              style: styles[written.tone],
              bleed: true,
              items: [
                {
                  type: 'RichTextBlock',
                  inlines: [{ type: 'TextRun', text: title, weight: 'Bolder', size: 'Medium' }],
                },
              ],
            },
            ...paragraphsOf(body).map((inlines) => ({ type: 'RichTextBlock', inlines })),
          ],
          actions: linksOf(message, parts).map(([url, words]) => open(url, words)),
        },
      },
    ],
  };
}

/** A block for each paragraph: a run shows no line break. */
function paragraphsOf(body: Parameters<typeof runsOf>[0]) {
  const paragraphs: { type: 'TextRun'; text: string; fontType?: 'Monospace' }[][] = [[]];
  for (const { text, what } of runsOf(body)) {
    const [first = '', ...more] = text.split(/\n+/);
    const add = (part: string): void => {
      if (part === '') return;
      paragraphs.at(-1)?.push({
        type: 'TextRun',
        text: part,
        ...(what === 'code' ? { fontType: 'Monospace' as const } : {}),
      });
    };
    add(first);
    for (const part of more) {
      paragraphs.push([]);
      add(part);
    }
  }
  return paragraphs.filter((inlines) => inlines.length > 0);
}
