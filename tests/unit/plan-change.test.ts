import { describe, expect, test } from 'vitest';
import plansJson from '#content/plans.json' with { type: 'json' };
import { upgradeRequestSchema } from '#domain/api-schemas/plan-change.ts';
import { comparePlans, reachesOpenCharges, upgradeRefusal, upgradeWay } from '#domain/plan-change/upgrade.ts';
import { createCatalog } from '#domain/plans/catalog.ts';
import { planIds } from '#domain/plans/ids.ts';

const catalog = createCatalog(plansJson);

describe('which plan may be chosen', () => {
  test.each(planIds)('from %s, exactly the plans with more monitors are upgrades', (current) => {
    for (const plan of planIds) {
      const isMore = catalog.plan(plan).limits.monitors > catalog.plan(current).limits.monitors;
      expect(comparePlans(catalog, current, plan) === 'upgrade').toBe(isMore);
      expect(upgradeRefusal(catalog, current, plan) === null).toBe(isMore);
    }
  });

  test('the same plan and a lower one get different refusals', () => {
    expect(comparePlans(catalog, 'pro', 'pro')).toBe('current');
    expect(comparePlans(catalog, 'pro', 'essential')).toBe('lower');
    expect(upgradeRefusal(catalog, 'pro', 'pro')).toBe('upgrade.same-plan');
    expect(upgradeRefusal(catalog, 'pro', 'essential')).toBe('upgrade.not-higher');
    expect(upgradeRefusal(catalog, 'free', 'free')).toBe('upgrade.same-plan');
  });

  test('another plan with as many monitors is no upgrade', () => {
    const json = structuredClone(plansJson);
    const [, essential] = json.plans;
    if (essential === undefined) throw new Error('The catalogue has no second plan.');
    essential.features[0] = '5 monitores';
    expect(comparePlans(createCatalog(json), 'free', 'essential')).toBe('lower');
  });
});

describe('payment path', () => {
  test.each(['free', 'demo', 'stg'])('plan "%s" as written charges nothing: direct', (written) => {
    expect(upgradeWay(written)).toBe('direct');
  });

  test.each(['essential', 'pro', 'enterprise', 'gratuito', 'starter-free', '', 'x'])(
    'plan "%s" as written needs a card',
    (written) => {
      expect(upgradeWay(written)).toBe('card');
    },
  );
});

describe('when the new price changes an existing charge', () => {
  test.each([
    ['none stands', [], false],
    ['it falls due tomorrow', ['2026-11-22'], true],
    ['it falls due today', ['2026-11-21'], false],
    ['it is overdue', ['2026-11-20'], false],
    ['one is due today and one next month', ['2026-11-21', '2026-12-21'], false],
    ['all are of coming cycles', ['2026-12-21', '2027-01-21'], true],
  ])('%s', (_name, dates, reaches) => {
    expect(reachesOpenCharges(dates, '2026-11-21')).toBe(reaches);
  });
});

describe('the request', () => {
  const schema = upgradeRequestSchema('2026-11-21');

  test('needs a plan of the catalogue and nothing else', () => {
    expect(schema.safeParse({ targetPlan: 'pro' }).success).toBe(true);
    expect(schema.safeParse({ targetPlan: 'pro', targetCycle: 'monthly' }).success).toBe(true);
    for (const body of [{}, { targetPlan: 'demo' }, { targetPlan: 'pro', targetCycle: 'weekly' }]) {
      expect(schema.safeParse(body).success).toBe(false);
    }
  });

  test('a card without holder and address is refused at the card', () => {
    const card = {
      holderName: 'Pessoa de Teste',
      number: '4111111111111111',
      ccv: '123',
      phone: '11987654321',
      expiryMonth: '12',
      expiryYear: '2030',
    };
    const read = schema.safeParse({ targetPlan: 'pro', card });
    expect(read.error?.issues.map((issue) => issue.path.join('.'))).toEqual(['card']);
  });
});
