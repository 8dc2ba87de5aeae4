/** States of the page of alerts for the accessibility runs. */
import { expect } from '@playwright/test';
import { ALERTS_PAGE, SEEN_PAGE, seenLookEndpoint } from '#domain/alerts/alerts-page.ts';
import { type AlertPreferences, defaultPreferences } from '#domain/alerts/preferences.ts';
import {
  type AlertsView,
  alertsEndpoint,
  type FirstMonitor,
  firstMonitorEndpoint,
} from '#domain/api-schemas/alerts.ts';
import { nowEndpoint } from '#domain/api-schemas/now.ts';
import type { SeenLink } from '#domain/api-schemas/seen.ts';
import { message } from '#domain/messages.ts';
import { pictured, standingNow } from '#tests/support/now-sample.ts';
import type { View } from './axe-views.ts';

const AT = Date.parse('2026-11-26T06:13:00Z');
const preferences: AlertPreferences = {
  ...defaultPreferences,
  monitors: ['1:10', '2:10'],
  quiet: {
    ...{ days: [0, 1, 2, 3, 4, 5, 6], wholeDays: [0] },
    ...{ from: '22:00', until: '07:00', zone: 'America/Sao_Paulo', mode: 'falls-only' },
  },
};
const usual = {
  kind: 'email',
  name: null,
  state: 'on',
  offReason: null,
  wayBack: null,
  resendAt: null,
  isOwner: false,
  isOffPlan: false,
  member: null,
  isMine: true,
  preferences,
} as const;
const recipients: AlertsView['recipients'] = [
  {
    ...{ ...usual, id: 'r1', address: 'ana@padaria.example', isOwner: true },
    preferences: defaultPreferences,
  },
  {
    ...{ ...usual, id: 'r2', state: 'unproven', name: 'Plantão' },
    ...{ address: 'beatriz.albuquerque@padaria-central.example', resendAt: AT + 42_000 },
  },
  {
    ...{ ...usual, id: 'r3', kind: 'telegram', name: 'Plantão da loja', address: '' },
    ...{ state: 'off', offReason: 'blocked', wayBack: 'never' },
  },
  {
    ...{ ...usual, id: 'r4', address: 'caio@padaria.example', isMine: false },
    member: { id: 'm1', name: 'Caio', isPaused: true },
  },
];
const tones = ['down', 'up', 'warning', 'neutral'] as const;
const view: AlertsView = {
  role: 'owner',
  channel: 'on',
  detached: [{ id: 1, name: 'Loja virtual, página de pagamento' }],
  untold: [{ id: 2, name: 'API de pagamentos' }],
  unchecked: [{ id: 3, name: 'Blog', since: Date.parse('2026-11-26T06:12:00Z') }],
  recipients,
  offer: null,
  monitors: Array.from({ length: 20 }, (_, at) => ({ key: `${at + 1}:10`, name: `Loja de teste ${at + 1}` })),
  tags: [],
  canChooseMonitors: true,
  canWriteText: true,
  channels: [],
  free: { email: 8, telegram: 10, posted: 8 },
  largerHasMore: false,
  share: { sent: 41, limit: 50 },
  telegram: true,
  messages: (['sent', 'refused', 'waiting', 'unclear'] as const).map((state, at) => ({
    ...{ id: state, recipient: at === 0 ? 'ana@padaria.example' : 'Plantão', kind: 'email' },
    ...{
      subject: 'Fora do ar: Loja',
      lines: ['Loja está fora do ar desde 3h13.'],
      tone: tones[at] ?? 'neutral',
    },
    ...{ createdAt: AT, state, settledAt: null, detail: 'o provedor de e-mail' },
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
      await page.getByRole('button', { name: 'Opções de ana@padaria.example' }).click();
      await page.getByRole('menuitem', { name: 'Preferências' }).click();
      await page.getByText('Do meu jeito').click();
      await page.getByText('Só os que eu escolher').click();
      await expect(page.getByLabel('Procurar um monitor')).toBeVisible();
    },
  },
  {
    name: 'alerts, what can be done with a recipient',
    path: ALERTS_PAGE,
    answers: answers({ recipients: recipients.slice(0, 1), untold: [], detached: [], unchecked: [] }),
    async reach(page) {
      await page.getByRole('button', { name: 'Opções de ana@padaria.example' }).click();
      await expect(page.getByRole('menu')).toBeVisible();
    },
  },
  {
    name: 'alerts of a member',
    path: ALERTS_PAGE,
    answers: answers({
      ...{ role: 'member', offer: 'bia@padaria.example', messages: [] },
      recipients: recipients.map((each) => ({ ...each, isMine: false })),
    }),
    reach: (page) => expect(page.getByRole('button', { name: /^Receber os avisos em/ })).toBeVisible(),
  },
  {
    name: 'alerts that were switched off in the panel',
    path: ALERTS_PAGE,
    answers: answers({ channel: 'deleted', free: { email: 0, telegram: 0, posted: 0 }, messages: [] }),
    reach: (page) => expect(page.getByText(message('alerts.deleted-title'))).toBeVisible(),
  },
  {
    name: 'a link that ends alerts',
    path: `/avisos/sair#0195a000-0000-4000-8000-000000000001.${'a'.repeat(64)}`,
    reach: (page) => expect(page.getByRole('button', { name: 'Parar de receber' })).toBeVisible(),
  },
  {
    name: 'a link that says who looks after a fall',
    path: `${SEEN_PAGE}#0195a000-0000-4000-8000-000000000001.${'a'.repeat(64)}`,
    answers: {
      [seenLookEndpoint]: {
        ...{ name: 'Plantão', tenant: 'padaria' },
        falls: [
          { monitor: 'Loja virtual', since: AT, until: null, by: null },
          { monitor: 'Blog', since: AT, until: AT + 60_000, by: 'Caio' },
        ],
      } satisfies SeenLink,
    },
    reach: (page) => expect(page.getByRole('button', { name: 'Estou vendo' })).toBeVisible(),
  },
];

/** What is watched first, for views of an environment that watches nothing yet. */
export const firstMonitorOpen = {
  [firstMonitorEndpoint]: { suggested: 'padaria.com.br', asked: null, isOpen: true } satisfies FirstMonitor,
};
export const firstMonitorMade = {
  [nowEndpoint]: standingNow([pictured({ ping: 230 })]),
  [firstMonitorEndpoint]: {
    suggested: null,
    isOpen: false,
    asked: {
      address: 'https://padaria.com.br',
      state: 'made',
      detail: null,
      monitor: 1,
      beats: [{ at: AT, status: 'up', ping: 230 }],
    },
  } satisfies FirstMonitor,
};
