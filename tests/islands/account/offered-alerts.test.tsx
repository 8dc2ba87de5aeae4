/** The offer of alerts to whoever has just accepted an invitation. */
import { screen } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import type { MembersView } from '#domain/api-schemas/people.ts';
import { message } from '#domain/messages.ts';
import { json, refusal } from '#tests/islands/fake-api.ts';
import { button, openAt, part, server, setUp, user } from '#tests/islands/island-page.tsx';
import { READ as ALERTS, view as alertsView } from './alerts-page.tsx';

const base = '/api/conta/pessoas';
const member: MembersView = {
  ...{ role: 'member', tenant: 'acme', url: 'http://acme.localhost:4334', plan: 'pro' },
  ...{ state: 'active', joinedAt: '2026-11-20T15:00:00.000Z', owner: 'dona@teste.example' },
};

beforeEach(setUp);

/** The invitation's page, before the press. */
async function openInvitation(): Promise<void> {
  server.on(`GET ${base}`, () => json({ role: 'none' }));
  await openAt(`/conta/pessoas#convite=${'a'.repeat(64)}`, async () => {
    const { People } = await import('#account/people/people.tsx');
    return <People />;
  });
  server.on(`POST ${base}/aceite`, () => json(member));
  await screen.findByRole('region', { name: 'Você recebeu um convite' });
}

test('once accepted, offers the alerts at the same address, with one press', async () => {
  const alerts = { ...alertsView, role: 'member' as const, recipients: [], offer: 'ana@example.com' };
  await openInvitation();
  server.on(ALERTS, () => json(alerts));
  server.on('POST /api/conta/avisos/destinatarios', refusal(500, 'internal', message('error.internal')), () =>
    json({ ...alerts, offer: null }),
  );
  await user.click(button('Aceitar o convite'));
  const offered = await part('Avisos no seu e-mail');
  expect(offered.getByText(message('alerts.offer'))).toBeTruthy();
  await user.click(button('Receber os avisos em ana@example.com'));
  expect(await offered.findByText(message('error.internal'))).toBeTruthy();
  await user.click(button('Receber os avisos em ana@example.com'));
  const taken = message('alerts.offer-taken', { nome: 'ana@example.com' });
  expect((await offered.findByRole('status')).textContent).toContain(taken);
  expect(offered.getByRole('link').getAttribute('href')).toBe('/conta/avisos');
  expect(server.to('POST /api/conta/avisos').at(-1)?.body).toEqual({ email: 'ana@example.com' });
});

test.each([
  ['a recipient already', () => json({ ...alertsView, role: 'member', recipients: [] })],
  ['without an answer', refusal(500, 'internal', message('error.internal'))],
])('once accepted, offers no alerts: %s', async (_case, answer) => {
  await openInvitation();
  server.on(ALERTS, answer);
  await user.click(button('Aceitar o convite'));
  expect(await screen.findByText(message('people.accepted'))).toBeTruthy();
  expect(screen.queryByRole('region', { name: 'Avisos no seu e-mail' })).toBeNull();
});
