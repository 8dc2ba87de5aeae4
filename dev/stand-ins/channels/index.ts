/**
 * The channels of Slack, Discord and Teams, and every webhook: `POST /{host}/{path}` is a post to `https://{host}/{path}`.
 *
 * Bodies are checked as the real ones check them, so that a message which they would refuse is refused here. Its page shows
 * what came, and what the next ones are answered.
 */
import { Hono } from 'hono';
import { html } from 'hono/html';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { answerControl, button, settingsControl, table } from '../control-page.ts';
import { createStandIn, createStateFile, type HonoStandIn } from '../stand-in.ts';
import { accepted, type Provider, providerOf, refusalChoices, refusals } from './answers.ts';
import { complaintOf } from './check-body.ts';
import type { Received } from './received.ts';

/** What the next posts are answered. */
interface Settings {
  /** Empty: as always. */
  refusal: string;
  /** How many; afterwards as always. Below 0: all. */
  times: number;
  /** Only to addresses that contain it. */
  to: string;
  /** Milliseconds until an answer. */
  delayMs: number;
}

interface ChannelsState {
  received: Received[];
}

export interface ChannelsStandIn extends HonoStandIn {
  readonly settings: Settings;
  readonly state: ChannelsState;
  /** Posts that are being answered now, and the most at once to one address. */
  readonly open: { now: Map<string, number>; most: number };
}

const KEPT = 500;
const signatureHeaders = [
  'webhook-id',
  'webhook-timestamp',
  'webhook-signature',
  'user-agent',
  'x-request-id',
];

export function createChannelsStandIn({
  port,
  stateDir = null,
  now,
}: {
  readonly port: number;
  readonly stateDir?: string | null;
  readonly now: () => number;
}): ChannelsStandIn {
  const file = createStateFile<ChannelsState>(stateDir, 'channels', () => ({ received: [] }));
  const state = file.read();
  const settings: Settings = { refusal: '', times: 0, to: '', delayMs: 0 };
  const open: ChannelsStandIn['open'] = { now: new Map(), most: 0 };
  const control = settingsControl({
    name: 'answers',
    legend: 'Os próximos',
    fields: {
      refusal: { label: 'recebem', choices: refusalChoices },
      times: 'quantos (-1: todos)',
      to: 'só em endereços com',
      delayMs: 'depois de (ms)',
    },
    read: () => settings,
  });
  const standIn = createStandIn({
    name: 'Canais',
    port,
    title: 'Slack, Discord, Teams e webhooks',
    page: () => html`<p>O que chegou a cada endereço. Um endereço de verdade não recebe nada daqui.</p>
      ${control.form()} ${button('received/delete', 'Apagar tudo')}
      ${table(
        ['Quando', 'Endereço', 'O que chegou', 'Respondeu'],
        state.received
          .slice(0, 50)
          .map(({ at, address, body, answered }) => [
            new Date(at).toLocaleTimeString('pt-BR'),
            html`<code>${address}</code>`,
            html`<code>${JSON.stringify(body)}</code>`,
            answered ?? 'nada',
          ]),
      )}`,
    state: () => ({ ...state, settings, most: open.most }),
    controls: new Hono().route('/', control.routes).post('/__stand-in/received/delete', (c) => {
      state.received = [];
      open.most = 0;
      file.write(state);
      return answerControl(c, {});
    }),
  });

  const answerFor = (provider: Provider, address: string, complaint: string | object | null) => {
    const { refusal, times, to } = settings;
    if (refusal !== '' && times !== 0 && address.includes(to)) {
      settings.times = times > 0 ? times - 1 : times;
      return refusals[refusal] ?? refusal;
    }
    return complaint === null ? accepted[provider] : { status: 400, body: complaint };
  };

  standIn.app.post('/:host/:rest{.*}', async (c) => {
    const host = c.req.param('host');
    const { search } = new URL(c.req.url);
    const address = `https://${host}/${c.req.param('rest')}${search}`;
    const provider = providerOf(host);
    const text = await c.req.text();
    const body = parsed(text);
    const answer = answerFor(provider, address, complaintOf(provider, body));
    const headers = Object.fromEntries(
      signatureHeaders.flatMap((name) => {
        const value = c.req.header(name);
        return value === undefined ? [] : [[name, value]];
      }),
    );
    const isSilent = typeof answer === 'string';
    state.received.unshift({
      ...{ at: now(), provider, address, body, text, headers },
      answered: isSilent ? null : answer.status,
    });
    state.received.length = Math.min(state.received.length, KEPT);
    file.write(state);
    const count = (open.now.get(address) ?? 0) + 1;
    open.now.set(address, count);
    open.most = Math.max(open.most, count);
    try {
      if (settings.delayMs > 0) await new Promise((resolve) => setTimeout(resolve, settings.delayMs));
      if (answer === 'cala') await silence(c.req.raw.signal);
      if (isSilent) {
        (c.env as { outgoing?: { destroy(): void } } | undefined)?.outgoing?.destroy();
        throw new Error('the connection broke');
      }
    } finally {
      open.now.set(address, (open.now.get(address) ?? 1) - 1);
    }
    const { status, body: said, headers: more = {} } = answer;
    const written = typeof said === 'string' ? said : JSON.stringify(said);
    const type = typeof said === 'string' ? 'text/plain' : 'application/json';
    return new Response(status === 204 ? null : written, {
      status: status as ContentfulStatusCode,
      headers: { 'content-type': type, ...more },
    });
  });
  return { ...standIn, settings, state, open };
}

/** Until the other side gives up. */
const silence = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}
