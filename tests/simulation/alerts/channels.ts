/**
 * The channels of a team and the webhook of the rehearsal: what came to them as their readers see it, and their own bad
 * weather. Our own client speaks to them.
 */
import { refusals } from '#dev/stand-ins/channels/answers.ts';
import { type TeamKind, teamKinds } from '#domain/alerts/codes.ts';
import { createTeamChannels } from '#functions/vendors/team-channels/team-channels.ts';
import { createProvider } from './provider.ts';
import type { ProviderAnswer } from './provider-answers.ts';

type Provider = ReturnType<typeof createProvider>;
type Expected = Pick<ProviderAnswer, 'about' | 'expects'>;

function answer(name: string, expected: Expected): ProviderAnswer {
  const { status = 500, body = '', headers = {} } = refusals[name] ?? {};
  const retryAfter = headers['retry-after'];
  return {
    status,
    body,
    ...(retryAfter === undefined ? {} : { retryAfter: Number(retryAfter) }),
    ...expected,
  };
}
const ofText: Expected = { about: 'message', expects: 'refused' };
const later: Expected = { about: 'recipient', expects: 'waits' };
const over: Expected = { about: 'recipient', expects: 'ended' };
const ofAll: Expected = { about: 'provider', expects: 'waits' };
const unknown: Expected = { about: 'provider', expects: 'unknown' };

/** What each may answer, and what must become of it: from the providers' own pages, not from our code. */
export const channelWeather: Readonly<Record<TeamKind, readonly ProviderAnswer[]>> = {
  slack: [
    answer('slack-arquivado', over),
    answer('slack-proibido', later),
    answer('slack-pausa', later),
    answer('slack-conteudo', ofText),
    answer('slack-erro', unknown),
  ],
  discord: [
    answer('discord-pausa', later),
    answer('discord-permissao', later),
    answer('discord-conteudo', ofText),
    answer('discord-banido', ofAll),
    answer('discord-bloqueado', ofAll),
    answer('discord-erro', unknown),
  ].map((each) => (each.status === 500 ? { ...each, status: 502 } : each)),
  teams: [
    answer('teams-pausa', later),
    answer('teams-desligado', later),
    answer('teams-conteudo', ofText),
    answer('teams-erro', later),
  ],
};

/** What ends a channel only when it comes again and again, over so long. */
export const goneAnswers: Readonly<Record<TeamKind, ProviderAnswer>> = {
  slack: answer('slack-sem-servico', later),
  discord: answer('discord-apagado', later),
  teams: answer('teams-apagado', later),
};

/** What a webhook's server answers on a bad day, one after the other. */
const hookWeather = [
  'webhook-erro',
  'webhook-recusa',
  'webhook-pausa',
  'webhook-senha',
  'webhook-desvio',
].map((name) => refusals[name]);

const hosts: Readonly<Record<TeamKind, string>> = {
  slack: 'hooks.slack.com',
  discord: 'discord.com',
  teams: 'prod-1.brazilsouth.logic.azure.com',
};
const HOOK_HOST = 'avisos.loja.com.br';

/** An address of the rehearsal. */
export const channelAddress = (kind: TeamKind | 'webhook', name: string): string =>
  ({
    slack: `https://${hosts.slack}/services/T/B/${name}`,
    discord: `https://${hosts.discord}/api/webhooks/1/${name}`,
    teams: `https://${hosts.teams}/workflows/${name}`,
    webhook: `https://${HOOK_HOST}/${name}`,
  })[kind];

/** A post that the webhook took. */
export interface Taken {
  readonly at: number;
  readonly to: string;
  readonly id: string;
  readonly body: {
    readonly event: string;
    readonly sequence: number;
    readonly timestamp: string;
    readonly downtime?: number;
    readonly monitor?: { readonly name: string };
  };
}

interface Options {
  readonly now: () => number;
  readonly turnedBackAt: () => number;
  readonly chance: (probability: number) => boolean;
  /** Chance that a call, or the answer to it, is lost: of the channels, and of the webhook. */
  readonly loss: () => number;
  readonly hookLoss: () => number;
}

export function createChannels({ hookLoss, ...options }: Options) {
  const of = (kind: TeamKind): Provider =>
    createProvider({
      ...options,
      accepted: () => ({}),
      read: (path, { body }) => ({
        ...{ isBatch: false, key: null, bytes: String(body) },
        texts: [{ to: `https://${hosts[kind]}${path}`, text: textIn(kind, JSON.parse(String(body))) }],
      }),
    });
  const providers = { slack: of('slack'), discord: of('discord'), teams: of('teams') };
  const taken: Taken[] = [];
  let hookHitches = 0;

  async function hook(url: string, init: RequestInit): Promise<Response> {
    hookHitches += 1;
    if (options.chance(hookLoss())) throw new Error('no connection');
    if (options.chance(hookLoss() / 2)) {
      const { status = 503, headers = {} } = hookWeather[hookHitches % hookWeather.length] ?? {};
      return new Response('', { status, headers });
    }
    const id = new Headers(init.headers).get('webhook-id') ?? '';
    taken.push({ at: options.now(), to: url, id, body: JSON.parse(String(init.body)) });
    if (options.chance(hookLoss() / 2)) throw new Error('the answer was lost');
    hookHitches -= 1;
    return new Response('');
  }

  const port = createTeamChannels({
    ...{ standInUrl: null, agent: 'Vigia' },
    fetch(address, init) {
      const { hostname } = new URL(address);
      if (hostname === HOOK_HOST) return hook(address, init);
      const kind = teamKinds.find((each) => hosts[each] === hostname) ?? 'slack';
      return providers[kind].fetch(address, init);
    },
  });
  return { providers, taken, hookHitches: () => hookHitches, port };
}

type Body = Readonly<Record<string, never>>;

/** What a reader sees, without the links: the state first, as in a chat. */
function textIn(kind: TeamKind, body: Body): string {
  const without = (text: string): string => text.split('\n\n').slice(0, -1).join('\n\n');
  if (kind === 'slack') {
    const { text, attachments } = body as unknown as { text: string; attachments: { text: string }[] };
    return plain(`🔵 ${text}\n\n${without(attachments[0]?.text ?? '')}`);
  }
  if (kind === 'discord') {
    const { embeds } = body as unknown as { embeds: { title: string; description: string }[] };
    const [embed] = embeds;
    return `🔵 ${embed?.title}\n\n${without(embed?.description ?? '').replace(/\\([\\*_~`|>#[\]<])/g, '$1')}`;
  }
  const { attachments } = body as unknown as {
    attachments: { content: { body: { items?: Block[]; inlines?: Inline[] }[] } }[];
  };
  const blocks = (attachments[0]?.content.body ?? []).flatMap((each) => each.items ?? [each]);
  const lines = blocks.map(({ inlines = [] }) => inlines.map(({ text }) => text).join(''));
  return `🔵 ${lines.join('\n\n')}`;
}
interface Inline {
  readonly text: string;
}
interface Block {
  readonly inlines?: Inline[];
}

const plain = (text: string): string =>
  text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
