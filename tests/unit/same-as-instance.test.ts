/**
 * The previews of the documentation say what an environment does: its own engines are the judges, in the versions of
 * Uptime Kuma 2.5.3 (package.json: croner ~8.1.2, liquidjs ~10.26.0). They stay out of the pages, where they would weigh
 * ten times as much.
 */
import { Cron } from 'croner';
import fc from 'fast-check';
import { Liquid } from 'liquidjs';
import { describe, expect, test } from 'vitest';
import { nextRuns } from '#domain/cron/next-runs.ts';
import { parseCron } from '#domain/cron/parse-cron.ts';
import { instantOf, wallTimeAt } from '#domain/cron/zone.ts';
import { renderTemplate } from '#domain/payload/liquid.ts';
import { situations, templateScope } from '#domain/payload/webhook-body.ts';
import { cronExpressions } from '#tests/support/cron-expressions.ts';

const ZONE = 'America/Sao_Paulo';

test('a cron expression runs when the environment runs it', () => {
  const instants = fc.integer({ min: Date.UTC(2026, 0), max: Date.UTC(2036, 0) });
  fc.assert(
    fc.property(cronExpressions, instants, (text, instant) => {
      const reading = parseCron(text);
      if (!reading.isValid) throw new Error(reading.mistake);
      const runs = nextRuns(reading.expression, wallTimeAt(instant, ZONE), 5);
      const judged = new Cron(text, { timezone: ZONE }).nextRuns(5, new Date(instant));
      expect(runs.map((run) => new Date(instantOf(run, ZONE)).toISOString())).toEqual(
        judged.map((date) => date.toISOString()),
      );
    }),
  );
});

describe('a template reads as the environment sends it', () => {
  // Its container runs in UTC.
  const engine = new Liquid({ timezoneOffset: 0 });
  const example = {
    name: 'Loja "nova" & <b>',
    url: 'https://www.exemplo.com.br',
    message: 'Request failed with status code 503',
    host: 'https://acme.exemplo.com.br',
  };
  const scopes = situations.map((situation) => templateScope({ ...example, situation }));
  const same = (template: string): void => {
    for (const scope of scopes)
      expect(renderTemplate(template, scope).text, template).toBe(engine.parseAndRenderSync(template, scope));
  };

  const values = fc.constantFrom(
    ...['name', 'status', 'msg', 'monitorJSON.id', 'monitorJSON["name"]', 'heartbeatJSON.ping'],
    ...['heartbeatJSON.status', 'heartbeatJSON.time', 'nada', '"a b"', "'x, y'", '3', '-2.5', 'true'],
  );
  const filters = fc.constantFrom(
    ...['json', 'default: "x"', 'upcase', 'downcase', 'capitalize', 'strip', 'append: "|"', 'prepend: name'],
    ...['replace: "a", "b"', 'remove: "o"', 'escape', 'url_encode', 'truncate: 10', 'truncate', 'size'],
    ...['plus: 1', 'minus: 2', 'times: 3', 'divided_by: 4', 'round', 'round: 1'],
  );

  test('filters', () => {
    const outputs = fc
      .tuple(values, fc.array(filters, { maxLength: 3 }))
      .map(([value, list]) => `{{ ${[value, ...list].join(' | ')} }}`);
    fc.assert(fc.property(outputs, same), { numRuns: 500 });
  });

  test('conditions', () => {
    const operands = fc.oneof(values, fc.constant('nil'));
    const comparisons = fc.oneof(
      operands,
      fc
        .tuple(operands, fc.constantFrom('==', '!=', '>', '<', '>=', '<=', 'contains'), operands)
        .map((parts) => parts.join(' ')),
    );
    const joined = fc
      .tuple(fc.array(comparisons, { minLength: 1, maxLength: 3 }), fc.constantFrom(' and ', ' or '))
      .map(([list, word]) => list.join(word));
    const conditions = joined.map((condition) => `{% if ${condition} %}sim{% else %}não{% endif %}`);
    fc.assert(fc.property(conditions, same), { numRuns: 500 });
  });

  test.each([
    'a {%- if name %} b {%- endif -%} c',
    '{% if name == "a and b" or status contains "==" %}x{% elsif nada %}y{% else %}z{% endif %}',
    '{% assign x = name | upcase %}{{ x }}{{x}}',
    '{% comment %}{{ nada | x }}{% endcomment %}fim',
    '{{ heartbeatJSON.time | date: "%d/%m/%Y %H:%M:%S %%" }}',
    '{{ monitorJSON }}',
  ])('%s', same);
});
