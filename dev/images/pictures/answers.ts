/** What the API answers while a page's picture is taken: one small shop and its people, at a fixed time. */
import { postedKinds } from '#domain/alerts/codes.ts';
import { defaultPreferences } from '#domain/alerts/preferences.ts';
import type { AccountResponse } from '#domain/api-schemas/account.ts';
import type { ActivityAnswer } from '#domain/api-schemas/activity.ts';
import type { AlertRecipient, AlertsView, FirstMonitor, SentAlert } from '#domain/api-schemas/alerts.ts';
import type { ImportCapacity } from '#domain/api-schemas/import.ts';
import type { Limits } from '#domain/api-schemas/limits.ts';
import type { Now, NowMonitor, Occurrence, Occurrences } from '#domain/api-schemas/now.ts';
import type { OwnersPeople } from '#domain/api-schemas/people.ts';
import type { ProvisioningStatus } from '#domain/api-schemas/provisioning.ts';
import type { ReportsAnswer } from '#domain/api-schemas/reports.ts';
import { daysFrom, type RecordedDay } from '#domain/reports/days.ts';
import { monthReport } from '#domain/reports/month.ts';

/** A Thursday, 3h15 in São Paulo: the shop is down since 3h12. */
export const NOW = Date.parse('2026-11-26T06:15:00Z');
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const ago = (milliseconds: number): number => NOW - milliseconds;
const isoAgo = (milliseconds: number): string => new Date(ago(milliseconds)).toISOString();

const TENANT = 'padaria';
const PANEL = `https://${TENANT}.vigia.example`;
const FELL = ago(3 * MINUTE);
const ANA = 'ana@padaria.example';

const monitor = (id: number, name: string, more: Partial<NowMonitor> = {}): NowMonitor => ({
  ...{ id, createdAt: 1, name, address: null, group: null, state: 'up' },
  ...{ since: ago(40 * HOUR), reason: null, doubt: null, doubtSince: null },
  ...{
    checkedAt: ago(20_000),
    interval: 180,
    message: '',
    cause: null,
    signAt: null,
    fall: null,
    seen: null,
  },
  ...{ beats: 'u'.repeat(30), ping: 84 },
  ...more,
});
const shop = monitor(1, 'Loja', {
  ...{ address: 'loja.padaria.example', state: 'down', since: FELL, fall: 12, ping: null },
  ...{ message: 'connect ECONNREFUSED 203.0.113.10:443', cause: 'recusou a conexão' },
  beats: `${'u'.repeat(28)}pd`,
});
const others: readonly NowMonitor[] = [
  monitor(2, 'Site', { address: 'padaria.example', ping: 61 }),
  monitor(3, 'Pedidos', {
    address: 'pedidos.padaria.example',
    beats: `${'u'.repeat(12)}dd${'u'.repeat(16)}`,
  }),
  monitor(4, 'Roteador da loja', { address: '203.0.113.20', ping: 12 }),
];
const standing = (monitors: readonly NowMonitor[]): Now => ({
  ...{ tenant: TENANT, url: PANEL, role: 'owner', state: 'active' },
  ...{ heardAt: ago(10_000), isCurrent: true, monitors: [...monitors] },
});
export const nowWithFall: Now = standing([shop, ...others]);
export const nowInOrder: Now = standing([monitor(1, 'Loja', { address: 'loja.padaria.example' }), ...others]);

export const account: AccountResponse = {
  ...{ tenant: TENANT, url: PANEL, plan: 'pro', cycle: 'monthly', state: 'active', amountCentavos: 9900 },
  nextChargeOn: '2026-12-20',
  card: { brand: 'MASTERCARD', lastFour: '4444' },
  paidThrough: '2026-12-19',
  renewal: { plan: 'pro', cycle: 'monthly', amountCentavos: 9900, dueOn: '2026-12-20' },
  invoices: ['2026-11-20', '2026-10-20', '2026-09-20'].map((dueDate, at) => ({
    ...{ id: `pay_${at}`, dueDate, amountCentavos: 9900, state: 'confirmed' as const },
    url: 'https://pagamento.example/recibo',
  })),
  seats: { total: 5, taken: 2 },
};
export const limits: Limits = {
  ...{ plan: 'pro', monitorLimit: 75, heartbeatSeconds: 180, running: 4, total: 4, isEnforced: true },
  ...{ paused: [], raised: [] },
};
export const people: OwnersPeople = {
  ...{ role: 'owner', tenant: TENANT, url: PANEL, plan: 'pro', seats: { total: 5, taken: 2 } },
  members: [{ id: 'm1', email: 'bruno@padaria.example', name: 'Bruno', joinedAt: isoAgo(300 * HOUR) }],
  invitations: [],
};

