/**
 * Every view of visitors and customers: routes, with their open, failed and waiting states.
 *
 * The page's own route handler answers for the API in the format of the contracts, so that no state needs a matching
 * environment; the journeys prove that the API gives these answers.
 */
import { expect, type Page } from '@playwright/test';
import { type AccountAnswer, type AccountResponse, accountEndpoint } from '#domain/api-schemas/account.ts';
import { type ActivityAnswer, activityEndpoint } from '#domain/api-schemas/activity.ts';
import { availabilityEndpoint } from '#domain/api-schemas/availability.ts';
import { checkoutEndpoint } from '#domain/api-schemas/checkout.ts';
import { accountLimitsEndpoint, type Limits } from '#domain/api-schemas/limits.ts';
import { upgradePath as offersPath, type UpgradeOffers } from '#domain/api-schemas/plan-change.ts';
import { type DeletionPreview, deletionEndpoint, ownDataEndpoint } from '#domain/api-schemas/privacy.ts';
import { type ProvisioningStatus, provisioningStatusEndpoint } from '#domain/api-schemas/provisioning.ts';
import { type QuotaResponse, quotaCheckPath } from '#domain/api-schemas/quota.ts';
import { type ReportsAnswer, reportsEndpoint } from '#domain/api-schemas/reports.ts';
import { message } from '#domain/messages.ts';
import { TERMS_VERSION } from '#domain/orders/order.ts';
import { daysFrom, type RecordedDay } from '#domain/reports/days.ts';
import { monthReport } from '#domain/reports/month.ts';
import { measured } from '#tests/support/measured.ts';
import { bought, freeOffers, monthlyOffers, yearlyOffers } from '#tests/support/offers.ts';
import { alertViews, firstMonitorMade, firstMonitorOpen } from './axe-alerts.ts';
import { importViews } from './axe-import.ts';
import type { Window } from './axe-matrix.ts';
import { nowViews } from './axe-now.ts';
import { peopleViews } from './axe-people.ts';
import { supportViews } from './axe-support.ts';

export interface View {
  readonly name: string;
  readonly path: string;
  /** API responses by path. */
  readonly answers?: Readonly<Record<string, object>>;
  /** Steps from the loaded page to the state, until it is visible. */
  readonly reach: (page: Page) => Promise<void>;
  readonly onlyAt?: Window['width'];
  /** Rules about a whole page that do not apply while the rest of it is inert. */
  readonly except?: readonly string[];
}

/** The customer's environment in these views. */
export const TENANT = 'padaria';

const shows = (text: string | RegExp) => async (page: Page) =>
  expect(page.getByText(text).first()).toBeVisible();
const heading = async (page: Page) => expect(page.getByRole('heading', { level: 1 })).toBeVisible();
const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first().click();
const page = (path: string): View => ({ name: path, path, reach: heading });

