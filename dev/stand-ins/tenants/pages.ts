/**
 * Pages of a local environment: a dashboard and a public status page in the product's style, labelled as a stand-in.
 * Self-contained: no further requests.
 */
import { html, raw } from 'hono/html';
import type { Environment } from './environment.ts';
import type { InstanceDatabase } from './instance-database.ts';
import { DOWN, MAINTENANCE, type Status, UP } from './kuma-tables.ts';
import type { Monitor } from './monitors.ts';
import { styles } from './styles.ts';

/** As many checks as a row shows, like the real panel on a phone. */
const BEATS = 30;
/** By the instance's status. */
const beatNames = ['down', 'up', 'pending', 'maintenance'] as const;

/** A row of pills, oldest first, with a text for their colours; checks to come are empty. */
function heartbeat(beats: readonly Status[]) {
  const count = (beat: Status) => beats.filter((each) => each === beat).length;
  const sentence =
    beats.length === 0
      ? 'Nenhuma verificação ainda'
      : `Últimas ${beats.length} verificações: ${count(UP)} no ar, ${count(DOWN)} fora, ${count(MAINTENANCE)} em manutenção`;
  const pills = [
    ...Array.from({ length: BEATS - beats.length }, () => '<i></i>'),
    ...beats.map((beat) => `<i class="${beatNames[beat]}"></i>`),
  ];
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

/** A monitor with its checks. */
function monitorLine({ id, name, type, active, interval }: Monitor, database: InstanceDatabase) {
  const beats = active ? database.newestBeats(id, BEATS) : [];
  return html`<li>
    <span class="name">${name}</span><span class="uptime">${type}, ${active ? `a cada ${interval} s` : 'pausado'}</span>
    ${type === 'group' || !active ? '' : heartbeat(beats)}
  </li>`;
}

function monitorList(monitors: readonly Monitor[], database: InstanceDatabase) {
  if (monitors.length === 0) return html`<p class="empty">Nenhum monitor ainda.</p>`;
  return html`<ul class="monitors">${monitors.map((each) => monitorLine(each, database))}</ul>`;
}

/** A group's monitors below it. */
const inGroups = (monitors: readonly Monitor[]): readonly Monitor[] => {
  const tops = monitors.filter(({ parent }) => parent === null);
  return tops.flatMap((top) => [top, ...monitors.filter(({ parent }) => parent === top.id)]);
};

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
export function dashboardPage(
  brand: string,
  environment: Environment,
  prefix: string,
  database: InstanceDatabase,
) {
  const { tenant, phase, isReadOnly, monitors } = environment;
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
    ${
      isReadOnly
        ? html`<p class="lead">Só leitura: todos veem este painel, e ninguém muda nada nele.</p>`
        : html`<p class="lead">Este é o ambiente local de <strong>${tenant}</strong>. No serviço publicado, aqui fica o painel com os seus monitores.</p>
            ${orderedFacts(environment)}`
    }
    <section>
      <h2>Monitores</h2>
      ${monitorList(inGroups(monitors), database)}
    </section>
    ${isReadOnly ? '' : html`<p><a href="${prefix}/status/${tenant}">Ver a página de status</a></p>`}
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
export function statusPage(
  brand: string,
  environment: Environment,
  slug: string,
  database: InstanceDatabase,
) {
  const { tenant, monitors } = environment;
  const view = database.pages.view(slug);
  const title = view?.title ?? `Status de ${slug}`;
  const shown = (view?.groups ?? []).map(({ name, monitors: ids }) => ({
    name,
    lines: ids.flatMap((id) => monitors.filter((each) => each.id === id)),
  }));
  const isDown = shown.some(({ lines }) => lines.some(({ id }) => database.lastBeat(id)?.status === DOWN));
  const badge = isDown
    ? html`<p class="badge"><i class="down"></i> Um serviço está fora</p>`
    : html`<p class="badge"><i class="up"></i> ${view === null ? 'Página publicada' : 'Todos os serviços no ar'}</p>`;
  const body = html`
    ${badge}
    <h1>${title}</h1>
    ${view?.description ? html`<p class="lead">${view.description}</p>` : ''}
    ${
      shown.length === 0
        ? html`<section><h2>Serviços</h2><p class="empty">Nenhum serviço nesta página ainda.</p></section>`
        : shown.map(
            ({ name, lines }) => html`<section><h2>${name}</h2>${monitorList(lines, database)}</section>`,
          )
    }
  `;
  return frame(brand, title, tenant, body);
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