const recipient = (id: string, more: Partial<AlertRecipient>): AlertRecipient => ({
  ...{ id, kind: 'email', name: null, address: '', state: 'on', offReason: null, wayBack: null },
  ...{ resendAt: null, isOwner: false, member: null, isMine: true, isOffPlan: false },
  preferences: defaultPreferences,
  ...more,
});
const ana = recipient('r1', { name: 'Ana', address: ANA, isOwner: true });
const bruno = recipient('r2', {
  ...{ address: 'bruno@padaria.example', isMine: false },
  member: { id: 'm1', name: 'Bruno', isPaused: false },
  preferences: {
    ...defaultPreferences,
    quiet: {
      ...{ days: [0, 1, 2, 3, 4, 5, 6], wholeDays: [], from: '22:00', until: '07:00' },
      ...{ zone: 'America/Sao_Paulo', mode: 'falls-only' },
    },
  },
});
const group = recipient('r3', {
  ...{ kind: 'telegram', name: 'Plantão da loja' },
  preferences: { ...defaultPreferences, monitors: ['1:1', '3:1'] },
});
const accountant = recipient('r4', {
  ...{ address: 'contador@escritorio.example', state: 'unproven', resendAt: NOW + 42_000 },
});
const sent = (id: string, more: Partial<SentAlert>): SentAlert => ({
  ...{ id, recipient: 'Ana', kind: 'email', subject: 'Loja fora do ar', tone: 'down', state: 'sent' },
  lines: ['Loja está fora do ar desde 3h12: recusou a conexão.'],
  ...{ createdAt: FELL + MINUTE, settledAt: FELL + MINUTE + 4000, detail: null },
  ...more,
});
const returned = {
  ...{
    subject: 'Pedidos de volta',
    tone: 'up' as const,
    lines: ['Pedidos voltou às 2h10, depois de 4 min.'],
  },
  ...{ createdAt: ago(65 * MINUTE), settledAt: ago(65 * MINUTE) + 3000 },
};
export const alerts: AlertsView = {
  ...{ role: 'owner', channel: 'on', detached: [], untold: [], unchecked: [], offer: null },
  recipients: [ana, bruno, group],
  monitors: [shop, ...others].map(({ id, name }) => ({ key: `${id}:1`, name })),
  tags: [],
  ...{ canChooseMonitors: true, canWriteText: true },
  channels: postedKinds.map((kind) => ({ kind, plan: null })),
  ...{
    free: { email: 7, telegram: 9, posted: 7 },
    largerHasMore: false,
    share: { sent: 5, limit: 1000 },
    telegram: true,
  },
  messages: [
    sent('s1', {}),
    sent('s2', { recipient: 'Plantão da loja', kind: 'telegram' }),
    sent('s3', returned),
    sent('s4', { ...returned, recipient: 'Plantão da loja', kind: 'telegram' }),
  ],
};
export const alertsWithCode: AlertsView = { ...alerts, recipients: [ana, accountant] };
export const telegramLink = {
  person: 'https://t.me/avisos_da_vigia_bot?start=exemplo-de-conexao',
  group: 'https://t.me/avisos_da_vigia_bot?startgroup=exemplo-de-conexao',
  expiresAt: NOW + 15 * MINUTE,
};

const fall = (of: number, name: string, more: Partial<Occurrence>): Occurrence => ({
  ...{ fall: of, monitor: { id: of, name, address: null }, since: FELL, until: null, endedBy: null },
  ...{ gap: null, message: '', cause: null, signAt: null, told: [], seen: null },
  ...more,
});
const told = (at: number): Occurrence['told'] => [
  { recipient: ANA, at: at + MINUTE },
  { recipient: 'Plantão da loja (Telegram)', at: at + MINUTE },
];
export const falls: Occurrences = {
  ...{ tenant: TENANT, url: PANEL, from: ago(90 * 24 * HOUR), isComplete: true },
  occurrences: [
    fall(12, 'Loja', {
      monitor: { id: 1, name: 'Loja', address: 'loja.padaria.example' },
      ...{
        message: shop.message,
        cause: shop.cause,
        told: told(FELL),
        seen: { by: 'Bruno', at: ago(MINUTE) },
      },
    }),
    fall(11, 'Pedidos', {
      ...{ since: ago(69 * MINUTE), until: ago(65 * MINUTE), endedBy: 'up', told: told(ago(69 * MINUTE)) },
      ...{ message: 'Request failed with status code 503', cause: 'respondeu HTTP 503' },
    }),
    fall(10, 'Site', {
      ...{ since: ago(52 * HOUR), until: ago(51.8 * HOUR), endedBy: 'up', told: told(ago(52 * HOUR)) },
      ...{ message: 'timeout of 48000ms exceeded', cause: 'não respondeu em 48 s' },
    }),
  ],
};