export const visitorViews: readonly View[] = [
  // The articles have docs-axe.spec.ts.
  ...['/', '/docs', '/docs/offline', '/comparar', '/comparar/uptime-kuma', '/ferramentas/sla'].map(page),
  ...[
    '/suporte',
    '/termos.html',
    '/regras-de-cobranca.html',
    '/privacidade.html',
    '/lgpd.html',
    '/sla.html',
  ].map(page),
  ...['/seguranca', '/suboperadores', '/acordo-de-tratamento', '/acessibilidade', '/ficha-de-fornecedor'].map(
    page,
  ),
  ...['/novidades', '/proposta?plano=empresarial&ciclo=anual', `/termos/${TERMS_VERSION}`].map(page),
  ...['/nao-existe', '/docs/nao-existe'].map(page),
  {
    name: 'availability',
    path: '/disponibilidade',
    answers: { [availabilityEndpoint]: measured },
    reach: shows('Investigamos a causa.'),
  },
  {
    name: 'menu',
    path: '/',
    onlyAt: 390,
    except: ['landmark-one-main', 'page-has-heading-one'],
    async reach(page) {
      await press(page, 'Menu');
      await expect(page.locator('#menu-principal')).toBeVisible();
    },
  },
  {
    name: 'screen in full',
    path: '/',
    async reach(page) {
      await page.getByRole('link', { name: 'Ver em tela cheia: Painel' }).click();
      await expect(page.getByRole('dialog').getByRole('img')).toBeVisible();
    },
  },
  {
    name: 'yearly prices and an open question',
    path: '/',
    async reach(page) {
      await page.locator('#planos').getByText('Anual').click();
      await page.getByText('Existe um plano gratuito?').click();
      await expect(page.getByText('não pede cartão de crédito')).toBeVisible();
    },
  },
  {
    name: 'help window',
    path: '/#planos',
    async reach(page) {
      await press(page, 'Abrir a ajuda');
      await page.getByRole('dialog', { name: 'Ajuda' }).getByRole('button').nth(1).click();
      await expect(page.getByRole('dialog', { name: 'Ajuda' }).getByRole('log')).toContainText('Você:');
    },
  },
  {
    name: 'search with results',
    path: '/docs/metrics',
    async reach(page) {
      await page.keyboard.press('/');
      await page.getByRole('dialog').getByRole('combobox').fill('telegram');
      await expect(page.getByRole('listbox').getByRole('option').first()).toBeVisible();
    },
  },
  {
    name: 'search without results',
    path: '/docs/metrics',
    async reach(page) {
      await page.keyboard.press('/');
      await page.getByRole('dialog').getByRole('combobox').fill('xyzwq');
      await expect(page.getByText('Nenhum artigo para “xyzwq”.').first()).toBeVisible();
    },
  },
  {
    name: 'calculator with an error',
    path: '/ferramentas/sla',
    async reach(page) {
      await page.getByLabel('Disponibilidade prometida').fill('101');
      await expect(page.getByText('101 passa de 100').first()).toBeVisible();
    },
  },
  {
    name: 'errors and toast',
    path: '/suporte',
    async reach(page) {
      await press(page, 'Enviar mensagem');
      await expect(page.getByText('Campos obrigatórios')).toBeVisible();
    },
  },
  {
    name: 'questions without an answer',
    path: '/suporte#faq',
    async reach(page) {
      await page.getByRole('searchbox').fill('xilofone quebrado');
      await shows(message('faq.none', { typed: 'xilofone quebrado' }))(page);
    },
  },
  { name: 'plans for a visitor', path: `/upgrade?tenant=${TENANT}`, reach: heading },
];

const running: ProvisioningStatus = {
  provisionamentoStatus: 'EM_ANDAMENTO',
  tenant: TENANT,
  updatedAt: '2026-11-21T11:59:00Z',
  criadoEm: '2026-11-21T11:58:55Z',
  argocd: { synced: false, healthy: false },
  ping: { ok: false },
  plano: 'pro',
  ciclo: 'yearly',
};
const ready: ProvisioningStatus = {
  ...running,
  provisionamentoStatus: 'CONCLUIDO',
  argocd: { synced: true, healthy: true },
  ping: { ok: true },
  url: `http://${TENANT}.localhost:4334`,
};
const steps: Readonly<Record<string, ProvisioningStatus>> = {
  'nothing ordered': { ...running, provisionamentoStatus: 'AGUARDANDO', tenant: undefined },
  'waiting for a payment': {
    ...running,
    provisionamentoStatus: 'AGUARDANDO',
    paymentUrl: 'https://asaas.example/i/1',
  },
  'in preparation': running,
  'coming up': { ...running, argocd: { synced: true, healthy: false } },
  'first answer': { ...running, argocd: { synced: true, healthy: true } },
  'trying again': { ...running, tentandoNovamente: true },
  failed: { ...running, provisionamentoStatus: 'ERRO' },
  ready,
  suspended: { ...ready, situacao: 'suspensa' },
  ended: { ...ready, situacao: 'encerrada' },
};

