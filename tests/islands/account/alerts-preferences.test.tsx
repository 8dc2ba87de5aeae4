/** When a recipient is told, of which monitors and of what: ready choices, single fields, and what the plan allows. */
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { type AlertPreferences, defaultPreferences } from '#domain/alerts/preferences.ts';
import { quietOf } from '#domain/alerts/presets.ts';
import type { AlertsView } from '#domain/api-schemas/alerts.ts';
import { message } from '#domain/messages.ts';
import { json, refusal } from '#tests/islands/fake-api.ts';
import { button, press, server, setUp, user, write } from '#tests/islands/island-page.tsx';
import { base, choose, open, own, view } from './alerts-page.tsx';

const SAVE = `${base}/destinatarios/r1/preferencias`;
const ZONE = 'America/Sao_Paulo';
const monitors = [
  { key: '1:10', name: 'Loja' },
  { key: '2:10', name: 'Ágata' },
];

beforeEach(setUp);

async function openForm(preferences: Partial<AlertPreferences> = {}, known: Partial<AlertsView> = {}) {
  await open({
    monitors,
    recipients: [{ ...own, preferences: { ...defaultPreferences, ...preferences } }],
    ...known,
  });
  server.on(SAVE, () => json(view));
  await choose('Preferências', 'ana@example.com');
}
const radio = (name: RegExp) => screen.getByRole<HTMLInputElement>('radio', { name });
async function saved(): Promise<AlertPreferences> {
  await press('Salvar');
  expect(await screen.findByText(message('alerts.saved'))).toBeTruthy();
  return server.to(SAVE).at(-1)?.body as AlertPreferences;
}
const manyNames = Array.from({ length: 40 }, (_, at) => `Site ${at + 1}`);
const monitorNames = () =>
  within(screen.getByRole('form'))
    .getAllByRole('checkbox')
    .map((each) => (each as HTMLInputElement).labels?.[0]?.textContent)
    .filter((name) => manyNames.concat('Loja', 'Ágata').includes(name ?? ''));

describe('when', () => {
  test.each([
    [/^Sempre/, 'alerts.preset-always', null],
    [/^Só quedas à noite/, 'alerts.preset-night', quietOf('falls-at-night', ZONE)],
    [/^Horário comercial/, 'alerts.preset-business', quietOf('business-hours', ZONE)],
  ] as const)('is one press: %s', async (name, means, quiet) => {
    await openForm({
      quiet: { ...quietOf('falls-at-night', ZONE), from: '21:30' } as AlertPreferences['quiet'],
    });
    expect(document.activeElement?.textContent).toBe('O que chega a ana@example.com, e quando');
    expect(radio(/^Do meu jeito/).checked).toBe(true);
    expect(radio(name).labels?.[0]?.textContent).toContain(message(means));
    await user.click(radio(name));
    expect(screen.queryByLabelText('Das')).toBeNull();
    expect(await saved()).toEqual({ ...defaultPreferences, quiet });
    await waitFor(() => expect(document.activeElement).toBe(button('Opções de ana@example.com')));
  });

  test.each([
    [null, /^Sempre/],
    [quietOf('falls-at-night', 'UTC'), /^Só quedas à noite/],
    [quietOf('business-hours', ZONE), /^Horário comercial/],
  ])('opens at what is chosen, in whichever zone', async (quiet, name) => {
    await openForm({ quiet });
    expect(radio(name).checked).toBe(true);
    expect((await saved()).quiet).toEqual(quiet);
  });

  test('is a ready choice in another zone', async () => {
    await openForm();
    await user.click(radio(/^Horário comercial/));
    await user.selectOptions(screen.getByLabelText('Fuso horário'), 'Acre');
    expect((await saved()).quiet).toEqual(quietOf('business-hours', 'America/Rio_Branco'));
  });

  test('is one’s own way: days, hours, whole days and what waits, none lost by looking elsewhere', async () => {
    await openForm();
    expect(radio(/^Do meu jeito/).labels?.[0]?.textContent).toContain(message('alerts.preset-own'));
    await user.click(radio(/^Do meu jeito/));
    expect(screen.getByText(message('alerts.quiet-summary'))).toBeTruthy();
    const [begins, whole] = ['Dias em que o silêncio começa', 'Dias inteiros em silêncio'].map((name) =>
      within(screen.getByRole('group', { name })),
    );
    for (const day of ['domingo', 'segunda', 'terça', 'quarta', 'quinta', 'sexta', 'sábado'])
      await user.click((begins as typeof screen).getByLabelText(day));
    await press('Salvar');
    expect(screen.getByText(message('alert.days'))).toBeTruthy();
    await user.click((whole as typeof screen).getByLabelText('domingo'));
    await user.selectOptions(screen.getByLabelText('No silêncio'), 'Nada chega');
    await user.click(radio(/^Sempre/));
    await user.click(radio(/^Do meu jeito/));
    expect(await saved()).toEqual({
      ...defaultPreferences,
      quiet: { days: [], wholeDays: [0], from: '22:00', until: '07:00', zone: ZONE, mode: 'hold-all' },
    });
  });

  test('a zone that the list lacks stays', async () => {
    const quiet = quietOf('falls-at-night', 'America/Belem');
    await openForm({ quiet });
    expect((await saved()).quiet).toEqual(quiet);
  });
});

