/** `/__stand-in`: the realm's state, faults on demand, and a button that ends a session. */
import { Hono } from 'hono';
import { html } from 'hono/html';
import { answerControl, button, table } from '../control-page.ts';
import { describedRoutes, type Faults } from '../stand-in.ts';
import { endSession, listSessions, type SessionSummary } from './records.ts';
import type { IdentityStore } from './store.ts';

/** Response of `/__stand-in/state`; no password, token or key. */
export interface IdentitySnapshot {
  readonly users: readonly {
    readonly id: string;
    readonly email: string;
    readonly name: string;
    readonly isEmailProven: boolean;
    /** Names of groups. */
    readonly groups: readonly string[];
  }[];
  readonly groups: readonly { readonly id: string; readonly name: string }[];
  readonly sessions: readonly SessionSummary[];
}

export function snapshot(store: IdentityStore): IdentitySnapshot {
  return {
    users: store.state.users.map((user) => ({
      id: user.id,
      email: user.email,
      name: user.name,
      isEmailProven: user.isEmailProven,
      groups: store.groupsOf(user).map((group) => group.name),
    })),
    groups: store.state.groups.map(({ id, name }) => ({ id, name })),
    sessions: listSessions(store),
  };
}

function dashboard(store: IdentityStore) {
  const { users, groups, sessions } = snapshot(store);
  const emailOf = (id: string): string => users.find((user) => user.id === id)?.email ?? '(conta removida)';
  return html`<p>As falhas valem para a API de administração e para o endpoint de tokens.</p>
      <h2>Contas</h2>
      ${table(
        ['E-mail', 'Confirmado', 'Nome', 'Grupos', 'Id'],
        users.map((user) => [
          user.email,
          user.isEmailProven ? 'sim' : 'não',
          user.name,
          user.groups.join(', ') || '–',
          html`<code>${user.id}</code>`,
        ]),
      )}
      <h2>Grupos</h2>
      ${table(
        ['Nome', 'Membros', 'Id'],
        groups.map((group) => [
          group.name,
          users.filter((user) => user.groups.includes(group.name)).length,
          html`<code>${group.id}</code>`,
        ]),
      )}
      <h2>Sessões</h2>
      ${table(
        ['Conta', 'Desde', ''],
        sessions.map((session) => [
          emailOf(session.userId),
          session.signedInAt,
          button(`sessions/${session.id}/end`, 'Encerrar'),
        ]),
      )}`;
}

export const dashboardRoutes = (store: IdentityStore, faults: Faults): Hono =>
  new Hono()
    .route(
      '/',
      describedRoutes(
        { title: 'Identidade', page: () => dashboard(store), state: () => snapshot(store) },
        faults,
      ),
    )
    .post('/__stand-in/sessions/:id/end', (c) => {
      endSession(store, c.req.param('id'));
      return answerControl(c, {});
    });