export const account: AccountResponse = {
  tenant: TENANT,
  url: `http://${TENANT}.localhost:4334`,
  plan: 'pro',
  cycle: 'monthly',
  state: 'active',
  amountCentavos: 9900,
  nextChargeOn: '2099-12-20',
  card: { brand: 'MASTERCARD', lastFour: '4444' },
  invoices: (['pending', 'confirmed', 'overdue', 'refused', 'refunded', 'disputed'] as const).map((id) => ({
    ...{ id, dueDate: '2026-11-20', amountCentavos: 9900, state: id },
    url: `https://asaas.example/i/${id}`,
  })),
  seats: { total: 5, taken: 2 },
};
const activity: ActivityAnswer = {
  tenant: 'acme',
  activities: [
    { id: 3, at: '2026-11-20T15:00:00.000Z', kind: 'person-joined', who: { role: 'member', name: 'Bia' } },
    {
      id: 2,
      at: '2026-11-19T15:00:00.000Z',
      kind: 'card-changed',
      who: { role: 'owner', name: 'ana@acme.example' },
    },
    { id: 1, at: '2026-11-01T15:00:00.000Z', kind: 'limits-applied', who: { role: 'system' } },
  ],
  isComplete: false,
};
const reportsPage = '/conta/relatorios';
const recorded: readonly RecordedDay[] = daysFrom('2026-10-02', '2026-10-31').map((day, index) => ({
  day,
  checks: [
    { monitor: 1, up: 1440 - index, down: index, maintenance: 0, ping: 84, incidents: 1 },
    { monitor: 2, up: 0, down: 0, maintenance: 1440, ping: null, incidents: 0 },
  ],
  outages: [{ monitor: 1, from: 3600, to: 3600 + index * 60 }],
}));
const october = (level: 'basic' | 'detailed') =>
  monthReport(
    { month: '2026-10', from: '2026-10-01', through: '2026-10-31' },
    [
      { id: 1, name: 'Loja da rua das Palmeiras', type: 'http' },
      { id: 2, name: 'Roteador', type: 'ping' },
    ],
    recorded,
    level,
  );
const reported = { tenant: 'acme', byMail: true, months: ['2026-10'] };
const reports = {
  detailed: { ...reported, level: 'detailed', report: october('detailed') },
  basic: { ...reported, level: 'basic', byMail: false, report: october('basic') },
  'none yet': { ...reported, level: 'basic', months: [] },
} as const satisfies Record<string, ReportsAnswer>;

const deletion: DeletionPreview = {
  confirm: TENANT,
  environment: { name: TENANT, removalAt: '2026-01-01T00:00:00Z', renews: true },
  debt: { amountCentavos: 1320, days: 4 },
  purchases: [{ plan: 'pro', amountCentavos: 9900, withdrawUntil: '2099-12-01T02:59:59.999Z' }],
  kept: [
    {
      ...{ title: 'Contratação', why: 'Cumprir o contrato e prová-lo.', period: '5 anos' },
      ...{ basis: 'execução do contrato (art. 7º, V)', until: '2031-11-22' },
    },
    {
      ...{ title: 'Registros fiscais', why: 'Cumprir a lei tributária.' },
      ...{
        basis: 'obrigação legal (art. 7º, II)',
        period: '5 anos, a partir do ano seguinte ao da cobrança',
      },
    },
  ],
};
const accounts: Readonly<Record<string, AccountAnswer>> = {
  'no environment': { environment: 'none' },
  'environment in the making': { environment: 'creating', refundCentavos: 9900 },
  'order closed': { environment: 'closed-undelivered', refundCentavos: 9900 },
  active: { ...account, withdrawUntil: '2099-11-27T12:00:00Z' },
  free: { ...account, plan: 'free', state: 'free', amountCentavos: 0, invoices: [] },
  'assisted start and company sign-in': {
    ...account,
    plan: 'enterprise',
    onboarding: { until: '2099-12-02' },
    companySignIn: { domain: 'padaria.com.br', since: Date.parse('2026-11-26T12:00:00Z') },
  },
  late: { ...account, state: 'overdue' },
  suspended: { ...account, state: 'suspended' },
  'renewal cancelled': { ...account, state: 'cancelled', endsOn: '2099-12-20' },
  ended: { ...account, state: 'ended', endsOn: '2099-12-20' },
  'with notas fiscais': {
    ...account,
    fiscalContacts: { emails: ['fiscal@acme.example'], purchaseOrder: 'PO 7' },
    invoices: (['issuing', 'issued', 'cancelling', 'cancelled'] as const).map((id) => ({
      ...{ id, dueDate: '2026-11-20', amountCentavos: 9900, state: 'confirmed' as const },
      url: `https://asaas.example/i/${id}`,
      fiscalNote: { state: id, number: '42', url: 'https://asaas.example/nota/42.pdf' },
    })),
  },
  'without the processor': { ...account, invoices: undefined },
  'on trust, with two purchases that may be undone': {
    ...account,
    ...{ plan: 'enterprise', paidThrough: '2099-12-19' },
    trust: { paidPlan: 'essential', until: '2099-12-19' },
    purchases: [
      {
        ...{ id: 'a', kind: 'contract', plan: 'essential', amountCentavos: 14_900 },
        withdrawUntil: '2099-12-01T02:59:59.999Z',
      },
      {
        ...{ id: 'b', kind: 'difference', plan: 'pro', amountCentavos: 10_000 },
        withdrawUntil: '2099-12-01T02:59:59.999Z',
      },
    ],
  },
  'in debt': {
    ...account,
    ...{ state: 'ended', endsOn: '2099-12-20' },
    debt: { amountCentavos: 4_950, days: 15, paymentUrl: 'https://asaas.example/i/5' },
  },
  'change waiting': {
    ...account,
    pendingChange: { plan: 'enterprise', cycle: 'yearly', paymentUrl: 'https://asaas.example/i/3' },
  },
};