const deed = (
  id: number,
  hours: number,
  kind: ActivityAnswer['activities'][number]['kind'],
  name: string | null,
  about?: string,
): ActivityAnswer['activities'][number] => ({
  ...{ id, at: isoAgo(hours * HOUR), kind, ...(about === undefined ? {} : { about }) },
  who:
    name === null
      ? { role: 'system' }
      : name === 'Bruno'
        ? { role: 'member', name }
        : { role: 'owner', name },
});
export const activity: ActivityAnswer = {
  tenant: TENANT,
  activities: [
    deed(7, 0.02, 'alert-seen', 'Bruno', 'Loja'),
    deed(6, 30, 'alert-recipient-on', 'Ana', '“Plantão da loja” (Telegram)'),
    deed(5, 31, 'alert-preferences', 'Bruno', 'bruno@padaria.example'),
    deed(4, 54, 'person-joined', 'Bruno'),
    deed(3, 78, 'monitors-imported', 'Ana', '4 itens'),
    deed(2, 144, 'card-changed', 'Ana'),
    deed(1, 320, 'limits-applied', null),
  ],
  isComplete: true,
};

const recorded: readonly RecordedDay[] = daysFrom('2026-10-01', '2026-10-31').map((day, at) => {
  const down = at === 8 ? 26 : at === 19 ? 5 : 0;
  return {
    day,
    checks: [
      { monitor: 1, up: 1440 - down, down, maintenance: 0, ping: 84, incidents: down === 0 ? 0 : 1 },
      { monitor: 2, up: 1440, down: 0, maintenance: 0, ping: 61, incidents: 0 },
    ],
    outages: down === 0 ? [] : [{ monitor: 1, from: 3600 * 3, to: 3600 * 3 + down * 60 }],
  };
});
export const reports: ReportsAnswer = {
  ...{ tenant: TENANT, byMail: true, months: ['2026-10', '2026-09'], level: 'detailed' },
  report: monthReport(
    { month: '2026-10', from: '2026-10-01', through: '2026-10-31' },
    [
      { id: 1, name: 'Loja', type: 'http' },
      { id: 2, name: 'Site', type: 'http' },
    ],
    recorded,
    'detailed',
  ),
};

export const importRoom: ImportCapacity = {
  ...{ plan: 'pro', limits: { monitors: 75, heartbeatSeconds: 180 }, running: 4, total: 4, present: [] },
};
export const importFile = [
  'nome,endereço,intervalo',
  'Loja,https://loja.exemplo.com.br,60',
  'Blog,https://blog.exemplo.com.br,300',
  'Câmera do estoque,http://10.0.0.12,300',
].join('\n');

export const provisioned: ProvisioningStatus = {
  ...{ provisionamentoStatus: 'CONCLUIDO', tenant: TENANT, url: PANEL, plano: 'pro', ciclo: 'monthly' },
  ...{ criadoEm: isoAgo(2 * MINUTE), updatedAt: isoAgo(MINUTE) },
  ...{ argocd: { synced: true, healthy: true }, ping: { ok: true } },
};
export const provisioning: ProvisioningStatus = {
  ...{ provisionamentoStatus: 'EM_ANDAMENTO', tenant: TENANT, plano: 'pro', ciclo: 'monthly' },
  ...{ criadoEm: isoAgo(MINUTE), updatedAt: isoAgo(20_000) },
  ...{ argocd: { synced: true, healthy: false }, ping: { ok: false } },
};
export const firstMonitorOpen: FirstMonitor = { suggested: 'padaria.example', asked: null, isOpen: true };
export const firstMonitor: FirstMonitor = {
  suggested: null,
  asked: {
    ...{ address: 'padaria.example', state: 'made', detail: null, monitor: 2 },
    beats: [{ at: ago(40_000), status: 'up', ping: 61 }],
  },
  isOpen: false,
};
