/** `/__stand-in` of Argo CD: what it holds, and buttons that make a provisioning wait, fail or recover. */
import { html } from 'hono/html';
import { type Faults, faultForm, standInPage } from '../stand-in.ts';
import { type ArgocdState, type StoredApplication, statusAt, subdomainOf } from './application.ts';
import type { ApplicationAction } from './store.ts';

const buttons: readonly [ApplicationAction, string][] = [
  ['hold', 'Segurar'],
  ['release', 'Liberar'],
  ['fail-sync', 'Falhar sincronização'],
  ['sync', 'Sincronizar'],
  ['degrade', 'Degradar'],
  ['heal', 'Recuperar'],
];

function row(application: StoredApplication, nowMs: number, tenantUrl: (subdomain: string) => string) {
  const { name } = application.metadata;
  const status = statusAt(application, nowMs);
  const subdomain = subdomainOf(application.spec);
  return html`<tr>
    <td><code>${name}</code></td>
    <td>${subdomain ? html`<a href="${tenantUrl(subdomain)}">${subdomain}</a>` : '—'}</td>
    <td>${status.sync} / ${status.health}${application.held ? ' (segura)' : ''}</td>
    <td>${status.phase ?? '—'} · ${application.operations.length} no total</td>
    <td>
      ${buttons.map(
        ([action, label]) =>
          html`<form method="post" action="/__stand-in/applications/${encodeURIComponent(name)}/${action}">
            <button>${label}</button>
          </form> `,
      )}
    </td>
  </tr>`;
}

/** Renders the page. `tenantUrl` gives the address of a subdomain's environment. */
export function argocdPage(
  state: ArgocdState,
  faults: Faults,
  nowMs: number,
  tenantUrl: (subdomain: string) => string,
) {
  const applications = Object.values(state.applications);
  const { secondsToSync, secondsToHealthy, failNextSyncs } = state.settings;
  return standInPage(
    'Argo CD',
    html`
      <p><a href="/__stand-in">Atualizar</a> · <a href="/__stand-in/state">Estado em JSON</a></p>
      <table>
        <thead>
          <tr><th>Aplicação</th><th>Ambiente</th><th>Estado</th><th>Sincronização</th><th>Ações</th></tr>
        </thead>
        <tbody>
          ${applications.map((application) => row(application, nowMs, tenantUrl))}
        </tbody>
      </table>
      ${applications.length === 0 ? html`<p>Nenhuma aplicação ainda.</p>` : ''}
      <form method="post" action="/__stand-in/settings">
        <fieldset>
          <legend>Ritmo das próximas sincronizações</legend>
          <label>Segundos até sincronizar <input name="secondsToSync" inputmode="decimal" value="${secondsToSync}" size="4" /></label>
          <label>Segundos até ficar saudável <input name="secondsToHealthy" inputmode="decimal" value="${secondsToHealthy}" size="4" /></label>
          <label>Próximas a falhar <input name="failNextSyncs" inputmode="numeric" value="${failNextSyncs}" size="3" /></label>
          <button>Aplicar</button>
        </fieldset>
      </form>
      ${faultForm(faults)}
    `,
  );
}
