import { describe, expect, test } from 'vitest';
import { message } from '#domain/messages.ts';
import { firstPlanWith } from '#domain/plans/alert-features.ts';
import { createCatalog, formatPrice } from '#domain/plans/catalog.ts';
import { deriveLimits, formatHeartbeat } from '#domain/plans/limits.ts';
import { sampleCatalog as catalog, samplePlans as plansJson } from '#tests/support/catalog.ts';

/** The catalogue with one change, as a mistake of its editor. */
function slip(change: (json: typeof plansJson) => void): () => void {
  const json = structuredClone(plansJson);
  change(json);
  return () => createCatalog(json);
}

describe('the shipped catalogue', () => {
  test('the four plans are in order with the advertised limits', () => {
    expect(catalog.plans.map(({ id, name, limits }) => ({ id, name, ...limits }))).toEqual([
      { id: 'free', name: 'Gratuito', monitors: 5, users: 1, heartbeatSeconds: 600 },
      { id: 'essential', name: 'Essencial', monitors: 30, users: 2, heartbeatSeconds: 300 },
      { id: 'pro', name: 'Pro', monitors: 75, users: 5, heartbeatSeconds: 180 },
      { id: 'enterprise', name: 'Empresarial', monitors: 150, users: 10, heartbeatSeconds: 60 },
    ]);
  });

  test.each([
    ['free', 0, 0, 0],
    ['essential', 4_900, 52_900, 5_900],
    ['pro', 9_900, 106_900, 11_900],
    ['enterprise', 29_900, 322_900, 35_900],
  ] as const)('%s costs %i a month, %i a year and saves %i', (id, monthly, yearly, savings) => {
    expect([
      catalog.priceCentavos(id, 'monthly'),
      catalog.priceCentavos(id, 'yearly'),
      catalog.yearlySavingsCentavos(id),
    ]).toEqual([monthly, yearly, savings]);
  });

  test('a limit is written once, in the text that sells it', () => {
    const json = structuredClone(plansJson);
    json.plans[1]?.features.splice(0, 1, '300 monitores');
    expect(createCatalog(json).plan('essential').limits).toMatchObject({ monitors: 300, users: 2 });
  });

  test('only Essencial carries the badge', () => {
    expect(catalog.plans.filter((plan) => plan.popular).map((plan) => plan.id)).toEqual(['essential']);
  });

  test('a price is shown with its period', () => {
    expect(catalog.displayPrice('pro', 'yearly')).toEqual({ amount: 'R$\u00a01.069', period: '/ano' });
    expect(catalog.displayPrice('free', 'monthly')).toEqual({ amount: 'R$\u00a00', period: '' });
  });
});

/** The plans that a sentence names. */
const namedIn = (sentence: string): string[] =>
  catalog.plans.map(({ name }) => name).filter((name) => new RegExp(`\\b${name}\\b`).test(sentence));

test.each([
  ['alerts.monitors-plan', firstPlanWith(catalog.plans, 'monitorChoice')],
  ['alerts.monitors-kept', firstPlanWith(catalog.plans, 'monitorChoice')],
  ['alerts.text-plan', firstPlanWith(catalog.plans, 'ownText')],
  ['alerts.text-kept', firstPlanWith(catalog.plans, 'ownText')],
] as const)('“%s” names the first plan that has what is lacking', (id, first) => {
  expect(namedIn(message(id, { nomes: '' }))).toEqual([first?.name]);
});

describe('mistakes in the catalogue', () => {
  test.each([
    [0, 'Muitos monitores', '30 monitores'],
    [1, 'dois usuários', '2 usuários'],
    [2, 'Checagens frequentes', 'Intervalo mínimo de 5 minutos'],
    [0, '0 monitores', '30 monitores'],
  ])('a limit missing in the texts is requested, as in number %i: %s', (index, text, example) => {
    const change = slip((json) => json.plans[1]?.features.splice(index, 1, text));
    expect(change).toThrow(`essential: falta em features um texto como "${example}".`);
  });

  test('a sentence that no customer could find is refused, and so is a place without a sentence', () => {
    const change = slip((json) => json.plans[2]?.features.push('Aviso por telefone'));
    expect(change).toThrow('sold: falta onde o cliente vê "Aviso por telefone" (seenAt).');
    const nowhere = slip((json) => Object.assign(json.sold['Integrações'], { seenAt: {} }));
    expect(nowhere).toThrow('sold: falta onde o cliente vê "Integrações" (seenAt).');
    const left = slip((json) => json.plans[2]?.features.splice(6, 1));
    expect(left).toThrow('sold: nenhum plano tem "Integrações" em features ou highlights.');
  });

  test('an unknown field is named', () => {
    expect(slip((json) => Object.assign(json.plans[0] ?? {}, { preco: 10 }))).toThrow(
      'plans.0: campo desconhecido (preco).',
    );
  });

  test('a price in quotes is refused with the expected form', () => {
    expect(slip((json) => Object.assign(json.plans[2] ?? {}, { priceMonthlyReais: '99' }))).toThrow(
      'plans.2.priceMonthlyReais: escreva um número inteiro, sem aspas nem centavos.',
    );
  });

  test('plans out of order are refused', () => {
    expect(slip((json) => json.plans.reverse())).toThrow('escritos enterprise, pro, essential, free.');
  });
});

test.each([
  [['30 monitores', '2 usuários', 'Intervalo mínimo de 5 minutos'], 30, 2, 300],
  [['1 monitor', '1 usuário', 'Checagens a cada 45 segundos'], 1, 1, 45],
  [['Resposta em até 30 minutos'], 5, 1, 600],
  [[], 5, 1, 600],
] as const)('limits derived from %j', (features, monitors, users, heartbeatSeconds) => {
  expect(deriveLimits(features)).toEqual({ monitors, users, heartbeatSeconds });
});

test.each([
  [45, '45 s'],
  [59, '59 s'],
  [60, '1 min'],
  [600, '10 min'],
])('an interval of %i seconds is shown as %s', (seconds, shown) => {
  expect(formatHeartbeat(seconds)).toBe(shown);
});

test.each([
  [0, 'R$\u00a00'],
  [4_408, 'R$\u00a044,08'],
  [4_410, 'R$\u00a044,10'],
  [106_900, 'R$\u00a01.069'],
])('%i centavos are shown as %s', (centavos, shown) => {
  expect(formatPrice(centavos)).toBe(shown);
});