/** Nothing exceeds the plan; the default response for views about other things. */
export const kept: Limits = {
  ...{ plan: 'free', monitorLimit: 5, heartbeatSeconds: 600, running: 5, total: 5, isEnforced: true },
  ...{ paused: [], raised: [] },
};
const named = (id: number) => ({ id, name: `Loja virtual, página de pagamento ${id}` });
const overLimits: Limits = {
  ...kept,
  ...{ running: 8, total: 9 },
  number: {
    ...{ endsAt: '2099-12-20T15:00:00.000Z', beyond: 3 },
    monitors: [8, 7, 6, 5, 4, 3, 2, 1].map((id) => ({
      ...named(id),
      ...{ wouldPause: id > 5, type: 'http', address: `loja.example/pagina/${id}` },
    })),
  },
  interval: {
    endsAt: '2099-12-13T15:00:00.000Z',
    monitors: [2, 1].map((id) => ({ ...named(id), interval: 20 })),
  },
};
const heldBack: Limits = {
  ...kept,
  paused: [8, 7, 6].map(named),
  raised: [2, 1].map((id) => ({ ...named(id), from: 20, to: 600 })),
};
const limited = (limits: Limits) => ({ [accountEndpoint]: account, [accountLimitsEndpoint]: limits });

const quota = (known: Partial<QuotaResponse> = {}) => ({
  [quotaCheckPath(TENANT)]: {
    plan: 'essential',
    cycle: 'monthly',
    currentMonitors: 3,
    monitorLimit: 30,
    canCreate: true,
    exact: true,
    ...known,
  } satisfies QuotaResponse,
});
/** Offers, with the current usage. */
const offered = (offers: UpgradeOffers, used: Partial<QuotaResponse> = {}) => ({
  ...quota(used),
  [offersPath(TENANT)]: offers,
});
const essential = monthlyOffers('essential');
/** An ended environment is bought again; no card is stored. */
const cardless: UpgradeOffers = { ...freeOffers, plan: 'essential', offers: [bought('pro', 'yearly')] };
const free = offered(freeOffers, { plan: 'free', monitorLimit: 5 });
const use = shows(/\d+ de \d+ monitores/);
const upgradePath = `/upgrade?tenant=${TENANT}`;
const upgradeCheckoutPath = `/upgrade/checkout?plan=pro&tenant=${TENANT}&cycle=yearly`;
const summary = (page: Page) => page.getByRole('region', { name: message('form.required-title') });

async function showWhatIsMissing(page: Page): Promise<void> {
  // An untouched form has no button for it: the press on the one that is not ready does it.
  await page.locator('[data-asks]').click();
  await expect(summary(page)).toBeVisible();
}

/** Views of a signed-in user without an environment. */
export const newcomerViews: readonly View[] = [
  {
    name: 'form',
    path: '/checkout?plan=pro&cycle=yearly',
    // The card's part is a file of its own.
    reach: (page) => field(page, 'Número do cartão'),
  },
  { name: 'form without a card', path: '/checkout?plan=free', reach: (page) => field(page, 'Subdomínio') },
  { name: 'form with errors', path: '/checkout?plan=pro&cycle=monthly', reach: showWhatIsMissing },
];

