/**
 * `/api/conta/avisos`: who is told when a monitor of the environment changes, and what became of each message
 * (docs/alerts.md). Only the owner's account; every change answers with the newest view.
 */
import * as z from 'zod/mini';
import { tones } from '../alerts/blocks.ts';
import {
  beatStatuses,
  channelStates,
  firstMonitorStates,
  messageStates,
  offReasons,
  onVerdicts,
  recipientKinds,
  recipientStates,
} from '../alerts/codes.ts';
import { type AlertPreferences, alertKinds, quietModes, reminderHours } from '../alerts/preferences.ts';
import { message } from '../messages/alerts.ts';
import { EmailField } from './people.ts';

export const alertsEndpoint = '/api/conta/avisos';
export const recipientsEndpoint = '/api/conta/avisos/destinatarios';
export const telegramLinkEndpoint = '/api/conta/avisos/telegram';
export const alertChannelEndpoint = '/api/conta/avisos/canal';
export const firstMonitorEndpoint = '/api/conta/primeiro-monitor';
/** For the messenger alone. */
export const telegramWebhookEndpoint = '/api/webhooks/telegram';

/** What may be done with a recipient, as the last part of its address. */
type RecipientVerb = 'codigo' | 'verificar' | 'preferencias' | 'teste' | 'retirada';
export const recipientPath = (id: string, verb: RecipientVerb): string =>
  `${recipientsEndpoint}/${encodeURIComponent(id)}/${verb}`;

export const CODE_DIGITS = 6;
export const CODE_MINUTES = 15;

/** Body of a new e-mail recipient. */
export const RecipientRequest = z.strictObject({ email: EmailField });
export type RecipientRequest = z.output<typeof RecipientRequest>;

/** Body of `verificar`: exactly six digits, without spaces (requirements 001 §5). */
export const CodeRequest = z.strictObject({
  code: z
    .string(message('alert.code'))
    .check(z.regex(new RegExp(`^\\d{${CODE_DIGITS}}$`), message('alert.code'))),
});
export type CodeRequest = z.output<typeof CodeRequest>;

const clock = z
  .string(message('alert.clock'))
  .check(z.regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, message('alert.clock')));

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('pt-BR', { timeZone: name }) !== null;
  } catch {
    return false;
  }
}

const QuietHours = z.strictObject({
  /** Days on which they begin; 0 is Sunday. */
  days: z.array(z.int().check(z.minimum(0), z.maximum(6))).check(z.minLength(1), z.maxLength(7)),
  from: clock,
  until: clock,
  /** IANA name. */
  zone: z.string().check(z.maxLength(60), z.refine(isTimeZone, message('alert.zone'))),
  mode: z.enum(quietModes),
});

export const Preferences: z.ZodMiniType<AlertPreferences> = z.strictObject({
  kinds: z.array(z.enum(alertKinds)).check(z.maxLength(alertKinds.length)),
  quiet: z.nullable(QuietHours),
  /** Hours between reminders; 0: none. */
  reminderHours: z.literal(reminderHours),
});

/** Body that attaches the channel again: to all monitors after it was deleted, or to these. */
export const ChannelRequest = z.strictObject({
  monitors: z.optional(z.array(z.int().check(z.positive())).check(z.maxLength(500))),
});
export type ChannelRequest = z.output<typeof ChannelRequest>;

const Recipient = z.object({
  id: z.string(),
  kind: z.enum(recipientKinds),
  /** Address, or name of the chat. */
  name: z.string(),
  /** `unproven` with `offReason`: one that was off before waits for its code. */
  state: z.enum(recipientStates),
  offReason: z.nullable(z.enum(offReasons)),
  /** How one that is off comes back: at once, or by a code; `never`: only its reader can, or nobody. `null`: it is not off. */
  wayBack: z.nullable(z.enum(onVerdicts)),
  /** The owner's own address. */
  isOwner: z.boolean(),
  preferences: Preferences,
});
export type AlertRecipient = z.output<typeof Recipient>;

/** Moments are milliseconds, UTC. */
const SentMessage = z.object({
  id: z.string(),
  recipient: z.string(),
  kind: z.enum(recipientKinds),
  subject: z.string(),
  lines: z.array(z.string()),
  /** Of the most urgent thing that it tells. */
  tone: z.enum(tones),
  createdAt: z.int(),
  state: z.enum(messageStates),
  settledAt: z.nullable(z.int()),
  /** Why it waits or was refused, in words; of an accepted one, that it is late. */
  detail: z.nullable(z.string()),
});
export type SentAlert = z.output<typeof SentMessage>;

const Monitor = z.object({ id: z.int(), name: z.string() });

/** Answer of every account route about alerts. */
export const AlertsView = z.object({
  channel: z.enum(channelStates),
  /** Monitors from which the customer took the channel. */
  detached: z.array(Monitor),
  /** Running monitors whose fall nothing tells: no channel is switched on for them, ours or another. */
  untold: z.array(Monitor),
  /** Running monitors without a current check, and since when; `null`: never checked. */
  unchecked: z.array(z.extend(Monitor, { since: z.nullable(z.int()) })),
  recipients: z.array(Recipient),
  /** How many e-mail addresses and chats more the plan allows. */
  free: z.object({ email: z.int(), telegram: z.int() }),
  /** Messages of the environment today. */
  share: z.object({ sent: z.int(), limit: z.int() }),
  /** False where the operator has no bot. */
  telegram: z.boolean(),
  /** The newest first, at most 50. */
  messages: z.array(SentMessage),
});
export type AlertsView = z.output<typeof AlertsView>;

/** Answer of a request to connect a chat. */
export const TelegramLink = z.object({
  /** Opens a conversation with the bot. */
  person: z.url(),
  /** Adds the bot to a group. */
  group: z.url(),
  expiresAt: z.int(),
});
export type TelegramLink = z.output<typeof TelegramLink>;

/** Body of an unsubscription or refusal: the token of a mail. */
export const LeaveRequest = z.strictObject({
  t: z.string(message('alert.link-over')).check(z.regex(/^[\w.-]{20,300}$/, message('alert.link-over'))),
});
export type LeaveRequest = z.output<typeof LeaveRequest>;

const FirstBeat = z.object({
  /** Milliseconds, UTC. */
  at: z.int(),
  status: z.enum(beatStatuses),
  /** Milliseconds that it took; `null` without an answer. */
  ping: z.nullable(z.number()),
});
/** A check of the first monitor. */
export type FirstBeat = Readonly<z.output<typeof FirstBeat>>;

/** What is watched first: what was asked for, and the monitor's first checks. */
export const FirstMonitor = z.object({
  /** Suggested from the account's e-mail domain; `null` for a public mail provider. */
  suggested: z.nullable(z.string()),
  /** `null`: nothing was asked for, or the environment has monitors of its own. */
  asked: z.nullable(
    z.object({
      address: z.string(),
      state: z.enum(firstMonitorStates),
      detail: z.nullable(z.string()),
      /** Its number in the environment, once it is made. */
      monitor: z.nullable(z.int()),
      /** The oldest first. */
      beats: z.array(FirstBeat),
    }),
  ),
  /** True while it can be asked for. */
  isOpen: z.boolean(),
});
export type FirstMonitor = z.output<typeof FirstMonitor>;

/** Body that asks for the first monitor; the rules are in src/domain/alerts/first-address.ts. */
export const FirstMonitorRequest = z.strictObject({
  address: z.string(message('first-monitor.address')).check(z.trim(), z.maxLength(2000)),
});
export type FirstMonitorRequest = z.output<typeof FirstMonitorRequest>;
