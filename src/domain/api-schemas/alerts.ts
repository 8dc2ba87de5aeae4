/**
 * `/api/conta/avisos`: who is told when a monitor of the environment changes, and what became of each message
 * (docs/alerts.md). The owner manages the environment's recipients, a member the own ones; every change answers with the
 * newest view.
 */
import * as z from 'zod/mini';
import { tones } from '../alerts/blocks.ts';
import { CHANNEL_ADDRESS_MAX } from '../alerts/channel-address.ts';
import {
  beatStatuses,
  channelStates,
  firstMonitorStates,
  messageStates,
  offReasons,
  onVerdicts,
  postedKinds,
  recipientKinds,
  recipientStates,
} from '../alerts/codes.ts';
import { OWN_TEXT_MAX, unknownVariable } from '../alerts/own-text.ts';
import { type AlertPreferences, alertKinds, quietModes, reminderHours } from '../alerts/preferences.ts';
import { message } from '../messages/alerts.ts';
import { LEVELS_MAX, TAG_MAX } from './alert-report.ts';
import { EmailField } from './people.ts';

export const alertsEndpoint = '/api/conta/avisos';
export const recipientsEndpoint = '/api/conta/avisos/destinatarios';
/** Adds a team's channel or a webhook. */
export const postedEndpoint = '/api/conta/avisos/destinos';
export const telegramLinkEndpoint = '/api/conta/avisos/telegram';
export const alertChannelEndpoint = '/api/conta/avisos/canal';
export const firstMonitorEndpoint = '/api/conta/primeiro-monitor';
/** For the messenger alone. */
export const telegramWebhookEndpoint = '/api/webhooks/telegram';

/** What may be done with a recipient, as the last part of its address. */
type RecipientVerb = 'codigo' | 'verificar' | 'nome' | 'preferencias' | 'teste' | 'segredo' | 'retirada';
export const recipientPath = (id: string, verb: RecipientVerb): string =>
  `${recipientsEndpoint}/${encodeURIComponent(id)}/${verb}`;

export const CODE_DIGITS = 6;
export const CODE_MINUTES = 15;
/** Between two codes to the same mailbox. */
export const CODE_PAUSE_SECONDS = 60;

export const RECIPIENT_NAME_MAX = 60;

/** Friendly name of a recipient; empty: none. */
const NameField = z
  .string(message('alert.name'))
  .check(z.trim(), z.maxLength(RECIPIENT_NAME_MAX, message('alert.name')));

/** Body of a new e-mail recipient. A member gives the account's own address, which needs no code. */
export const RecipientRequest = z.strictObject({ email: EmailField, name: z.optional(NameField) });
export type RecipientRequest = z.output<typeof RecipientRequest>;

/** Body of a new channel or webhook; the rules of its address are in src/domain/alerts/channel-address.ts. */
export const PostedRequest = z.strictObject({
  kind: z.enum(postedKinds),
  address: z
    .string(message('channel.address'))
    .check(z.trim(), z.minLength(1, message('channel.address')), z.maxLength(CHANNEL_ADDRESS_MAX)),
  name: z.optional(NameField),
});
export type PostedRequest = z.output<typeof PostedRequest>;

/** Body of `nome`. A chat that loses its friendly name keeps the one that it has. */
export const RenameRequest = z.strictObject({ name: NameField });
export type RenameRequest = z.output<typeof RenameRequest>;

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

const days = z.array(z.int().check(z.minimum(0), z.maximum(6))).check(z.maxLength(7));

const QuietHours = z
  .strictObject({
    /** Days on which they begin; 0 is Sunday. */
    days,
    /** Days that are quiet from midnight to midnight. */
    wholeDays: days,
    from: clock,
    until: clock,
    /** IANA name. */
    zone: z.string().check(z.maxLength(60), z.refine(isTimeZone, message('alert.zone'))),
    mode: z.enum(quietModes),
  })
  .check(
    z.refine(({ days: begun, wholeDays }) => begun.length + wholeDays.length > 0, {
      path: ['days'],
      error: message('alert.days'),
    }),
  );

