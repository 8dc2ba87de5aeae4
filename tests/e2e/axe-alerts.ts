/** States of the page of alerts for the accessibility runs. */
import { expect } from '@playwright/test';
import { ALERTS_PAGE } from '#domain/alerts/alerts-page.ts';
import { type AlertPreferences, defaultPreferences } from '#domain/alerts/preferences.ts';
import {
  type AlertsView,
  alertsEndpoint,
  type FirstMonitor,
  firstMonitorEndpoint,
} from '#domain/api-schemas/alerts.ts';
import { message } from '#domain/messages.ts';
import type { View } from './axe-views.ts';

const AT = Date.parse('2026-11-26T06:13:00Z');
const preferences: AlertPreferences = {
  ...defaultPreferences,
  quiet: {
    days: [0, 1, 2, 3, 4, 5, 6],
    ...{ from: '22:00', until: '07:00', zone: 'America/Sao_Paulo', mode: 'falls-only' },
  },
};
const usual = { state: 'on', offReason: null, wayBack: null, isOwner: false, preferences } as const;
const recipients: AlertsView['recipients'] = [
  { ...usual, id: 'r1', kind: 'email', name: 'ana@padaria.example', isOwner: true },
  {
    ...{ ...usual, id: 'r2', kind: 'email', state: 'unproven' },
    name: 'beatriz.albuquerque@padaria-central.example',
  },
  {
    ...{ ...usual, id: 'r3', kind: 'telegram', name: 'Plantão' },
    ...{ state: 'off', offReason: 'blocked', wayBack: 'never' },
  },
];
const view: AlertsView = {
  channel: 'on',
  detached: [{ id: 1, name: 'Loja virtual, página de pagamento' }],
  untold: [{ id: 2, name: 'API de pagamentos' }],
  unchecked: [{ id: 3, name: 'Blog', since: Date.parse('2026-11-26T06:12:00Z') }],
  recipients,
  free: { email: 8, telegram: 10 },
  share: { sent: 41, limit: 50 },
  telegram: true,
  messages: (['sent', 'refused'] as const).map((state) => ({
    ...{ id: state, recipient: 'ana@padaria.example', kind: 'email', subject: 'Fora do ar: Loja' },
    tone: 'down',
    ...{ lines: ['Loja está fora do ar desde 3h13.'], createdAt: AT, state, settledAt: null },
    detail: 'o provedor de e-mail',
  })),
};
const answers = (known: Partial<AlertsView> = {}) => ({ [alertsEndpoint]: { ...view, ...known } });
const list: View['reach'] = (page) => expect(page.getByRole('region', { name: 'Quem recebe' })).toBeVisible();

export const alertViews: readonly View[] = [
  { name: 'alerts', path: ALERTS_PAGE, answers: answers(), reach: list },
  {
    name: 'alerts, what is told and when',
    path: ALERTS_PAGE,
    answers: answers(),
    async reach(page) {
      await page.getByRole('button', { name: 'O que chega, e quando' }).click();
      await expect(page.getByLabel('Fuso horário')).toBeVisible();
    },
  },
  {
    name: 'alerts that were switched off in the panel',
    path: ALERTS_PAGE,
    answers: answers({ channel: 'deleted', free: { email: 0, telegram: 0 }, messages: [] }),
    reach: (page) => expect(page.getByText(message('alerts.deleted-title'))).toBeVisible(),
  },
  {
    name: 'a link that ends alerts',
    path: `/avisos/sair#0195a000-0000-4000-8000-000000000001.${'a'.repeat(64)}`,
    reach: (page) => expect(page.getByRole('button', { name: 'Parar de receber' })).toBeVisible(),
  },
];

/** What is watched first, for views of an environment that watches nothing yet. */
export const firstMonitorOpen = {
  [firstMonitorEndpoint]: { suggested: 'padaria.com.br', asked: null, isOpen: true } satisfies FirstMonitor,
};
export const firstMonitorMade = {
  [firstMonitorEndpoint]: {
    suggested: null,
    isOpen: false,
    asked: {
      address: 'https://padaria.com.br',
      state: 'made',
      detail: null,
      beats: [{ at: AT, status: 'up', ping: 230 }],
    },
  } satisfies FirstMonitor,
};
