import { expect, test } from 'vitest';
import { asleepNeeded, costLine, costOf, netRevenue, Prices, type RequestedByPlan } from '#ops/cost/cost.ts';
import { requestedByPlan } from '#ops/cost/run.ts';
import { runOps } from '#ops/run.ts';
import pricesJson from '../../ops/cost/prices.json' with { type: 'json' };

const prices = Prices.parse({
  ...pricesJson,
  reais: { USD: 5 },
  assumptions: {
    mix: { essential: 1, pro: 0, enterprise: 0 },
    chargePercent: 4,
    chargeFixed: 1,
    taxPercent: 6,
    usable: 0.5,
  },
  profiles: [
    {
      name: 'nuvem',
      source: 'teste',
      currency: 'USD',
      fixedMonthly: 0,
      node: { kind: 'n', monthly: 20, cores: 4, memoryGiB: 8, pods: 100, volumes: 10 },
      disk: { perGiBMonthly: 0.1, smallestGiB: 2 },
    },
  ],
});
const [cloud] = prices.profiles as [(typeof prices.profiles)[number]];
const small = { cores: 0.02, memoryGiB: 0.25, diskGiB: 1 };
const requested: RequestedByPlan = { free: small, essential: small, pro: small, enterprise: small };
const priceOf = () => 40;

test('an environment takes the part of a node that its scarcest request does, and at least the smallest volume', () => {
  // Ten volumes a node: R$ 100 / 10, and 2 GiB at R$ 0,50.
  expect(costOf(cloud, small, prices)).toEqual({ boundBy: 'volumes', part: 0.1, awake: 10, volume: 1 });
  expect(costOf(cloud, { ...small, memoryGiB: 1 }, prices)).toMatchObject({ boundBy: 'memória', awake: 25 });
  expect(costOf(cloud, { ...small, cores: 1 }, prices)).toMatchObject({ boundBy: 'processador', awake: 50 });
  const own = { ...cloud, node: { ...cloud.node, volumes: null, pods: 20 }, disk: null };
  expect(costOf(own, { ...small, memoryGiB: 0.01 }, prices)).toMatchObject({ boundBy: 'pods', volume: 0 });
});

test('whole nodes are bought for a thousand; who sleeps keeps only the volume', () => {
  expect(costLine(cloud, 0, requested, priceOf, prices)).toMatchObject({ nodes: 100, thousandFree: 11_000 });
  expect(costLine(cloud, 0.5, requested, priceOf, prices)).toMatchObject({ nodes: 50, oneFree: 6 });
});

test('the part that must pay is where what they bring covers the others', () => {
  // R$ 40 less 10 % and R$ 1, less an environment of R$ 11.
  expect(netRevenue(priceOf, prices)).toBe(35);
  const { breakEven } = costLine(cloud, 0, requested, priceOf, prices);
  expect(breakEven).toBeCloseTo(11 / 35);
  expect((breakEven ?? 0) * 24).toBeCloseTo((1 - (breakEven ?? 0)) * 11);
  expect(costLine(cloud, 0, requested, () => 10, prices).breakEven).toBeNull();
});

test('the lever is the part asleep from which on the few pay for all, or none', () => {
  expect(asleepNeeded(cloud, requested, priceOf, prices)).toBeNull();
  const local = { ...cloud, disk: null };
  const needed = asleepNeeded(local, requested, priceOf, prices) ?? 0;
  expect(needed).toBeGreaterThan(0.9);
  expect(costLine(local, needed, requested, priceOf, prices).left).toBeCloseTo(0);
  expect(asleepNeeded(local, requested, () => 4000, prices)).toBe(0);
});

test('the command prints every profile with three parts asleep, from the chart that is here', async () => {
  const lines: string[] = [];
  const terminal = {
    out: (text: string) => lines.push(text),
    note: () => undefined,
    wait: async () => undefined,
  };
  expect(await runOps(['custo'], terminal)).toBe(0);
  for (const { name } of pricesJson.profiles) expect(lines[0]?.split(name).length).toBe(6);
  expect(await runOps(['custo', '--json'], terminal)).toBe(0);
  expect(JSON.parse(lines[1] ?? '')).toHaveLength(pricesJson.profiles.length * 3);
});

test('the three containers of the pod count together', () => {
  const container = { requests: { cpu: '50m', memory: '224Mi' } };
  const chart = {
    plans: { free: container, essential: container, pro: container, enterprise: container },
    companion: { requests: { cpu: '1', memory: '1Gi' } },
    gateway: container,
  };
  expect(requestedByPlan(chart).free).toEqual({ cores: 1.1, memoryGiB: 1.4375, diskGiB: 1 });
});
