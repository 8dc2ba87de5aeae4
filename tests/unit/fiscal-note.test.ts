/** The next step of a nota fiscal, its display, and the validation of its contacts and of the operator's setting. */
import { describe, expect, test } from 'vitest';
import { FISCAL_EMAILS_MAX, FiscalContacts, PURCHASE_ORDER_MAX } from '#domain/api-schemas/fiscal.ts';
import { type NoteState, nextNoteStep, noteSituation } from '#domain/fiscal/note.ts';
import { message } from '#domain/messages.ts';
import { FiscalSetting } from '#functions/variables.ts';

describe('the next step', () => {
  const NOW = 1_000;
  test.each([
    [null, true, 0, 'issue'],
    [null, false, 0, 'drop'],
    [null, true, NOW, 'wait'],
    [null, false, NOW + 1, 'wait'],
    ['scheduled', true, NOW + 1, 'none'],
    ['scheduled', false, 0, 'cancel'],
    ['authorized', true, 0, 'none'],
    ['authorized', false, 0, 'cancel'],
    ['error', true, 0, 'none'],
    ['error', false, 0, 'drop'],
    ['cancelling', false, 0, 'none'],
    ['cancelled', false, 0, 'none'],
    ['cancelled', true, 0, 'none'],
    ['cancel-denied', false, 0, 'none'],
  ] as const)('%s, wanted %s, unclear until %i: %s', (state, isWanted, unclearUntil, step) => {
    const existing = state === null ? null : { state };
    expect(nextNoteStep(existing, isWanted, unclearUntil, NOW)).toBe(step);
  });
});

test.each<[NoteState, ReturnType<typeof noteSituation>]>([
  ['dropped', null],
  ['wanted', 'issuing'],
  ['scheduled', 'issuing'],
  ['error', 'issuing'],
  ['authorized', 'issued'],
  ['cancelling', 'cancelling'],
  ['cancel-denied', 'cancelling'],
  ['cancelled', 'cancelled'],
])('%s is shown as %s', (state, shown) => expect(noteSituation(state)).toBe(shown));

describe('recipients', () => {
  const problemOf = (contacts: object) =>
    FiscalContacts.safeParse({ emails: [], purchaseOrder: '', ...contacts }).error?.issues[0]?.message;

  test('are stored in lower case without surrounding spaces', () => {
    const read = FiscalContacts.parse({ emails: [' Fiscal@Empresa.example '], purchaseOrder: ' PO 7 ' });
    expect(read).toEqual({ emails: ['fiscal@empresa.example'], purchaseOrder: 'PO 7' });
  });

  test.each([
    [{ emails: ['nada'] }, message('fiscal.email-invalid')],
    [{ emails: [7] }, message('fiscal.email-invalid')],
    [
      { emails: [...'abcdef'].map((each) => `${each}@e.example`) },
      message('fiscal.too-many', { max: FISCAL_EMAILS_MAX }),
    ],
    [{ purchaseOrder: 'x'.repeat(61) }, message('fiscal.order-too-long', { max: PURCHASE_ORDER_MAX })],
    [{ purchaseOrder: '<b>' }, message('fiscal.order-invalid')],
  ])('%j is refused with its sentence', (contacts, sentence) => expect(problemOf(contacts)).toBe(sentence));
});

describe('the setting', () => {
  const service = { since: '2026-12-01', serviceCode: '1.07', serviceName: 'Suporte técnico', iss: 2 };
  const codes = { nbs: '1.1506.21.00', cst: '000', classTrib: '000001', indOp: '010103' };
  test('takes the tax reform’s codes as the regime asks', () => {
    const read = (more: object) => FiscalSetting.parse(JSON.stringify({ ...service, ...more }));
    expect(read({})).toMatchObject({ regime: 'simples' });
    expect(read({ regime: 'real', ibsCbs: codes })).toMatchObject({ regime: 'real', ibsCbs: codes });
  });
  test('is off without a text, and names a service with its taxes', () => {
    expect(FiscalSetting.parse(undefined)).toBeUndefined();
    expect(FiscalSetting.parse('')).toBeUndefined();
    expect(FiscalSetting.parse(JSON.stringify(service))).toMatchObject({ iss: 2, pis: 0, retainIss: false });
  });
  test.each([
    ['no JSON', 'ligada'],
    ['no service', JSON.stringify({ ...service, serviceCode: undefined })],
    ['a tax above 100 %', JSON.stringify({ ...service, iss: 101 })],
    ['no start day', JSON.stringify({ ...service, since: undefined })],
    ['Lucro Presumido without the reform’s codes', JSON.stringify({ ...service, regime: 'presumido' })],
    [
      'a classification of another length',
      JSON.stringify({ ...service, ibsCbs: { ...codes, classTrib: '1' } }),
    ],
    ['an unknown key', JSON.stringify({ ...service, issRetido: true })],
  ])('with %s is refused', (_, text) => expect(FiscalSetting.safeParse(text).success).toBe(false));
});
