/** Channels of a team and webhooks on the page: adding by an answered test, a secret shown once, and what the plan allows. */
import { screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import type { AlertRecipient, AlertsView } from '#domain/api-schemas/alerts.ts';
import { message } from '#domain/messages/alerts.ts';
import { json, refusal } from '#tests/islands/fake-api.ts';
import { press, server, setUp, user, write } from '#tests/islands/island-page.tsx';
import { base, choose, colleague, menuOf, open, own, view } from './alerts-page.tsx';

const ADD = `${base}/destinos`;
const PART = 'Slack, Discord, Teams ou webhook';
const channels: AlertsView['channels'] = [
  { kind: 'slack', plan: null },
  { kind: 'discord', plan: null },
  { kind: 'teams', plan: null },
  { kind: 'webhook', plan: 'Pro' },
];
const slack: AlertRecipient = {
  ...{ ...colleague, id: 'r5', kind: 'slack', name: '#plantão', address: 'hooks.slack.com · …a1B2' },
};
const hook: AlertRecipient = { ...slack, id: 'r6', kind: 'webhook', name: 'Painel', address: 'loja.com.br' };
const part = () => within(screen.getByRole('region', { name: PART }));

beforeEach(setUp);

describe('adding', () => {
  test('says that it tests meanwhile', async () => {
    await open({ channels });
    server.on(ADD, () => new Promise<Response>(() => {}));
    await write(part().getByLabelText(/^Endereço que o Slack dá/), 'https://hooks.slack.com/services/a/b/c');
    await press('Testar e acrescentar');
    expect(await screen.findByRole('button', { name: message('channel.testing') })).toBeTruthy();
  });

  test('a channel says that its test arrived', async () => {
    await open({ channels });
    expect(screen.getByText(message('channel.hint'))).toBeTruthy();
    expect(screen.getByText(message('channel.name'))).toBeTruthy();
    server.on(ADD, () => json({ alerts: { ...view, channels, recipients: [own, slack] }, secret: null }));
    await write(part().getByLabelText(/^Endereço que o Slack dá/), 'https://hooks.slack.com/services/a/b/c');
    await press('Testar e acrescentar');
    expect(await screen.findByText(message('channel.added', { nome: '#plantão' }))).toBeTruthy();
    expect(server.to(ADD).at(-1)?.body).toEqual({
      ...{ kind: 'slack', address: 'https://hooks.slack.com/services/a/b/c' },
    });
  });

  test('a refused address says why beside the field, and stays', async () => {
    await open({ channels });
    const sentence = message('channel.silent', { motivo: message('channel.no-answer') });
    server.on(ADD, refusal(409, 'alert-channel-silent', sentence, { address: sentence }));
    const field = part().getByLabelText<HTMLInputElement>(/^Endereço/);
    await write(field, 'https://hooks.slack.com/services/a/b/c');
    await press('Testar e acrescentar');
    expect(await part().findByText(sentence)).toBeTruthy();
    expect(field.value).toBe('https://hooks.slack.com/services/a/b/c');
  });

  test('without an address nothing is sent', async () => {
    await open({ channels });
    await press('Testar e acrescentar');
    expect(await part().findByText(message('channel.address'))).toBeTruthy();
    expect(server.to(ADD)).toEqual([]);
  });

  test('a kind that the plan lacks says from which plan on', async () => {
    await open({ channels });
    await user.selectOptions(part().getByLabelText('Onde'), 'webhook');
    expect(part().getByText(message('channel.not-on-plan', { canal: 'Webhook', plano: 'Pro' }))).toBeTruthy();
    expect(part().queryByRole('button', { name: 'Testar e acrescentar' })).toBeNull();
  });

  test('without a place it says so', async () => {
    await open({ channels, free: { email: 0, telegram: 0, posted: 0 } });
    expect(part().getByText(message('alerts.full'))).toBeTruthy();
  });
});

describe('a webhook', () => {
  const withHook = { channels: channels.map((each) => ({ ...each, plan: null })), recipients: [own, hook] };

  test('shows its secret once', async () => {
    await open({ ...withHook, recipients: [own] });
    server.on(ADD, () => json({ alerts: { ...view, ...withHook }, secret: 'whsec_abc' }));
    await user.selectOptions(part().getByLabelText('Onde'), 'webhook');
    expect(part().getByText(message('channel.hint-webhook'))).toBeTruthy();
    await write(part().getByLabelText(/^Endereço do seu servidor/), 'https://loja.com.br/a');
    await press('Testar e acrescentar');
    expect(await screen.findByText(message('channel.secret'))).toBeTruthy();
    expect(screen.getByLabelText<HTMLInputElement>('Segredo').value).toBe('whsec_abc');
    await press('Já guardei');
    expect(screen.queryByLabelText('Segredo')).toBeNull();
  });

  test('gets a new secret after a question', async () => {
    await open(withHook);
    server.on(`${base}/destinatarios/r6/segredo`, () =>
      json({ alerts: { ...view, ...withHook }, secret: 'whsec_novo' }),
    );
    await choose('Trocar segredo', 'Painel');
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByText(message('channel.rotate'))).toBeTruthy();
    await user.click(dialog.getByRole('button', { name: 'Trocar segredo' }));
    expect(await screen.findByText(message('channel.rotated'))).toBeTruthy();
    expect(screen.getByLabelText<HTMLInputElement>('Segredo').value).toBe('whsec_novo');
  });

  test('has no quiet hours, no reminder and no own text', async () => {
    await open(withHook);
    await choose('Preferências', 'Painel');
    expect(screen.getByText(message('alerts.webhook-always'))).toBeTruthy();
    expect(screen.queryByLabelText(/^Lembrar/)).toBeNull();
    expect(screen.queryByLabelText(/^O texto de quedas/)).toBeNull();
  });
});

