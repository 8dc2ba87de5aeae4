/**
 * Dated facts about other companies: the build warns before their review day, and refuses them after it or when their
 * text has changed.
 */
import { expect, test } from 'vitest';
import { type DatedFact, judgeFacts, parseDatedFacts } from '#build/dated-facts.ts';
import { datedFacts, readProjectFile } from '#build/dated-facts-warning.ts';
import factsJson from '#content/dated-facts.json' with { type: 'json' };

const fact: DatedFact = {
  file: 'content/docs/mail.mdx',
  text: 'até 500 mensagens por dia',
  source: 'https://vendor.example/limits',
  lookAgain: '2031-03-15',
};
const written = (): string => 'Um envio de até 500 mensagens por dia é grátis.';
const kindOn = (today: string): string | undefined => judgeFacts([fact], today, written)[0]?.kind;

test.each([
  ['2031-02-28', undefined],
  ['2031-03-01', 'soon'],
  ['2031-03-15', 'soon'],
  ['2031-03-16', 'late'],
  ['2032-01-01', 'late'],
])('on %s a fact due on 2031-03-15 is %s', (today, kind) => {
  expect(kindOn(today)).toBe(kind);
});

test('the sentence names file, fact, day and source', () => {
  expect(judgeFacts([fact], '2031-03-16', written)[0]?.sentence).toBe(
    'content/docs/mail.mdx: “até 500 mensagens por dia” era para conferir até 15/03/2031. Confira em https://vendor.example/limits, corrija o texto e marque outro dia em content/dated-facts.json.',
  );
});

test.each([
  ['says something else', () => 'Um envio de até 900 mensagens.'],
  ['is gone', () => null],
])('a file that %s needs a new review, whatever the day', (_, readFile) => {
  expect(judgeFacts([fact], '2031-01-01', readFile)[0]?.kind).toBe('lost');
});

test('an entry without its day is refused with its place', () => {
  expect(() => parseDatedFacts([{ ...fact, lookAgain: 'março' }])).toThrow(
    'content/dated-facts.json: 0.lookAgain: escreva o dia de olhar de novo',
  );
});

test('every listed fact is in its file', () => {
  const facts = parseDatedFacts(factsJson);
  expect(judgeFacts(facts, '2000-01-01', readProjectFile)).toEqual([]);
  expect(judgeFacts(facts, '2100-01-01', readProjectFile)).toHaveLength(facts.length);
});

test('the build warns of facts that are due soon', () => {
  const { lookAgain } = parseDatedFacts(factsJson)[0] ?? fact;
  const said = (now: number): string[] => {
    const sentences: string[] = [];
    const logger = { warn: (sentence: string) => sentences.push(sentence) };
    datedFacts(() => now).hooks['astro:build:start']?.({ logger } as never);
    return sentences;
  };
  const noon = Date.parse(`${lookAgain}T15:00:00Z`);
  expect(said(noon)).toContainEqual(expect.stringContaining('content/comparisons/uptime-kuma.mdx'));
  expect(said(Date.parse('2000-01-01T15:00:00Z'))).toEqual([]);
});
