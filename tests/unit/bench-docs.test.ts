import { describe, expect, it } from 'vitest';
import { growthOf } from '#tests/bench/docs/growth.ts';
import { plainArticles } from '#tests/bench/docs/plain-articles.ts';

const vocabulary = ['monitor', 'aviso', 'página', 'não', 'servidor', 'resposta'];

describe('the articles that tools are compared with', () => {
  it('have a thousand words each', () => {
    for (const { body } of plainArticles(5, vocabulary)) expect(body.match(/\p{L}+/gu)?.length).toBe(1000);
  });

  it('differ from each other, but not from one run to the next', () => {
    const articles = plainArticles(20, vocabulary);
    expect(new Set(articles.map(({ body }) => body)).size).toBe(20);
    expect(articles).toEqual(plainArticles(20, vocabulary));
  });
});

describe('growth of what a build costs', () => {
  const points = (cost: (size: number) => number) =>
    [24, 250, 1000].map((size) => ({ size, cpuSeconds: cost(size) }));

  it('is 1 when every article costs the same', () => {
    const growth = growthOf(points((size) => 8 + 0.03 * size));
    expect(growth?.exponent).toBeCloseTo(1);
    expect(growth?.each).toBeCloseTo(0.03);
  });

  it('is more when later articles cost more', () => {
    expect(growthOf(points((size) => 8 + 0.0001 * size ** 2))?.exponent).toBeGreaterThan(1.4);
  });

  it('is not known from two sizes', () => {
    expect(growthOf(points((size) => size).slice(0, 2))).toBeNull();
  });
});
