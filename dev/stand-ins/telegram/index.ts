/**
 * A local Telegram: the Bot API for one bot, and a page where a developer is "Ana" and talks to it.
 *
 * Deep links work as those of t.me (`/vigia_local_bot?start=code`, `?startgroup=code`). Updates reach the webhook with
 * its secret, and are repeated until it accepts them. Chats and undelivered updates survive a restart.
 */
import { Hono } from 'hono';
import { createStandIn, createStateFile, type HonoStandIn } from '../stand-in.ts';
import { createWebhookQueue, newPending } from '../webhook-queue.ts';
import { noRefusal } from './answers.ts';
import { apiRoutes } from './api.ts';
import { type Chats, createChats } from './chats.ts';
import { answersControl, chatRoutes, deliveriesPage, pauseControl } from './pages.ts';
import { newState, type TelegramState, type Webhook } from './state.ts';

export interface TelegramStandInOptions {
  readonly port: number;
  /** Folder of the state file; without it the state is only in memory. */
  readonly stateDir?: string | null;
  /** The bot's token. */
  readonly token: string;
  /** Where updates go until `setWebhook` is called; with `null` they wait. */
  readonly webhook: Webhook | null;
  readonly now?: () => number;
  /** Sends updates; for tests without a network. */
  readonly fetch?: (input: string, init: RequestInit) => Promise<Response>;
}

export interface TelegramStandIn extends HonoStandIn {
  readonly state: TelegramState;
  readonly chats: Chats;
  /** Delivers what is due, and waits for it. A started stand-in does so by itself. */
  tick(): Promise<void>;
}

export function createTelegramStandIn(options: TelegramStandInOptions): TelegramStandIn {
  const { now = Date.now, fetch: fetchOut = (input, init) => fetch(input, init) } = options;
  const file = createStateFile<TelegramState>(options.stateDir ?? null, 'telegram', newState);
  // A file of an earlier version lacks what came later.
  const read = file.read();
  const state: TelegramState = { ...newState(), ...read, answers: noRefusal() };
  const target = () => state.webhook ?? options.webhook;
  const queue = createWebhookQueue({
    now,
    fetch: fetchOut,
    pending: () => state.updates,
    drop: (update) => {
      state.updates = state.updates.filter((each) => each !== update);
    },
    lineOf: ({ chat }) => chat,
    target,
    headersOf: () => {
      const secret = target()?.secret ?? '';
      return secret === '' ? {} : { 'x-telegram-bot-api-secret-token': secret };
    },
    onFailure: (message) => {
      state.lastError = { at: now(), message };
    },
    save: () => file.write(state),
  });

  const chats = createChats(state, now, (chat, type, content) => {
    if (!(target()?.allowedUpdates ?? [type]).includes(type)) return;
    state.lastId += 1;
    const body = { update_id: state.lastId, [type]: content };
    state.updates.push({ ...newPending(body, now()), chat: chat.id, body });
  });

  const [pauses, answers] = [pauseControl(state), answersControl(state)];
  const standIn = createStandIn({
    name: 'Telegram',
    port: options.port,
    title: 'Telegram: falhas e entregas',
    page: () => deliveriesPage(state, target(), [pauses.form(), answers.form()]),
    state: () => ({ ...state, webhook: target() }),
    controls: new Hono()
      // Whatever a request changed is kept, and what it queued is sent.
      .use(async (_, next) => {
        await next();
        file.write(state);
        queue.schedule();
      })
      .route('/', pauses.routes)
      .route('/', answers.routes)
      .route('/', chatRoutes(state, chats)),
    onListening: () => queue.listen(),
  });
  standIn.app.route('/', apiRoutes({ state, chats, token: options.token, target, now }));
  return { ...standIn, state, chats, tick: queue.tick };
}