describe('of which monitors', () => {
  test('is all of them until some are chosen, and says what a later one means', async () => {
    await openForm();
    expect(radio(/^Todos/).checked).toBe(true);
    await user.click(radio(/^Só os que eu escolher/));
    expect(screen.getByText(message('alerts.monitors-later'))).toBeTruthy();
    expect(screen.queryByLabelText('Procurar um monitor')).toBeNull();
    await press('Salvar');
    expect(screen.getByText(message('alert.monitors'))).toBeTruthy();
    await user.click(screen.getByLabelText('Ágata'));
    expect(screen.getByText(/^1 escolhido/)).toBeTruthy();
    expect((await saved()).monitors).toEqual(['2:10']);
  });

  test('can be narrowed by a part of the name in a long list, and keeps what is out of sight', async () => {
    const many = manyNames.map((name, at) => ({ key: `${at + 1}:1`, name }));
    await openForm({ monitors: ['9:1'] }, { monitors: [...many, { key: '99:1', name: 'Ágata' }] });
    expect(monitorNames()).toHaveLength(41);
    await write(screen.getByLabelText('Procurar um monitor'), 'agat');
    expect(monitorNames()).toEqual(['Ágata']);
    await user.click(screen.getByLabelText('Ágata'));
    await write(screen.getByLabelText('Procurar um monitor'), 'x');
    expect(screen.getByText(message('alerts.monitors-none-found'))).toBeTruthy();
    expect((await saved()).monitors).toEqual(['9:1', '99:1']);
  });

  test('keeps a chosen one that is not watched now, and says so', async () => {
    await openForm({ monitors: ['1:10', '7:7'] });
    expect(screen.getByText(new RegExp(`^2 escolhidos; ${message('alerts.monitors-off-one')}`))).toBeTruthy();
    await user.click(screen.getByLabelText('Ágata'));
    expect((await saved()).monitors).toEqual(['1:10', '7:7', '2:10']);
  });

  test('counts several that are not watched now', async () => {
    await openForm({ monitors: ['1:10', '7:7', '8:8'] });
    const off = message('alerts.monitors-off', { quantos: 2 });
    expect(screen.getByText(new RegExp(`^3 escolhidos; ${off}`))).toBeTruthy();
  });

  test('all again forgets the choice', async () => {
    await openForm({ monitors: ['1:10'] });
    await user.click(radio(/^Todos/));
    expect((await saved()).monitors).toBeNull();
  });

  test('is not on a lower plan: the page says from which one on, and what is kept', async () => {
    await openForm({ monitors: ['1:10', '7:7'] }, { canChooseMonitors: false });
    expect(screen.getByText(new RegExp(message('alerts.monitors-plan')))).toBeTruthy();
    const nomes = 'Loja e 1 que não está ligado';
    expect(screen.getByText(message('alerts.monitors-kept', { nomes }))).toBeTruthy();
    expect(screen.queryByRole('radio', { name: /^Só os que/ })).toBeNull();
    expect((await saved()).monitors).toEqual(['1:10', '7:7']);
  });
});

describe('of what', () => {
  test('kinds and reminders, folded while they are as they come', async () => {
    await openForm();
    const more = screen.getByText('O que avisar, e lembretes');
    expect(more.closest('details')?.open).toBe(false);
    await user.click(more);
    await user.click(screen.getByLabelText('Quando ele volta'));
    await user.selectOptions(screen.getByLabelText('Lembrar enquanto continua fora do ar'), 'A cada hora');
    expect(await saved()).toEqual({
      ...defaultPreferences,
      kinds: ['fall', 'maintenance', 'expiry'],
      reminderHours: 1,
    });
    await openForm({ kinds: ['fall'] });
    expect(screen.getByText('O que avisar, e lembretes').closest('details')?.open).toBe(true);
  });

  test('a refused save keeps everything that was chosen', async () => {
    await openForm();
    server.on(SAVE, refusal(500, 'internal', message('error.internal')), () => json(view));
    await user.click(radio(/^Só os que eu escolher/));
    await user.click(screen.getByLabelText('Loja'));
    await user.click(radio(/^Horário comercial/));
    await press('Salvar');
    expect(await screen.findByText(message('error.internal'))).toBeTruthy();
    expect(screen.getByLabelText<HTMLInputElement>('Loja').checked).toBe(true);
    expect(radio(/^Horário comercial/).checked).toBe(true);
    expect(await saved()).toEqual({
      ...defaultPreferences,
      quiet: quietOf('business-hours', ZONE),
      monitors: ['1:10'],
    });
  });

  test('“Cancelar” changes nothing', async () => {
    await openForm();
    await user.click(radio(/^Horário comercial/));
    await press('Cancelar');
    expect(screen.queryByRole('form')).toBeNull();
    expect(server.to(SAVE)).toEqual([]);
    expect(document.activeElement).toBe(button('Opções de ana@example.com'));
  });
});
