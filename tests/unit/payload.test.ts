import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { renderTemplate } from '#domain/payload/liquid.ts';
import { TemplateMistake } from '#domain/payload/liquid-values.ts';
import {
  defaultBody,
  platformBody,
  platformTemplate,
  situations,
  templateScope,
  type WebhookExample,
} from '#domain/payload/webhook-body.ts';

const EXAMPLE: WebhookExample = {
  situation: 'down',
  name: 'Loja "nova"',
  url: 'https://www.exemplo.com.br',
  message: 'Request failed with status code 503',
  host: 'https://acme.exemplo.com.br',
};

const render = (template: string, situation: WebhookExample['situation'] = 'down'): string =>
  renderTemplate(template, templateScope({ ...EXAMPLE, situation })).text;

describe('bodies', () => {
  test('the default has check, monitor and summary; the test only the summary', () => {
    expect(defaultBody(EXAMPLE)).toMatchObject({
      heartbeat: { status: 0, msg: EXAMPLE.message },
      monitor: { name: EXAMPLE.name },
      msg: '[Loja "nova"] [🔴 Down] Request failed with status code 503',
    });
    expect(defaultBody({ ...EXAMPLE, situation: 'up' })).toHaveProperty('heartbeat.lastDownTime');
    expect(defaultBody({ ...EXAMPLE, situation: 'test' })).toEqual({
      heartbeat: null,
      monitor: null,
      msg: 'Webhook do ERP Testing',
    });
  });

  test('the platform sends the two events of the requirements', () => {
    expect(Object.keys(platformBody(EXAMPLE))).toEqual([
      'event',
      'monitor',
      'timestamp',
      'location',
      'responseTime',
    ]);
    expect(Object.keys(platformBody({ ...EXAMPLE, situation: 'up' }))).toEqual([
      ...['event', 'monitor', 'timestamp', 'location', 'downtime', 'uptime'],
    ]);
  });

  test.each(situations)('the article’s template gives valid JSON (%s)', (situation) => {
    const body = JSON.parse(render(platformTemplate, situation));
    expect(body.event).toBe(`monitor.${situation}`);
    if (situation === 'test') return;
    const { monitor, timestamp } = platformBody({ ...EXAMPLE, situation }) as Record<string, unknown>;
    expect(body).toMatchObject({ monitor, timestamp, location: 'São Paulo' });
    if (situation === 'up') expect(body.downtime).toBeCloseTo(360, 0);
  });
});

describe('templates', () => {
  test.each([
    ['{{name}} {{ status }}', 'Loja "nova" 🔴 Down'],
    ['{{ name | json }}', '"Loja \\"nova\\""'],
    ['{{ monitorURL }}', 'https://acme.exemplo.com.br/dashboard/3'],
    ['{{ datetime }} {{url}}', '2026-11-20 03:13:05 https://www.exemplo.com.br'],
    ['{{ heartbeatJSON.ping | default: "sem resposta" }}', 'sem resposta'],
    ['{{ monitorJSON["id"] }}', '3'],
    ['{{ msg | upcase | truncate: 10 }}', '[LOJA "...'],
    ['{% if heartbeatJSON.status == 0 %}caiu{% else %}voltou{% endif %}', 'caiu'],
    [
      '{% if monitorJSON.type == "http" and heartbeatJSON.retries > 5 %}a{% elsif name contains "nova" %}b{% endif %}',
      'b',
    ],
    ['{% if a %}{% if b %}x{% endif %}{% else %}fim{% endif %}', 'fim'],
    ['{% assign x = "a|b" %}{{ x | append: "," | append: name }}', 'a|b,Loja "nova"'],
    ['a {%- comment %} {{ nada | x }} {% endcomment -%} b', 'ab'],
    ['só texto { sem } marcas', 'só texto { sem } marcas'],
  ])('%s', (template, text) => {
    expect(render(template)).toBe(text);
  });

  test('an unknown variable is empty and named', () => {
    expect(renderTemplate('{{ nome }}-{{ monitorJSON.xyz }}', templateScope(EXAMPLE))).toEqual({
      text: '-',
      unknown: ['nome'],
    });
  });

  test.each([
    ['{{ name', 'Falta fechar com }}'],
    ['{% if name %}x', 'Falta {% endif %}'],
    ['x{% endif %}', 'está sobrando'],
    ['{% for a in b %}', 'não conhece {% for a in b %}'],
    ['{{ name | grita }}', 'não conhece o filtro grita'],
    ['{{ }}', 'Falta o nome da variável'],
    ['{{ 1 + 1 }}', 'Não entendi 1 + 1'],
  ])('%s is reported', (template, part) => {
    expect(() => render(template)).toThrow(TemplateMistake);
    expect(() => render(template)).toThrow(part);
  });

  test('any text either renders or gets an error', () => {
    const pieces = fc.constantFrom(
      '{{',
      '}}',
      '{%',
      '%}',
      ' name ',
      '|',
      'json',
      'if',
      'else',
      'endif',
      '-',
      '"',
      'a.b',
      '== 1',
      'assign x = ',
      '\n',
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(pieces, fc.string({ maxLength: 5 })), { maxLength: 20 }), (parts) => {
        try {
          expect(typeof render(parts.join(''))).toBe('string');
        } catch (problem) {
          expect(problem).toBeInstanceOf(TemplateMistake);
        }
      }),
      { numRuns: 2000 },
    );
  });
});
