/**
 * `/api/conta/avisos`: who is told when a monitor of the environment changes, and what became of each message
 * (docs/alerts.md). Only the owner's account; every change answers with the newest view.
 */
import * as z from 'zod/mini';
import { alertKinds, quietModes, reminderHours } from '../alerts/preferences.ts';
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
  codigo: z
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
  dias: z.array(z.int().check(z.minimum(0), z.maximum(6))).check(z.minLength(1), z.maxLength(7)),
  de: clock,
  ate: clock,
  /** IANA name. */
  fuso: z.string().check(z.maxLength(60), z.refine(isTimeZone, message('alert.zone'))),
  modo: z.enum(quietModes),
});

export const Preferences = z.strictObject({
  avisos: z.array(z.enum(alertKinds)).check(z.maxLength(alertKinds.length)),
  silencio: z.nullable(QuietHours),
  /** Hours between reminders; 0: none. */
  lembrete: z.literal(reminderHours),
});
export type Preferences = z.output<typeof Preferences>;

/** Body that attaches the channel again: to all monitors after it was deleted, or to these. */
export const ChannelRequest = z.strictObject({
  monitores: z.optional(z.array(z.int().check(z.positive())).check(z.maxLength(500))),
});
export type ChannelRequest = z.output<typeof ChannelRequest>;

const instant = z.iso.datetime();

const Recipient = z.object({
  id: z.string(),
  tipo: z.enum(['email', 'telegram']),
  /** Address, or name of the chat. */
  nome: z.string(),
  /** `confirmar`: waits for its code; with `motivo`, one that was off before. `desligado`: gets nothing until it is confirmed again. */
  estado: z.enum(['confirmar', 'ativo', 'desligado']),
  /** Why it is off: the address was refused by its owner, does not exist, blocks us, or left by a link. */
  motivo: z.optional(z.enum(['recusou', 'nao-existe', 'bloqueou', 'saiu', 'spam'])),
  /** How one that is off comes back: at once, or by a code. Absent: only its reader can, or nobody. */
  religar: z.optional(z.enum(['direto', 'por-codigo'])),
  /** The owner's own address. */
  dono: z.optional(z.boolean()),
  /** When the next code may be asked for. */
  reenvioEm: z.optional(instant),
  preferencias: Preferences,
});
export type AlertRecipient = z.output<typeof Recipient>;

const SentMessage = z.object({
  id: z.string(),
  destinatario: z.string(),
  tipo: z.enum(['email', 'telegram']),
  assunto: z.string(),
  linhas: z.array(z.string()),
  criadoEm: instant,
  /** `entregue`: accepted by the mail provider or by Telegram. `talvez`: perhaps so, and it is not sent again. */
  estado: z.enum(['aguarda', 'entregue', 'recusado', 'talvez']),
  entregueEm: z.optional(instant),
  /** Why it waits or was refused; of an accepted one, that it is late. */
  detalhe: z.optional(z.string()),
});
export type SentAlert = z.output<typeof SentMessage>;

const Monitor = z.object({ id: z.int(), nome: z.string() });

/** Answer of every account route about alerts. */
export const AlertsView = z.object({
  /** `preparando`: the environment has not been set up yet. `apagado`: the customer deleted the channel. */
  canal: z.enum(['preparando', 'ligado', 'apagado']),
  /** Monitors from which the customer took the channel. */
  desligados: z.array(Monitor),
  /** Running monitors whose fall nothing tells: no channel is switched on for them, ours or another. */
  semCanal: z.array(Monitor),
  destinatarios: z.array(Recipient),
  /** How many e-mail addresses and chats more the plan allows. */
  livres: z.object({ email: z.int(), telegram: z.int() }),
  /** Messages of the environment today. */
  cota: z.object({ hoje: z.int(), limite: z.int() }),
  /** False where the operator has no bot. */
  telegram: z.boolean(),
  /** The newest first, at most 50. */
  mensagens: z.array(SentMessage),
});
export type AlertsView = z.output<typeof AlertsView>;

/** Answer of a request to connect a chat. */
export const TelegramLink = z.object({
  /** Opens a conversation with the bot. */
  pessoa: z.url(),
  /** Adds the bot to a group. */
  grupo: z.url(),
  venceEm: instant,
});
export type TelegramLink = z.output<typeof TelegramLink>;

/** Body of an unsubscription or refusal: the token of a mail. */
export const LeaveRequest = z.strictObject({
  t: z.string(message('alert.link-over')).check(z.regex(/^[\w.-]{20,300}$/, message('alert.link-over'))),
});
export type LeaveRequest = z.output<typeof LeaveRequest>;

const Beat = z.object({
  em: instant,
  estado: z.enum(['up', 'down', 'pending', 'maintenance']),
  ms: z.nullable(z.number()),
});

/** What is watched first: what was asked for, and the monitor's first checks. */
export const FirstMonitor = z.object({
  /** Suggested from the account's e-mail domain; absent for a public mail provider. */
  sugestao: z.optional(z.string()),
  /** Absent: nothing was asked for, or the environment has monitors of its own. */
  pedido: z.optional(
    z.object({
      endereco: z.string(),
      /** `fila`: made when the environment is ready. `recusado`: the instance refused it. */
      estado: z.enum(['fila', 'feito', 'recusado', 'apagado']),
      detalhe: z.optional(z.string()),
      /** The oldest first. */
      checagens: z.array(Beat),
    }),
  ),
  /** True while it can be asked for. */
  aberto: z.boolean(),
});
export type FirstMonitor = z.output<typeof FirstMonitor>;

/** Body that asks for the first monitor; the rules are in src/domain/alerts/first-address.ts. */
export const FirstMonitorRequest = z.strictObject({
  endereco: z.string(message('first-monitor.address')).check(z.trim(), z.maxLength(2000)),
});
export type FirstMonitorRequest = z.output<typeof FirstMonitorRequest>;