export const Preferences: z.ZodMiniType<AlertPreferences, unknown> = z
  .strictObject({
    kinds: z.array(z.enum(alertKinds)).check(z.maxLength(alertKinds.length)),
    quiet: z.nullable(QuietHours),
    /** Hours between reminders; 0: none. */
    reminderHours: z.literal(reminderHours),
    /** Keys of `AlertsView.monitors`, also of ones that are gone; `null`: all. */
    monitors: z.nullable(
      z
        .array(z.string().check(z.regex(/^\d{1,15}:\d{1,15}$/, message('alert.monitors'))))
        .check(z.maxLength(LEVELS_MAX)),
    ),
    /** Tags, whose monitors are heard of beside those; also of ones that come later. */
    tags: z.optional(z.array(z.string().check(z.maxLength(TAG_MAX))).check(z.maxLength(50))),
    /** Own text of a chat or channel; `null`: ours. */
    text: z._default(
      z.nullable(
        z.string().check(
          z.trim(),
          z.minLength(1, message('alert.text-empty')),
          z.maxLength(OWN_TEXT_MAX, message('alert.text-long')),
          z.refine((text) => unknownVariable(text) === null, {
            error: ({ input }) =>
              message('alert.text-variable', { variavel: unknownVariable(String(input)) ?? '' }),
          }),
        ),
      ),
      null,
    ),
  })
  .check(
    z.refine(({ monitors, tags = [] }) => monitors === null || monitors.length + tags.length > 0, {
      path: ['monitors'],
      error: message('alert.monitors'),
    }),
  );

/** Body that attaches the channel again: to all monitors after it was deleted, or to these. */
export const ChannelRequest = z.strictObject({
  monitors: z.optional(z.array(z.int().check(z.positive())).check(z.maxLength(500))),
});
export type ChannelRequest = z.output<typeof ChannelRequest>;

const Recipient = z.object({
  id: z.string(),
  kind: z.enum(recipientKinds),
  /** Friendly name, or that of the chat. */
  name: z.nullable(z.string()),
  /** E-mail address; of a channel or webhook what may be seen of it; empty for a chat. */
  address: z.string(),
  /** True while the plan lacks its kind: it gets nothing, and comes back with the plan by itself. */
  isOffPlan: z.boolean(),
  /** `unproven` with `offReason`: one that was off before waits for its code. */
  state: z.enum(recipientStates),
  offReason: z.nullable(z.enum(offReasons)),
  /** How one that is off comes back: at once, or by a code; `never`: only its reader can, or nobody. `null`: it is not off. */
  wayBack: z.nullable(z.enum(onVerdicts)),
  /** Milliseconds, UTC, from which another code may be asked for; `null`: now. */
  resendAt: z.nullable(z.int()),
  /** The owner's own address. */
  isOwner: z.boolean(),
  /** The member whose own it is, by membership; `null` for the environment's, which are the owner's to manage. */
  member: z.nullable(
    z.object({
      id: z.string(),
      name: z.string(),
      /** Without a seat in the plan: nothing is sent to it meanwhile. */
      isPaused: z.boolean(),
    }),
  ),
  /** Whether the caller may change it. */
  isMine: z.boolean(),
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
  role: z.enum(['owner', 'member']),
  channel: z.enum(channelStates),
  /** Monitors from which the customer took the channel. */
  detached: z.array(Monitor),
  /** Running monitors whose fall nothing tells: no channel is switched on for them, ours or another. */
  untold: z.array(Monitor),
  /** Running monitors without a current check, and since when; `null`: never checked. */
  unchecked: z.array(z.extend(Monitor, { since: z.nullable(z.int()) })),
  recipients: z.array(Recipient),
  /** A member's own proven address that gets no alerts yet. */
  offer: z.nullable(z.string()),
  /** Monitors that are watched, among which a recipient may choose. */
  monitors: z.array(z.object({ key: z.string(), name: z.string() })),
  /** Tags that monitors have. */
  tags: z.array(z.string()),
  /** Whether the plan has that choice; without it every recipient hears of all monitors. */
  canChooseMonitors: z.boolean(),
  /** Whether the plan has own texts. */
  canWriteText: z.boolean(),
  /** How many e-mail addresses and chats more the plan allows; for a member, how many more own ones. */
  free: z.object({ email: z.int(), telegram: z.int(), posted: z.int() }),
  /** A larger plan has places for more; plans are the owner's. */
  largerHasMore: z.boolean(),
  /** Kinds of channels that an owner may add, and the first plan with each: `null` where the account's plan has it. */
  channels: z.array(z.object({ kind: z.enum(postedKinds), plan: z.nullable(z.string()) })),
  /** Messages of the environment today. */
  share: z.object({ sent: z.int(), limit: z.int() }),
  /** False where the operator has no bot. */
  telegram: z.boolean(),
  /** The newest first, at most 50; for a member, those to the own recipients. */
  messages: z.array(SentMessage),
});
export type AlertsView = z.output<typeof AlertsView>;

/** Answer to a new channel or webhook, and to a new secret. */
export const PostedAnswer = z.object({
  alerts: AlertsView,
  /** With which what is posted to a webhook is signed; shown this once. `null` for a channel. */
  secret: z.nullable(z.string()),
});
export type PostedAnswer = z.output<typeof PostedAnswer>;

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