describe('an own text', () => {
  const save = `${base}/destinatarios/r5/preferencias`;

  test('is sent, and an unknown variable is refused by its name', async () => {
    await open({ recipients: [own, slack] });
    server.on(save, () => json({ ...view, recipients: [own, slack] }));
    await choose('Preferências', '#plantão');
    const field = screen.getByLabelText<HTMLTextAreaElement>(/^O texto de quedas/);
    expect(field.placeholder).toBe(message('alerts.text-example'));
    expect(screen.getByText(message('alerts.text-hint'))).toBeTruthy();
    await user.click(field);
    await user.paste('{{nome}} caiu');
    await press('Salvar');
    expect(await screen.findByText(message('alert.text-variable', { variavel: '{{nome}}' }))).toBeTruthy();
    await user.clear(field);
    await user.paste('{{name}} caiu');
    await press('Salvar');
    expect(await screen.findByText(message('alerts.saved'))).toBeTruthy();
    expect(server.to(save).at(-1)?.body).toMatchObject({ text: '{{name}} caiu' });
  });

  test.each([
    [null, 'alerts.text-plan'],
    ['{{name}}', 'alerts.text-kept'],
  ] as const)('of a plan without it: %s', async (text, sentence) => {
    const kept = { ...slack, preferences: { ...slack.preferences, text } };
    await open({ canWriteText: false, recipients: [own, kept] });
    await choose('Preferências', '#plantão');
    expect(screen.getByText(message(sentence), { exact: false })).toBeTruthy();
  });
});

test('a tag is chosen in place of monitors', async () => {
  await open({ tags: ['produção'], recipients: [own, slack] });
  const save = `${base}/destinatarios/r5/preferencias`;
  server.on(save, () => json({ ...view, recipients: [own, slack] }));
  await choose('Preferências', '#plantão');
  await user.click(screen.getByRole('radio', { name: /^Só os que eu escolher/ }));
  expect(screen.getByText(message('alerts.tags-later'))).toBeTruthy();
  await user.click(screen.getByRole('checkbox', { name: 'produção' }));
  await press('Salvar');
  expect(await screen.findByText(message('alerts.saved'))).toBeTruthy();
  expect(server.to(save).at(-1)?.body).toMatchObject({ monitors: [], tags: ['produção'] });
});

test('one that the plan lacks is named, and cannot be tested', async () => {
  await open({ recipients: [own, { ...slack, isOffPlan: true }] });
  expect(screen.getByText(message('channel.off-plan'))).toBeTruthy();
  expect(await menuOf('#plantão')).not.toContain('Mandar um teste');
});

test('the secret of a webhook that the plan lacks is not changed', async () => {
  await open({ recipients: [own, { ...hook, isOffPlan: true }] });
  expect(await menuOf('Painel')).not.toContain('Trocar segredo');
});
