/** Why a purchase failed, in words and for the form: one rule for all three forms. */
import { describe, expect, test, vi } from 'vitest';
import type { ErrorRead } from '#domain/api-schemas/error.ts';
import { message } from '#domain/messages.ts';
import { formatPrice } from '#domain/plans/catalog.ts';
import { describeFailure } from '#form/failure.ts';
import { ApiError } from '#lib/api.ts';
import { SessionError } from '#session/session.ts';

/** The path of the page with the form. */
const here = '/checkout?plan=pro';
vi.stubGlobal('window', { location: { pathname: '/checkout', search: '?plan=pro' } });

const attempted = {
  title: 'Título',
  unexpected: 'Inesperado',
  unclear: 'Não se sabe',
  declinedAt: 'card.number',
};
const refused = (status: number, body: ErrorRead | null) =>
  describeFailure(
    new ApiError('refused', { status, body: body && { requestId: 'r-1', ...body } }),
    attempted,
  );

test.each([
  ['network', message('connection.title'), [message('connection.failed'), 'Não se sabe']],
  ['timeout', 'Título', ['Não se sabe']],
  ['unreadable', 'Título', ['Não se sabe']],
  ['session', message('session.pending-title'), [message('session.pending')]],
] as const)('%s: the outcome is unknown, and the sentence says what is known', (kind, title, lines) => {
  const failure = describeFailure(new ApiError(kind), attempted);
  expect(failure).toMatchObject({ outcome: { kind: 'unknown' }, toast: { title, lines } });
  expect([failure.isInForm, failure.isFinal, failure.needsSignIn]).toEqual([false, false, false]);
});

test('only an expired session needs a new sign-in', () => {
  const needsSignIn = (reason: SessionError['reason']) =>
    describeFailure(new ApiError('session', { cause: new SessionError(reason) }), attempted).needsSignIn;
  expect([needsSignIn('expired'), needsSignIn('unreachable')]).toEqual([true, false]);
});

test('an error of the page itself has a sentence', () => {
  expect(describeFailure(new Error('x'), attempted)).toMatchObject({
    outcome: { kind: 'unknown' },
    toast: { title: 'Título', lines: ['Inesperado'] },
  });
});

test.each([
  ['a refusal without a body', 400, 'Inesperado'],
  ['a proxy’s error', 504, 'Não se sabe'],
] as const)('%s has the sentence of the page', (_case, status, sentence) => {
  expect(refused(status, null)).toMatchObject({
    outcome: { kind: 'refused', status, code: null },
    toast: { title: 'Título', lines: [sentence] },
    isFinal: false,
  });
});

test('a proxy’s sentence is shown, with what is unknown, and the same values may be sent again', () => {
  const failure = refused(503, { error: 'Estamos em manutenção até as 4h.' });
  expect(failure).toMatchObject({
    outcome: { kind: 'refused', status: 503, code: null },
    toast: { lines: ['Estamos em manutenção até as 4h.', 'Não se sabe'] },
    isFinal: false,
  });
  expect(refused(403, { error: 'Acesso recusado.' }).toast.lines).toEqual(['Acesso recusado.']);
});

test('a code of a later version has its sentence', () => {
  expect(refused(409, { code: 'new-rule', error: 'Frase nova' })).toMatchObject({
    outcome: { kind: 'refused', status: 409, code: 'new-rule' },
    toast: { lines: ['Frase nova'] },
    isFinal: true,
  });
});

test('the server’s sentence is shown, and the same values are not sent again', () => {
  const failure = refused(409, { code: 'purchase-held', error: 'Frase' });
  expect(failure).toMatchObject({ toast: { lines: ['Frase'] }, isInForm: false, isFinal: true });
  expect(failure.toast.link).toBeUndefined();
});

test('a declined card is shown where it is given, and may be sent again', () => {
  expect(refused(402, { code: 'payment-declined', error: 'Recusado' })).toMatchObject({
    declined: { path: 'card.number', sentence: 'Recusado' },
    isInForm: true,
    isFinal: false,
  });
});

test.each([
  ['subdomain-taken', { subdominio: 'Frase' }, undefined],
  ['subdomain-reserved', { subdominio: 'Frase' }, undefined],
  ['terms-outdated', { termos: 'Frase' }, { href: here, label: 'Recarregar a página' }],
  ['card-entry-changed', {}, { href: here, label: 'Recarregar a página' }],
] as const)('%s belongs to its field, or to a new page', (code, fields, link) => {
  const failure = refused(409, { code, error: 'Frase' });
  expect(failure.fields).toEqual(fields);
  expect(failure.toast.link).toEqual(link);
  expect(failure.isInForm).toBe(link === undefined);
});

describe('the link of a refusal', () => {
  test.each([
    ['order-open', '/provisionamento', 'Acompanhar o painel'],
    ['tenant-exists', '/upgrade', 'Mudar de plano'],
  ] as const)('%s leads on to %s', (code, redirect, label) => {
    const { toast } = refused(409, { code, error: 'Frase', details: { redirect } });
    expect(toast.link).toEqual({ href: redirect, label });
  });

  test('a change in progress leads to the account', () => {
    expect(refused(409, { code: 'upgrade-open', error: 'Frase' }).toast.link).toEqual({
      href: '/conta',
      label: 'Ver a sua conta',
    });
  });

  test('never leads to another site', () => {
    const redirect = 'https://evil.example/provisionamento';
    expect(
      refused(409, { code: 'order-open', error: 'x', details: { redirect } }).toast.link,
    ).toBeUndefined();
  });

  test.each([
    ['to pay a debt', { paymentUrl: 'https://asaas.example/i/divida' }, true],
    ['without a page', {}, false],
    ['with an address that is none', { paymentUrl: 'javascript:alert(1)' }, false],
  ])('%s', (_case, more, isOffered) => {
    const details = { valorCentavos: '1320', dias: '4', ...more };
    const { toast } = refused(409, { code: 'debt-open', error: 'Frase', details });
    const label = message('debt.pay', { valor: formatPrice(1_320) });
    expect(toast.link).toEqual(isOffered ? { href: 'https://asaas.example/i/divida', label } : undefined);
  });
});