/** Views of a signed-in user whose groups name `TENANT`. */
export const customerViews: readonly View[] = [
  {
    name: 'own environment in place of the form',
    path: '/checkout?plan=pro',
    answers: { [provisioningStatusEndpoint]: ready },
    reach: shows('Abrir o painel'),
  },
  {
    name: "another's environment in place of the form",
    path: '/checkout?plan=essential',
    reach: shows('Sair deste painel'),
  },
  ...Object.entries(steps).map(
    ([name, status]): View => ({
      name,
      path: `/provisionamento?tenant=${TENANT}&plan=pro&cycle=yearly`,
      answers: { [provisioningStatusEndpoint]: status },
      reach: async (page) =>
        expect(
          page.locator('main [data-step], main a[href^="/checkout"], main a[href="/conta"]').first(),
        ).toBeVisible(),
    }),
  ),
  ...Object.entries(accounts).map(
    ([name, answer]): View => ({
      name,
      path: '/conta',
      answers: { [accountEndpoint]: answer },
      reach: async (page) =>
        expect(page.locator('main astro-island').getByRole('link').first()).toBeVisible(),
    }),
  ),
  ...Object.entries(accounts).map(
    ([name, answer]): View => ({
      name: `plan: ${name}`,
      path: '/conta/plano',
      answers: { [accountEndpoint]: answer },
      reach: async (page) =>
        expect(page.locator('main astro-island').getByRole('link').first()).toBeVisible(),
    }),
  ),
  ...nowViews(account),
  ...supportViews,
  {
    name: 'activity',
    path: '/conta/atividade',
    answers: { [activityEndpoint]: activity },
    reach: async (page) =>
      expect(page.getByRole('listitem').filter({ hasText: 'trocou o cartão' })).toBeVisible(),
  },
  ...Object.entries(reports).map(
    ([name, answer]): View => ({
      name: `report: ${name}`,
      path: reportsPage,
      answers: { [reportsEndpoint]: answer },
      reach: async (page) =>
        expect(
          page
            .locator('main')
            .getByRole('heading', { level: 2 })
            .or(page.getByText('Como criar o primeiro monitor'))
            .first(),
        ).toBeVisible(),
    }),
  ),
  {
    name: 'report: its days in a table',
    path: reportsPage,
    answers: { [reportsEndpoint]: reports.detailed },
    async reach(page) {
      await page.getByText('Dias em tabela').press('Enter');
      await expect(page.getByRole('table').first()).toBeVisible();
    },
  },
  {
    name: 'report: the end of its mail',
    path: `${reportsPage}#sair=pedido.${'a'.repeat(64)}`,
    answers: {},
    reach: async (page) => expect(page.getByRole('button', { name: /^Parar de receber/ })).toBeVisible(),
  },
  {
    name: 'the files of the environment, without secrets',
    path: '/conta/dados',
    answers: { [accountEndpoint]: account },
    async reach(page) {
      await page.getByRole('checkbox', { name: /Senhas, tokens/ }).press('Space');
      await expect(page.getByText('vêm sem eles', { exact: false })).toBeVisible();
    },
  },
  {
    name: 'the files of a suspended environment',
    path: '/conta/dados',
    answers: { [accountEndpoint]: { ...account, state: 'suspended' } },
    reach: async (page) => expect(page.getByRole('link', { name: 'Falar com o suporte' })).toBeVisible(),
  },
  {
    name: 'asked before cancelling',
    path: '/conta/plano',
    answers: { [accountEndpoint]: account },
    async reach(page) {
      await press(page, 'Cancelar a renovação');
      await expect(page.getByRole('dialog')).toBeVisible();
    },
  },
  {
    name: 'over the limits of the plan',
    path: '/conta',
    answers: limited(overLimits),
    async reach(page) {
      await page.getByText('Os que seriam pausados').click();
      await shows('Loja virtual, página de pagamento 8')(page);
    },
  },
  {
    name: 'monitors to keep',
    path: '/conta',
    answers: limited(overLimits),
    async reach(page) {
      await press(page, 'Escolher os que continuam');
      await expect(page.getByRole('dialog').getByRole('checkbox').first()).toBeVisible();
    },
  },
  { name: 'held back', path: '/conta', answers: limited(heldBack), reach: shows(/^Pausamos 3 monitores/) },
  {
    name: 'the limits beside the plans',
    path: upgradePath,
    answers: { ...offered(essential), [accountLimitsEndpoint]: overLimits },
    reach: shows(/8 monitores ligados/),
  },
  {
    name: 'asked before deleting the account',
    path: '/conta/meus-dados',
    answers: { [accountEndpoint]: account, [ownDataEndpoint]: {}, [deletionEndpoint]: deletion },
    async reach(page) {
      await press(page, 'Apagar a conta');
      await page.getByText('O que fica guardado, e até quando').click();
    },
  },
  {
    name: 'account on its way out',
    path: '/conta/meus-dados',
    answers: {
      [accountEndpoint]: account,
      [ownDataEndpoint]: {
        deletion: { requestedAt: '2026-11-22T12:00:00Z', removalAt: '2099-11-29T12:00:00Z' },
      },
    },
    reach: shows('A exclusão da sua conta está em andamento'),
  },
  {
    name: 'an address for notas fiscais that is none',
    path: '/conta/plano',
    answers: { [accountEndpoint]: { ...account, fiscalContacts: { emails: [], purchaseOrder: '' } } },
    async reach(page) {
      await page.getByLabel('Outros e-mails').fill('nada');
      await press(page, 'Guardar');
      await expect(page.getByText(message('fiscal.email-invalid'))).toBeVisible();
    },
  },
  {
    name: 'another card',
    path: '/conta/cartao',
    answers: { [accountEndpoint]: { ...account, invoices: [] } },
    reach: (page) => field(page, 'Número do cartão'),
  },
  {
    name: 'another card with errors, and a charge that is late',
    path: '/conta/cartao',
    answers: { [accountEndpoint]: { ...account, state: 'overdue' } },
    reach: showWhatIsMissing,
  },
  {
    name: 'another card on the page of the processor',
    path: '/conta/cartao',
    answers: {
      [accountEndpoint]: { ...account, invoices: [] },
      [checkoutEndpoint]: { cardEntry: 'hosted' },
    },
    reach: shows('Continuar na página da operadora'),
  },
  {
    name: 'no card to change',
    path: '/conta/cartao',
    answers: {
      [accountEndpoint]: { ...account, plan: 'free', state: 'free', amountCentavos: 0, invoices: [] },
    },
    reach: shows(message('card.nothing-renews')),
  },
  ...peopleViews,
  ...alertViews,
  ...importViews,
  {
    name: 'in preparation, and what is watched first',
    path: `/provisionamento?tenant=${TENANT}&plan=pro&cycle=yearly`,
    answers: { [provisioningStatusEndpoint]: running, ...firstMonitorOpen },
    reach: (page) => field(page, 'Endereço do site'),
  },
  {
    name: 'ready, and the first check',
    path: `/provisionamento?tenant=${TENANT}&plan=pro&cycle=yearly`,
    answers: { [provisioningStatusEndpoint]: ready, ...firstMonitorMade },
    reach: shows('No ar, em 230 ms.'),
  },
  { name: 'use', path: upgradePath, answers: offered(essential), reach: use },
  {
    name: 'a debt before anything else',
    path: upgradePath,
    answers: offered({
      ...essential,
      offers: [],
      obstacle: {
        ...{ code: 'debt-open', sentence: message('error.debt-open') },
        paymentUrl: 'https://asaas.example/i/4',
      },
    }),
    reach: use,
  },
  {
    name: 'over the limit',
    path: upgradePath,
    answers: offered(essential, { currentMonitors: 33, canCreate: false, prohibited: 1 }),
    reach: use,
  },
  {
    name: 'a plan to confirm',
    path: upgradePath,
    answers: free,
    async reach(page) {
      await use(page);
      await press(page, 'Escolher Pro');
      await press(page, 'Continuar');
      await expect(page.getByRole('heading', { name: 'Confirmar upgrade' })).toBeVisible();
    },
  },
  {
    name: 'terms to accept',
    path: upgradePath,
    answers: free,
    async reach(page) {
      await use(page);
      await press(page, 'Escolher Pro');
      await press(page, 'Continuar');
      await press(page, 'Ler os termos');
      await expect(page.getByRole('dialog')).toBeVisible();
    },
  },
  {
    name: 'card form',
    path: upgradeCheckoutPath,
    answers: offered(cardless),
    reach: (page) => field(page, 'CPF ou CNPJ'),
  },
  {
    name: 'a difference, by the card on file',
    path: upgradeCheckoutPath,
    answers: offered(yearlyOffers('essential')),
    reach: shows(/Diferença|diferença/),
  },
  {
    name: 'card form with errors',
    path: upgradeCheckoutPath,
    answers: offered(cardless),
    reach: showWhatIsMissing,
  },
  {
    name: 'of somebody else',
    path: '/upgrade?tenant=de-outra-pessoa',
    reach: shows(message('error.forbidden')),
  },
];

async function field(page: Page, label: string): Promise<void> {
  await expect(page.getByLabel(label)).toBeVisible();
}
