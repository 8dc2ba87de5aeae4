/**
 * Pages of a local environment: a dashboard and a public status page in the product's style, labelled as a stand-in.
 * Self-contained: no further requests.
 */
import { html, raw } from 'hono/html';
import type { Environment } from './environment.ts';
import { styles } from './styles.ts';

/** Sample monitors of the two built-in environments; a customer's own starts empty, like a real one. */
const samples = [
  { name: 'Site institucional', uptime: '100%', beats: 'u'.repeat(30) },
  { name: 'Loja virtual', uptime: '99,9%', beats: `${'u'.repeat(17)}ddd${'u'.repeat(10)}` },
  { name: 'API de pedidos', uptime: '100%', beats: `${'u'.repeat(24)}mm${'u'.repeat(4)}` },
] as const;

const beatNames = { u: 'up', d: 'down', m: 'maintenance' } as const;

/** A row of pills, oldest first, with a text for their colours. */
function heartbeat(beats: string) {
  const count = (beat: string) => beats.split(beat).length - 1;
  const sentence = `Últimas ${beats.length} verificações: ${count('u')} no ar, ${count('d')} fora, ${count('m')} em manutenção`;
  const pills = [...beats].map((beat) => `<i class="${beatNames[beat as keyof typeof beatNames]}"></i>`);
  return html`<div class="beats" role="img" aria-label="${sentence}">${raw(pills.join(''))}</div>`;
}

const mark = raw(
  '<svg class="mark" viewBox="0 0 32 32" aria-hidden="true"><rect width="32" height="32" rx="9"/>' +
    '<path d="M5 16c3-5 6.7-7.5 11-7.5S24 11 27 16c-3 5-6.7 7.5-11 7.5S8 21 5 16z"/>' +
    '<circle cx="16" cy="16" r="4.4"/></svg>',
);

function frame(brand: string, title: string, tenant: string, body: unknown) {
  return html`<!doctype html>
    <html lang="pt-BR">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>${title} · ${tenant}</title>
        <link rel="icon" href="data:," />
        <style>${raw(styles)}</style>
      </head>
      <body>
        <header><span class="brand">${mark} ${brand}</span><span class="tenant">${tenant}</span></header>
        <main>${body}</main>
        <footer>
          Substituto local do ambiente do cliente: serve para experimentar o caminho inteiro neste computador e nunca
          é publicado.
        </footer>
      </body>
    </html>`;
}

function monitorList() {
  return html`<ul class="monitors">
    ${samples.map(
      ({ name, uptime, beats }) => html`<li>
        <span class="name">${name}</span><span class="uptime">${uptime} em 30 dias</span>
        ${heartbeat(beats)}
      </li>`,
    )}
  </ul>`;
}

/** The monitors that a tester set, by name. */
function ownMonitors({ monitors }: Environment) {
  if (monitors.length === 0) return html`<p class="empty">Nenhum monitor ainda.</p>`;
  return html`<ul class="monitors">
    ${monitors.map(
      ({ name, type, active, interval }) =>
        html`<li><span class="name">${name}</span><span class="uptime">${type}, ${active ? `a cada ${interval} s` : 'pausado'}</span></li>`,
    )}
  </ul>`;
}

/** The order's facts from the Helm values. */
function orderedFacts({ tenant, workload }: Environment) {
  const planId = workload?.values['planId'];
  const monitorsMax = workload?.values['monitorsMax'];
  return html`<dl>
    <div><dt>Ambiente</dt><dd>${tenant}</dd></div>
    ${typeof planId === 'string' ? html`<div><dt>Plano</dt><dd>${planId}</dd></div>` : ''}
    ${typeof monitorsMax === 'number' ? html`<div><dt>Monitores</dt><dd>até ${monitorsMax}</dd></div>` : ''}
  </dl>`;
}

/** `/dashboard`: ready or, on a fresh instance, still being set up. */
export function dashboardPage(brand: string, environment: Environment, prefix: string) {
  const { tenant, phase, workload } = environment;
  if (phase === 'fresh') {
    return noticePage(
      brand,
      tenant,
      'Preparando o ambiente',
      'A instância respondeu e está sendo configurada.',
    );
  }
  const body = html`
    <p class="badge" id="conexao" role="status"><i class="up"></i> No ar</p>
    <h1>${tenant}</h1>
    <p class="lead">Este é o ambiente local de <strong>${tenant}</strong>. No serviço publicado, aqui fica o painel com os seus monitores.</p>
    ${orderedFacts(environment)}
    <section>
      <h2>Monitores</h2>
      ${workload === null ? monitorList() : ownMonitors(environment)}
    </section>
    <p><a href="${prefix}/status/${tenant}">Ver a página de status</a></p>
    ${prefix === '' ? html`<script src="${LIVE_PATH}" defer></script>` : ''}
  `;
  return frame(brand, 'Painel', tenant, body);
}

export const LIVE_PATH = '/assets/live.js';

/** Keeps a socket open like the real page, and shows when it ends. */
export const liveScript = `
const badge = document.getElementById('conexao');
function open() {
  const socket = new WebSocket(location.origin.replace('http', 'ws') + '/socket.io/?EIO=4&transport=websocket');
  let wasOpen = false;
  socket.onopen = () => { wasOpen = true; badge.textContent = 'Conectado'; };
  socket.onclose = () => {
    badge.textContent = wasOpen ? 'A conexão caiu. Conectando de novo.' : 'Sem conexão com o ambiente.';
    if (wasOpen) setTimeout(open, 1000);
  };
}
open();
`;

/** `/status/{slug}`: public, without sign-in. */
export function statusPage(brand: string, environment: Environment, slug: string) {
  const { tenant, workload } = environment;
  const body = html`
    <p class="badge"><i class="up"></i> ${workload === null ? 'Todos os serviços no ar' : 'Página publicada'}</p>
    <h1>Status de ${slug}</h1>
    <section>
      <h2>Serviços</h2>
      ${workload === null ? monitorList() : html`<p class="empty">Nenhum serviço nesta página ainda.</p>`}
    </section>
    ${workload === null ? html`<p class="note">Serviços e números de exemplo.</p>` : ''}
  `;
  return frame(brand, `Status de ${slug}`, tenant, body);
}

/** A page with one message. */
export function noticePage(
  brand: string,
  tenant: string,
  title: string,
  text: string,
  way?: { readonly href: string; readonly text: string },
) {
  const link = way ? html`<p><a href="${way.href}">${way.text}</a></p>` : '';
  return frame(brand, title, tenant, html`<h1>${title}</h1><p class="lead">${text}</p>${link}`);
}
