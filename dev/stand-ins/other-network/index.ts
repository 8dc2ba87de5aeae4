/**
 * The other network, from which the Worker looks a second time at a monitor that fell: `GET /{address, percent-encoded}`
 * answers as the site would answer from there.
 *
 * Sites of this machine are asked for real, so that a drill with a site of its own gets the truth; nothing else leaves the
 * machine: other sites answer as its page says, or as a test says of one host.
 */
import { html } from 'hono/html';
import { settingsControl, table } from '../control-page.ts';
import { createStandIn, type HonoStandIn } from '../stand-in.ts';

const answers = {
  answers: 'responde (200)',
  redirects: 'redireciona (301)',
  forbids: 'recusa (403)',
  limits: 'limita (429)',
  challenges: 'pede um desafio',
  fails: 'cai no meio',
  unreached: 'não é alcançado (522)',
  hangs: 'nunca responde',
  ours: 'é um endereço nosso',
} as const;
type Answer = keyof typeof answers;

interface OtherNetworkStandIn extends HonoStandIn {
  /** Replaced by tests. */
  readonly settings: { answer: Answer; hosts: Readonly<Record<string, Answer>> };
}

/** Looks that are kept and shown. */
const LOOKS_KEPT = 200;
/** How long a site of this machine has; the Worker waits less. */
const LOCAL_MS = 5000;

const isLocal = (host: string): boolean => /^(?:(?:.+\.)?localhost|127\.[\d.]+|\[::1\])$/.test(host);

export function createOtherNetworkStandIn({
  port,
  now,
}: {
  port: number;
  now: () => number;
}): OtherNetworkStandIn {
  const settings: OtherNetworkStandIn['settings'] = { answer: 'answers', hosts: {} };
  const looks: { at: number; url: string; agent: string; got: string }[] = [];
  const control = settingsControl({
    name: 'settings',
    legend: 'De outra rede, um site',
    fields: { answer: { label: 'responde assim', choices: answers } },
    read: () => settings,
  });
  const standIn = createStandIn({
    name: 'Outra rede',
    port,
    title: 'A outra rede',
    page: () => html`<p>O que o segundo olhar recebe quando um monitor cai. Sites desta máquina são perguntados de verdade.</p>
      ${control.form()}
      ${table(
        ['Quando', 'Endereço', 'Resposta'],
        looks.map(({ at, url, got }) => [new Date(at).toLocaleTimeString('pt-BR'), url, got]),
      )}`,
    state: () => ({ settings, looks }),
    controls: control.routes,
  });
  standIn.app.get('/:address', async (c) => {
    const url = c.req.param('address');
    const { hostname } = new URL(url);
    const answer = settings.hosts[hostname] ?? (isLocal(hostname) ? null : settings.answer);
    const agent = c.req.header('user-agent') ?? '';
    looks.unshift({
      at: now(),
      url,
      agent,
      got: answer === null ? 'o que o site responde' : answers[answer],
    });
    looks.length = Math.min(looks.length, LOOKS_KEPT);
    const hangUp = () => {
      (c.env as { outgoing?: { destroy(): void } } | undefined)?.outgoing?.destroy();
      // Without a connection, as in a test of its own.
      throw new Error('the connection broke');
    };
    switch (answer) {
      case null:
        return askHere(url).catch(hangUp);
      case 'answers':
        return c.text('no ar');
      case 'redirects':
        return c.redirect('https://outro.example/', 301);
      case 'forbids':
        return c.text('Forbidden', 403);
      case 'limits':
        return c.text('error code: 1015', 429);
      case 'challenges':
        return c.text('Just a moment...', 200, { 'cf-mitigated': 'challenge' });
      case 'ours':
        return c.text('uma página de status', 200, { 'X-Vigia': 'ambiente' });
      case 'unreached':
        return c.body('error code: 522', 522 as never);
      case 'fails':
        return hangUp();
      case 'hangs':
        return await new Promise<never>(() => {});
    }
  });
  return { ...standIn, settings };
}

/** The status and headers of a site of this machine. */
async function askHere(url: string): Promise<Response> {
  const { status, headers, body } = await fetch(url, {
    redirect: 'manual',
    signal: AbortSignal.timeout(LOCAL_MS),
  });
  await body?.cancel();
  return new Response(null, { status, headers: pick(headers) });
}

/** Those that the Worker reads; others describe a body that is not passed on. */
const pick = (headers: Headers): Headers =>
  new Headers(
    ['cf-mitigated', 'x-vigia']
      .flatMap((name) => [[name, headers.get(name)]])
      .filter(([, value]) => value) as [string, string][],
  );
