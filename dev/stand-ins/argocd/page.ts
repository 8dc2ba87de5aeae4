/** `/__stand-in` of Argo CD: its state, and buttons that make a provisioning wait, fail or recover. */
import { html } from 'hono/html';
import { button, settingsControl, table } from '../control-page.ts';
import type { ApplicationAction } from './actions.ts';
import {
  type ArgocdSettings,
  type ArgocdState,
  type StoredApplication,
  statusAt,
  subdomainOf,
} from './application.ts';
import { gitStates } from './check-application.ts';
import type { ArgocdStore } from './store.ts';

const buttons: readonly [ApplicationAction, string][] = [
  ['hold', 'Segurar'],
  ['release', 'Liberar'],
  ['fail-sync', 'Falhar sincronização'],
  ['stick', 'Pod que não para'],
  ['unstick', 'Pod volta a parar'],
];

export const settingsOf = (store: ArgocdStore) =>
  settingsControl<ArgocdSettings>({
    name: 'settings',
    legend: 'Cluster e repositório',
    fields: {
      secondsToSync: 'Segundos até sincronizar',
      secondsToHealthy: 'Segundos até ficar saudável',
      failNextSyncs: 'Próximas sincronizações a falhar',
      secondsToStop: 'Segundos até um pod parar',
      secondsPerPass: 'Segundos entre passos da remoção',
      git: { label: 'Git', choices: gitStates },
      copies: 'Cópias dos volumes',
      version: 'Versão',
    },
    read: () => store.state().settings,
    write: store.configure,
  });

function row(application: StoredApplication, nowMs: number, tenantUrl: (subdomain: string) => string) {
  const { name } = application.metadata;
  const status = statusAt(application, nowMs);
  const subdomain = subdomainOf(application.spec);
  return [
    html`<code>${name}</code>`,
    subdomain ? html`<a href="${tenantUrl(subdomain)}">${subdomain}</a>` : '—',
    `${status.sync} / ${status.health}${application.held ? ' (segura)' : ''}${application.deletionAtMs === undefined ? '' : ' (sendo removida)'}`,
    `${status.phase ?? '—'} · ${application.operations.length} no total`,
    buttons.map(([action, label]) => button(`applications/${encodeURIComponent(name)}/${action}`, label)),
  ];
}

/** `tenantUrl` returns the address of a subdomain's environment. */
export function argocdPage(
  { applications, releases }: ArgocdState,
  settings: unknown,
  nowMs: number,
  tenantUrl: (subdomain: string) => string,
) {
  const objects = Object.entries(releases).flatMap(([name, release]) =>
    release.objects.map((object) => ({ ...object, isOrphan: !Object.hasOwn(applications, name) })),
  );
  return html`
    <p><a href="/__stand-in">Atualizar</a> · <a href="/__stand-in/state">Estado em JSON</a></p>
    ${table(
      ['Aplicação', 'Ambiente', 'Estado', 'Sincronização', 'Ações'],
      Object.values(applications).map((application) => row(application, nowMs, tenantUrl)),
    )}
    <details>
      <summary>${objects.length} objetos no cluster</summary>
      <ul>
        ${objects.map(
          ({ kind, name, deletionAtMs, isOrphan }) =>
            html`<li>${kind} <code>${name}</code>${deletionAtMs === undefined ? '' : ' (Terminating)'}${isOrphan ? ' (sem aplicação)' : ''}</li>`,
        )}
      </ul>
    </details>
    ${settings}`;
}
