/** A sample of every mail of the outbox, with the longest realistic values. */

import plans from '#content/plans.json' with { type: 'json' };
import site from '#content/site.json' with { type: 'json' };
import { BILLING_RULES_VERSION, TERMS_VERSION } from '#domain/orders/order.ts';
import { createCatalog } from '#domain/plans/catalog.ts';
import type { MailSender } from '#functions/platform/mail/layout.ts';
import type { MailFacts } from '#functions/platform/mail/templates.ts';

export const facts: MailFacts = {
  catalog: createCatalog(plans),
  tenantUrlTemplate: 'https://{tenant}.vigia.example',
  siteUrl: 'https://vigia.example',
  supportEmail: 'suporte@vigia.example',
};
export const sender: MailSender = {
  productName: site.name,
  company: `${site.legal.companyName}, CNPJ ${site.legal.cnpj}`,
  supportEmail: 'suporte@vigia.example',
};

const person = {
  to: 'pessoa@teste.example',
  name: 'Maria Antônia d’Ávila',
  subdominio: 'padaria-central-de-embu-guacu',
};
const charge = {
  ...person,
  plano: 'pro',
  amountCentavos: 9_900,
  dueDate: '2026-12-21',
  url: 'https://www.asaas.com/i/0123456789abcdef',
};
const notice = {
  subdominio: person.subdominio,
  reference: 'pay_080225913252',
  amountCentavos: 9_900,
  dueDate: '2026-12-21',
};

const LIMITS_END = Date.UTC(2026, 11, 21, 15);
const free = { ...person, plano: 'free', limit: 5, heartbeatSeconds: 600 };
const overFree = { ...free, running: 60 };
/** As many as a mail lists, with realistic names. */
const monitors = (total: number) => ({
  total,
  monitors: Array.from({ length: Math.min(total, 60) }, (_, index) => ({
    name: `Loja virtual "principal" & filial ${index + 1}`,
    interval: 20,
  })),
});
const fiscalNote = {
  amountCentavos: 9_900,
  number: '42',
  url: 'https://asaas.example/nota/42.pdf',
  pedido: 'PO 2026/77',
};

