/** `/__stand-in` of the environments: their state, and actions that change it. */
import { html } from 'hono/html';
import { button } from '../control-page.ts';
import { type Environment, environmentActions } from './environment.ts';
import { counterAnswer, type Monitor, type MonitorKind, type MonitorWish, monitorKinds } from './monitors.ts';
import type { Panel } from './panel.ts';

const phaseNames: Readonly<Record<Environment['phase'], string>> = {
  absent: 'não existe',
  starting: 'subindo',
  stopped: 'parado',
  fresh: 'recém-criado',
  ready: 'pronto',
};

const kindNames: Readonly<Record<MonitorKind, string>> = {
  http: 'HTTP',
  ping: 'Ping',
  group: 'Grupo',
  paused: 'Pausado',
  pending: 'Sem checagem',
  onion: '.onion',
  ip: 'HTTP com IP',
};

const amountOf = (monitors: readonly Monitor[], kind: MonitorKind): number =>
  monitors.filter((each) => each.kind === kind).length;

/** A number input per kind; the button replaces the whole list. */
function monitorForm({ tenant, monitors }: Environment) {
  return html`<form method="post" action="/__stand-in/tenants/${tenant}/monitors">
    <fieldset>
      <legend>${counterAnswer(monitors).monitors} monitores</legend>
      ${monitorKinds.map(
        (kind) => html`<label>${kindNames[kind]}
          <input name="${kind}" inputmode="numeric" value="${amountOf(monitors, kind)}" size="2"
        /></label>`,
      )}
      <label>Intervalo (s)
        <input name="interval" inputmode="numeric" value="${monitors[0]?.interval ?? 60}" size="4"
      /></label>
      <button>Aplicar</button>
    </fieldset>
  </form>`;
}

/** The monitor list of the page's form. */
export function wishesOfForm(form: Readonly<Record<string, unknown>>): MonitorWish[] {
  const interval = Math.max(1, Number(form['interval']) || 60);
  return monitorKinds.flatMap((kind) =>
    Array.from({ length: Math.min(200, Math.max(0, Number(form[kind]) || 0)) }, () => ({ kind, interval })),
  );
}

/** What the owner could do in the panel, a line per monitor. */
function panelForms({ tenant, monitors, fallen }: Environment, panel: Panel) {
  const few = monitors.filter(({ type }) => type !== 'group').slice(0, 10);
  const lines = few.map((monitor) =>
    panel
      .actionsOf(tenant, monitor, fallen)
      .map(({ path, words }) => button(`tenants/${tenant}/monitors/${monitor.id}/${path}`, words)),
  );
  if (panel.hasChannel(tenant))
    lines.push([button(`tenants/${tenant}/channels/delete`, 'Apagar o canal dos avisos')]);
  return lines.map((line) => html`<div>${line}</div>`);
}

export function tenantsPage(environments: readonly Environment[], panel: Panel, port: number) {
  const row = (environment: Environment) => {
    const { tenant, phase, workload } = environment;
    return html`<tr>
      <td><a href="http://${tenant}.localhost:${port}/">${tenant}</a></td>
      <td>${phaseNames[phase]}</td>
      <td><code>${workload?.name ?? '—'}</code></td>
      <td>
        ${Object.entries(environmentActions)
          .filter(([, { isUseful }]) => isUseful(environment))
          .map(([action, { name }]) => button(`tenants/${tenant}/${action}`, name))}
      </td>
    </tr>
    <tr><td colspan="4">${panelForms(environment, panel)}${monitorForm(environment)}</td></tr>`;
  };
  return html`
    <p><a href="/__stand-in">Atualizar</a> · <a href="/__stand-in/state">Estado em JSON</a></p>
    <table>
      <thead>
        <tr><th>Ambiente</th><th>Estado</th><th>Aplicação</th><th>Ações</th></tr>
      </thead>
      <tbody>
        ${environments.map(row)}
      </tbody>
    </table>`;
}
