/** `/__stand-in` of Argo CD: its state, and buttons that make a provisioning wait, fail or recover. */
import { html, raw } from 'hono/html';
import { type Faults, faultForm, standInPage } from '../stand-in.ts';
import type { ApplicationAction } from './actions.ts';
import {
  type ArgocdState,
  gitStates,
  podManagements,
  type StoredApplication,
  statusAt,
  subdomainOf,
} from './application.ts';

const buttons: readonly [ApplicationAction, string][] = [
  ['hold', 'Segurar'],
  ['release', 'Liberar'],
  ['fail-sync', 'Falhar sincronização'],
  ['sync', 'Sincronizar'],
  ['degrade', 'Degradar'],
  ['heal', 'Recuperar'],
  ['unready', 'Pod sem ficar pronto'],
  ['stick', 'Pod que não para'],
  ['unstick', 'Pod volta a parar'],
];

function row(application: StoredApplication, nowMs: number, tenantUrl: (subdomain: string) => string) {
  const { name } = application.metadata;
  const status = statusAt(application, nowMs);
  const subdomain = subdomainOf(application.spec);
  return html`<tr>
    <td><code>${name}</code></td>
    <td>${subdomain ? html`<a href="${tenantUrl(subdomain)}">${subdomain}</a>` : '—'}</td>
    <td>${status.sync} / ${status.health}${application.held ? ' (segura)' : ''}${application.deletionAtMs === undefined ? '' : ' (sendo removida)'}</td>
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

const choice = (name: string, label: string, values: readonly string[], chosen: string) =>
  html`<label>${label}
    <select name="${name}">
      ${values.map((value) => html`<option ${value === chosen ? raw('selected') : ''}>${value}</option>`)}
    </select></label
  >`;

/** Renders the page. `tenantUrl` returns the address of a subdomain's environment. */
export function argocdPage(
  state: ArgocdState,
  faults: Faults,
  nowMs: number,
  tenantUrl: (subdomain: string) => string,
) {
  const { applications } = state;
  const { secondsToSync, secondsToHealthy, failNextSyncs, secondsToStop, secondsPerPass, version } =
    state.settings;
  const { git, podManagement, ingressAddress, ingressIgnored, copies } = state.settings;
  const objects = Object.entries(state.releases).flatMap(([name, release]) =>
    release.objects.map((object) => ({ ...object, isOrphan: !Object.hasOwn(applications, name) })),
  );
  return standInPage(
    'Argo CD',
    html`
      <p><a href="/__stand-in">Atualizar</a> · <a href="/__stand-in/state">Estado em JSON</a></p>
      <table>
        <thead>
          <tr><th>Aplicação</th><th>Ambiente</th><th>Estado</th><th>Sincronização</th><th>Ações</th></tr>
        </thead>
        <tbody>
          ${Object.values(applications).map((application) => row(application, nowMs, tenantUrl))}
        </tbody>
      </table>
      ${Object.keys(applications).length === 0 ? html`<p>Nenhuma aplicação ainda.</p>` : ''}
      <details>
        <summary>${objects.length} objetos no cluster</summary>
        <ul>
          ${objects.map(
            ({ kind, name, deletionAtMs, isOrphan }) =>
              html`<li>${kind} <code>${name}</code>${deletionAtMs === undefined ? '' : ' (Terminating)'}${isOrphan ? ' (sem aplicação)' : ''}</li>`,
          )}
        </ul>
      </details>
      <form method="post" action="/__stand-in/settings">
        <fieldset>
          <legend>Ritmo das próximas sincronizações</legend>
          <label>Segundos até sincronizar <input name="secondsToSync" inputmode="decimal" value="${secondsToSync}" size="4" /></label>
          <label>Segundos até ficar saudável <input name="secondsToHealthy" inputmode="decimal" value="${secondsToHealthy}" size="4" /></label>
          <label>Próximas a falhar <input name="failNextSyncs" inputmode="numeric" value="${failNextSyncs}" size="3" /></label>
          <label>Segundos até um pod parar <input name="secondsToStop" inputmode="decimal" value="${secondsToStop}" size="4" /></label>
          <label>Segundos entre passos da remoção <input name="secondsPerPass" inputmode="decimal" value="${secondsPerPass}" size="4" /></label>
          <button>Aplicar</button>
        </fieldset>
        <fieldset>
          <legend>Cluster e repositório</legend>
          ${choice('git', 'Git', gitStates, git)} ${choice('podManagement', 'Troca do pod', podManagements, podManagement)}
          ${choice('ingressAddress', 'Ingress publica endereço', ['true', 'false'], String(ingressAddress))}
          ${choice('copies', 'Cópias dos volumes', ['true', 'false'], String(copies))}
          ${choice('ingressIgnored', 'Chart ignora a saúde do Ingress', ['true', 'false'], String(ingressIgnored))}
          <label>Versão <input name="version" value="${version}" size="8" /></label>
          <button>Aplicar</button>
        </fieldset>
      </form>
      ${faultForm(faults)}
    `,
  );
}
