/** The message that a channel makes of the reader's own template. */

import type { renderTemplate } from '#docs/tools/parts/liquid.ts';
import {
  boldPieces,
  type Channel,
  type ChannelExample,
  type WhatsappProvider,
} from '#docs/tools/rules/channel-text.ts';
import { fill360messenger } from '#docs/tools/rules/fill-360messenger.ts';
import { linesOf, type Piece } from '#docs/tools/rules/marked-text.ts';
import { escapeMarkdown, readTelegram, type TelegramFormat } from '#docs/tools/rules/telegram-text.ts';

interface OwnMessage {
  /** Empty after an error. */
  readonly lines: readonly (readonly Piece[])[];
  readonly error: string | undefined;
  readonly notes: readonly string[];
}

interface OwnChoice {
  readonly channel: Channel;
  readonly template: string;
  readonly format: TelegramFormat;
  readonly provider: WhatsappProvider;
}

export function ownMessage(
  { channel, template, format, provider }: OwnChoice,
  example: ChannelExample,
  render: typeof renderTemplate,
): OwnMessage {
  if (channel === 'whatsapp' && provider === 'messenger360') {
    const { text, notes } = fill360messenger(template, example);
    return { lines: marked(channel, text), error: undefined, notes };
  }
  const isTelegram = channel === 'telegram';
  const toSafe = isTelegram && format === 'MarkdownV2' ? escapeMarkdown : undefined;
  const { text, error, notes } = render(template, example, toSafe);
  if (text === '') return { lines: [], error, notes };
  if (!isTelegram) return { lines: marked(channel, text), error, notes };
  const { pieces, mistake } = readTelegram(text, format);
  return pieces === undefined
    ? { lines: [], error: mistake, notes }
    : { lines: linesOf(pieces), error: undefined, notes };
}

const marked = (channel: Channel, text: string) =>
  text.split('\n').map((line) => boldPieces(channel, line).filter((piece) => piece.text !== ''));
