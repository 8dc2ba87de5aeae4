/**
 * The text that a channel sends when a monitor goes down or recovers: the instance's own (measured with version 2.5.3),
 * or the customer's template when the channel supports one.
 */
import type { Piece } from './marked-text.ts';
import { DOWNTIME_SECONDS, templateScope, WENT_OFFLINE, type WebhookExample } from './webhook-body.ts';

export type Channel = 'vigia' | 'telegram' | 'email' | 'slack' | 'discord' | 'whatsapp' | 'teams';

/** The instance's name for the template field; `null` when the channel has no template. */
export const templateFields: Readonly<Record<Channel, string | null>> = {
  vigia: null,
  telegram: 'Use um template personalizado de mensagem, Modelo de Mensagem',
  email: 'Corpo personalizado',
  slack: 'Use um modelo de mensagem personalizado',
  discord: 'Formato da mensagem, Modelo personalizado; depois, Modelo de mensagem',
  whatsapp:
    'Mensagem personalizada (opcional), na Evolution API, ou Modelo de mensagem personalizado, no 360messenger',
  teams: null,
};

/** The providers of WhatsApp that take a template. */
export const whatsappProviders = { evolution: 'Evolution API', messenger360: '360messenger' } as const;
export type WhatsappProvider = keyof typeof whatsappProviders;

export interface ChannelText {
  /** E-mail only. */
  readonly subject?: string;
  readonly lines: readonly Line[];
}

export interface Line {
  /** Shown in bold before the text. */
  readonly label?: string;
  readonly text: string;
}

export type ChannelExample = WebhookExample & { readonly situation: 'down' | 'up' };

/** The instance's message without a template; the platform's own is in sample-alerts.ts. */
export function ownText(channel: Exclude<Channel, 'vigia'>, example: ChannelExample): ChannelText {
  const { name, url, message, situation } = example;
  const { summary, at, zone } = momentOf(example);
  const isUp = situation === 'up';
  if (channel === 'email')
    return { subject: summary, lines: [{ text: summary }, { text: `Time (${zone}): ${at}` }] };
  if (channel === 'slack') return { lines: [{ text: name }, { text: summary }] };
  if (channel === 'discord') {
    return {
      lines: [
        {
          label: isUp ? `✅ Your service ${name} is up! ✅` : `❌ Your service ${name} went down. ❌`,
          text: '',
        },
        { label: 'Service Name', text: name },
        ...(url === '' ? [] : [{ label: 'Service URL', text: url }]),
        { label: 'Went Offline', text: WENT_OFFLINE },
        ...(isUp ? [{ label: 'Downtime Duration', text: `${DOWNTIME_SECONDS / 60}m` }] : []),
        { label: `Time (${zone})`, text: at },
        isUp ? { label: 'Ping', text: '183 ms' } : { label: 'Error', text: message },
      ],
    };
  }
  if (channel === 'teams') {
    return {
      lines: [
        { label: isUp ? `[${name}] is back online` : `[${name}] went down`, text: '' },
        { label: 'Description', text: message },
        { label: 'Monitor', text: name },
        { label: 'URL', text: url },
        { label: 'Time', text: `${at} (${zone})` },
      ],
    };
  }
  return { lines: [{ text: summary }] };
}

/** Time of the check as a channel shows it: "03:13". */
export const timeOf = (example: ChannelExample): string => momentOf(example).at.slice(11, 16);

function momentOf(example: ChannelExample) {
  const scope = templateScope(example);
  const beat = scope['heartbeatJSON'] as { localDateTime: string; timezone: string };
  return { summary: String(scope['msg']), at: beat.localDateTime, zone: beat.timezone };
}

const boldMarks: Readonly<Record<Channel, RegExp | null>> = {
  vigia: null,
  // Telegram has a choice of formats (telegram-text.ts).
  telegram: null,
  email: null,
  teams: null,
  discord: /\*\*([^*\n]+)\*\*/g,
  slack: /\*([^*\n]+)\*/g,
  whatsapp: /\*([^*\n]+)\*/g,
};

/** Splits a line at the channel's marks for bold. */
export function boldPieces(channel: Channel, text: string): readonly Piece[] {
  const mark = boldMarks[channel];
  const pieces = mark === null ? [text] : text.split(mark);
  return pieces.map((piece, place) => ({ text: piece, marks: place % 2 === 1 ? ['bold'] : [] }));
}