/** Payloads by template, one for each variant of its text. */
export const sampleMails: Readonly<Record<string, readonly Record<string, unknown>[]>> = {
  'alert-code': [
    {
      to: 'plantao@padaria.example',
      subdominio: person.subdominio,
      token: '012345',
      owner: person.to,
      refuse: `0195a000-0000-4000-8000-000000000001.${'a'.repeat(64)}`,
    },
  ],
  'alert-recipient-off': ['refused', 'missing', 'blocked', 'kicked', 'left', 'spam'].map((reason) => ({
    ...person,
    recipient: 'plantao@padaria.example',
    reason,
  })),
  'alert-recipient-waits': ['rights', 'returned'].map((why) => ({ ...person, recipient: 'Plantão', why })),
  'alert-silence': [{ ...person, since: Date.UTC(2026, 10, 26, 6, 12) }],
  'alert-heard': [{ ...person, since: Date.UTC(2026, 10, 26, 6, 12), until: Date.UTC(2026, 10, 26, 8, 40) }],
  welcome: [
    { ...person, plano: 'essential', watched: null },
    { ...person, plano: 'free', watched: 'https://padaria.example' },
  ],
  'environment-restored': [
    { ...person, copiedAt: Date.UTC(2026, 10, 26, 7, 17) },
    { ...person, copiedAt: null },
  ],
  'sleep-soon': [{ ...person, sleepsOn: '2026-12-03' }],
  'asleep-farewell': [false, true].map((isLast) => ({
    ...person,
    since: '2025-12-03',
    removesOn: '2027-03-03',
    isLast,
  })),
  'payment-confirmed': [
    { ...charge, nextDueDate: '2027-01-21', isPurchase: true },
    { ...charge, amountCentavos: 4_408, url: null, nextDueDate: null, isPurchase: false },
  ],
  'order-received': (['free', 'enterprise'] as const).map((plano) => ({
    ...person,
    plano,
    ciclo: plano === 'free' ? 'monthly' : 'yearly',
    amountCentavos: plano === 'free' ? 0 : 322_900,
    termos: TERMS_VERSION,
    regras: plano === 'free' ? null : BILLING_RULES_VERSION,
  })),
  'renewal-notice': [
    { ...person, plano: 'enterprise', ciclo: 'yearly', amountCentavos: 322_900, dueDate: '2027-12-21' },
  ],
  'payment-failed': [
    { ...charge, failures: 1, nextTryOn: '2026-12-24' },
    { ...charge, failures: 2, nextTryOn: '2026-12-28' },
    { ...charge, failures: 3, nextTryOn: '2027-01-05' },
    { ...charge, url: null, failures: 1, nextTryOn: '2026-12-24' },
  ],
  suspended: [charge],
  reactivated: [{ ...person, nextDueDate: '2027-01-21' }],
  'upgrade-applied': [{ ...person, plano: 'enterprise', ciclo: 'yearly', amountCentavos: 322_900 }],
  cancelled: [{ ...person, endsOn: '2027-01-20', dataUntil: '2027-02-20' }],
  withdrawn: [
    { ...person, refundedCentavos: 106_900, dataUntil: '2026-12-28' },
    { ...person, refundedCentavos: 106_900, isDisputed: true, dataUntil: '2026-12-28' },
  ],
  'difference-withdrawn': [{ ...person, plano: 'enterprise', refundedCentavos: 196_027 }],
  'card-changed': [{ ...person, brand: 'Mastercard', lastFour: '4444', changedAt: 1_795_000_000_000 }],
  'fiscal-note': [
    { ...person, ...fiscalNote, isFurther: false },
    { ...person, ...fiscalNote, name: null, number: null, url: null, pedido: '', isFurther: true },
  ],
  'fiscal-note-cancelled': [{ ...person, ...fiscalNote, isFurther: false }],
  'charge-disputed': [
    { ...person, amountCentavos: 106_900, dueDate: '2026-12-21', isDelivered: true, backCentavos: 196_027 },
    { ...person, amountCentavos: 9_900, dueDate: '2026-12-21', isDelivered: false, backCentavos: 0 },
  ],
  'difference-returned': [{ ...person, refundedCentavos: 196_027 }],
  'purchase-held': [{ to: person.to, name: person.name }],
  ended: [{ ...person, dataUntil: '2027-02-20' }],
  'month-report': [
    {
      ...person,
      month: '2026-11',
      availability: 0.9987,
      incidents: 12,
      daysWithoutData: 1,
      before: { month: '2026-10', availability: 0.9991, incidents: 1 },
      worst: [
        { name: 'Loja da rua das Palmeiras (pagamentos e entregas)', availability: 0.9421 },
        { name: 'API', availability: 0.9999 },
      ],
      isDetailed: true,
      orderId: '5b0a5f6e-3c1f-4f5e-9d0e-0d7a9e6d2c11',
      endCode: 'a'.repeat(64),
    },
    {
      ...person,
      month: '2026-12',
      availability: 1,
      incidents: 0,
      daysWithoutData: 0,
      worst: [],
      isDetailed: false,
      orderId: '5b0a5f6e-3c1f-4f5e-9d0e-0d7a9e6d2c11',
      endCode: 'a'.repeat(64),
    },
  ],
  'operator-notice': [
    {
      kind: 'limits-resumed',
      ...notice,
      reference: '3f6c0e4e-6f0b-4b0e-9b0a-0d8c9a1d2e3f',
      dueDate: null,
      amountCentavos: null,
    },
    { kind: 'chargeback', ...notice },
    { kind: 'chargeback-lost', ...notice },
    { kind: 'refunded', ...notice },
    { kind: 'charge-removed', ...notice },
    { kind: 'subscription-gone', ...notice, reference: 'sub_VXJBYgP2u0eO', dueDate: null },
    { kind: 'subscription-alive', ...notice, subdominio: null, reference: 'sub_VXJBYgP2u0eO' },
    { kind: 'amount-differs', ...notice, soldCentavos: 8_900 },
    { kind: 'late-payment', ...notice },
    { kind: 'end-stuck', ...notice, amountCentavos: null, dueDate: null },
    { kind: 'renewal-stuck', ...notice },
    { kind: 'card-change-stuck', ...notice, amountCentavos: null, dueDate: null },
    { kind: 'card-page-failed', ...notice, amountCentavos: null, dueDate: null },
    { kind: 'fiscal-note-error', ...notice, problem: 'Código de serviço não habilitado.' },
    { kind: 'fiscal-note-late', ...notice, problem: 'não foi emitida em um dia' },
    { kind: 'fiscal-cancel-denied', ...notice, problem: 'Prazo de cancelamento expirado.' },
    { kind: 'upgrade-stuck', ...notice, reference: '3f6c0e4e-6f0b-4b0e-9b0a-0d8c9a1d2e3f', dueDate: null },
    {
      kind: 'purchase-held',
      subdominio: null,
      reference: '3f6c0e4e-6f0b-4b0e-9b0a-0d8c9a1d2e3f/2026-12-21',
      who: '3f6c0e4e-6f0b-4b0e-9b0a-0d8c9a1d2e3f',
      amountCentavos: null,
    },
    { kind: 'undelivered', ...notice, reference: 'sub_VXJBYgP2u0eO', dueDate: null },
    { kind: 'undelivered-slow', ...notice, reference: 'sub_VXJBYgP2u0eO', dueDate: null },
    {
      kind: 'name-occupied',
      ...notice,
      reference: '3f6c0e4e-6f0b-4b0e-9b0a-0d8c9a1d2e3f',
      amountCentavos: null,
      dueDate: null,
      problem: 'aplicação t-3f75a1b2c3d4e5f6, 2 contas no grupo',
    },
    { kind: 'closing-stuck', ...notice, reference: 'sub_VXJBYgP2u0eO', dueDate: null },
    {
      kind: 'removal-stuck',
      ...notice,
      reference: '3f6c0e4e-6f0b-4b0e-9b0a-0d8c9a1d2e3f',
      amountCentavos: null,
      dueDate: null,
    },
    {
      kind: 'deletion-stuck',
      subdominio: null,
      reference: '1763856000000',
      who: '3f6c0e4e-6f0b-4b0e-9b0a-0d8c9a1d2e3f',
      amountCentavos: null,
    },
    { kind: 'withdrawal', ...notice, amountCentavos: 106_900, dueDate: null },
    { kind: 'free-ceiling', subdominio: null, reference: '2026-12-21', amountCentavos: null },
    {
      kind: 'full-house',
      subdominio: null,
      reference: '2026-12-21',
      clusters: 'sp1: 300 de 300; sp2: 200 de 200',
      amountCentavos: null,
    },
  ],
  'undelivered-refunded': [
    { ...person, refundedCentavos: 106_900, reason: 'undelivered', hours: 48 },
    { ...person, refundedCentavos: 106_900, reason: 'customer', hours: 48 },
    { ...person, refundedCentavos: 0, reason: 'customer', hours: 48 },
    { ...person, refundedCentavos: 9_900, reason: 'operator', hours: 48 },
  ],
  'support-message': [
    {
      id: '3f6c0e4e-6f0b-4b0e-9b0a-0d8c9a1d2e3f',
      nome: person.name,
      email: person.to,
      assunto: 'Dúvida sobre o plano',
      mensagem: 'Primeira linha.\n\nSegunda linha.',
      ...{
        recebidaEm: Date.UTC(2026, 10, 23, 6, 12),
        temConta: false,
        plano: null,
        painel: null,
        dueAt: null,
      },
    },
    {
      id: '3f6c0e4e-6f0b-4b0e-9b0a-0d8c9a1d2e3f',
      nome: person.name,
      email: person.to,
      assunto: 'Dúvida sobre o plano',
      mensagem: 'Uma linha.',
      ...{
        recebidaEm: Date.UTC(2026, 10, 23, 6, 12),
        temConta: true,
        plano: 'enterprise',
        painel: 'padaria',
      },
      ...{ dueAt: Date.UTC(2026, 10, 23, 6, 42), token: `3f6c0e4e.${'a'.repeat(64)}` },
    },
  ],
  'support-received': [
    { id: '3f6c0e4e-6f0b-4b0e-9b0a-0d8c9a1d2e3f', email: person.to, dueAt: null },
    {
      id: '3f6c0e4e-6f0b-4b0e-9b0a-0d8c9a1d2e3f',
      email: person.to,
      dueAt: Date.UTC(2026, 10, 23, 6, 42),
    },
  ],
  'limits-over': [
    {
      ...overFree,
      number: { endsAt: LIMITS_END, ...monitors(55) },
      interval: { endsAt: LIMITS_END, ...monitors(70) },
    },
    { ...overFree, number: null, interval: { endsAt: LIMITS_END, ...monitors(1) } },
    { ...overFree, plano: 'enterprise', number: { endsAt: null, ...monitors(2) }, interval: null },
    { ...overFree, number: null, interval: { endsAt: null, ...monitors(2) } },
    { ...overFree, number: null, interval: null, retry: { endsAt: LIMITS_END, ...monitors(1) } },
    { ...overFree, number: null, interval: null, retry: { endsAt: null, ...monitors(2) } },
  ],
  'limits-applied': [
    { ...free, paused: monitors(55), raised: monitors(5) },
    { ...free, plano: 'enterprise', paused: monitors(1), raised: monitors(0) },
    { ...free, paused: monitors(2), raised: monitors(0), isRepeated: true },
  ],
  'limits-undone': [
    { ...free, plano: 'essential', running: monitors(25), lowered: 30, stillPaused: 30 },
    { ...free, plano: 'essential', running: monitors(0), lowered: 1, stillPaused: 1 },
  ],
  invitation: [
    {
      ...person,
      name: null,
      token: 'a'.repeat(64),
      until: '2026-12-28',
      owner: 'dona@teste.example',
      ownerName: 'Dona Souza',
    },
    { ...person, name: null, owner: null, ownerName: null, until: '2026-12-28' },
  ],
  'person-joined': [{ ...person, member: 'colega@teste.example' }],
  'person-left': [{ ...person, member: 'colega@teste.example' }],
  'person-removed': [person],
  'person-paused': [person],
  'person-resumed': [person],
  'seats-over': [
    {
      ...person,
      plano: 'essential',
      until: '2026-12-28',
      members: ['um@teste.example', 'dois@teste.example'],
    },
    { ...person, plano: 'free', until: '2026-12-28', members: ['um@teste.example'] },
  ],
  'deletion-told': [{ ...person, after: '2026-12-28' }],
  'data-deleted': [
    {
      to: person.to,
      kept: [
        {
          title: 'Contratação',
          period: '5 anos, a partir do fim do contrato',
          basis: 'execução do contrato (art. 7º, V)',
          until: '2031-12-21',
        },
        {
          title: 'Registros fiscais',
          period: '5 anos, a partir do ano seguinte ao da cobrança',
          basis: 'obrigação legal (art. 7º, II)',
          until: null,
        },
      ],
    },
    { to: person.to, kept: [] },
  ],
  'monitors-prohibited': [{ ...person, directIp: 2, onion: 1 }],
};
