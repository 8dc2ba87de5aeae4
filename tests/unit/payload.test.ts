import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  defaultBody,
  platformBody,
  platformTemplate,
  situations,
  type WebhookExample,
} from '#domain/payload/webhook-body.ts';
import { renderTemplate } from '#features/template/liquid.ts';

const EXAMPLE: WebhookExample = {
  situation: 'down',
  name: 'Loja "nova"',
  url: 'https://www.exemplo.com.br',
  message: 'Request failed with status code 503',
  host: 'https://acme.exemplo.com.br',
};

const render = (template: string, situation: WebhookExample['situation'] = 'down'): string =>
  renderTemplate(template, { ...EXAMPLE, situation }).text;

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
    expect(renderTemplate('{{ nome }}-{{ monitorJSON.xyz }}', EXAMPLE)).toEqual({
      ...{ text: '-', error: undefined },
      notes: ['nome não é uma variável e sai vazia.'],
    });
  });

  test('a template that renders nothing is reported', () => {
    expect(renderTemplate(' ', EXAMPLE).notes).toEqual([
      'O modelo não escreve nada: a mensagem chegaria vazia.',
    ]);
  });

  test.each([
    ['{{ name', 'Falta fechar com }} o que começa em {{ name.'],
    ['{% if name', 'Falta fechar com %} o que começa em {% if name.'],
    ['{% if name %}x', 'Falta {% endif %} para fechar {% if name %}.'],
    ['a\n{%- for a in b -%}', 'Falta {% endfor %} para fechar {% for a in b -%}.'],
    ['x{% endif %}', '{% endif %} está sobrando.'],
    ['{% else %}', '{% else %} está sobrando.'],
    ['{% espera %}', 'O ambiente não conhece {% espera %}.'],
    ['{{ name | grita }}', 'O ambiente não conhece o filtro grita.'],
    ['{{ }}', 'Falta o nome da variável entre as chaves.'],
    ['{{ name }}\n{{ 1 + 1 }}', 'Não entendi o modelo na linha 2, coluna 7.'],
    ['{% for i in (1..100000000) %}{% endfor %}', 'O modelo demora demais para ser preenchido.'],
    [
      '{% for i in (1..9999) %}{% for j in (1..9999) %}{% endfor %}{% endfor %}',
      'O modelo demora demais para ser preenchido.',
    ],
    ['{% include "x" %}', 'Não entendi o modelo na linha 1, coluna 1.'],
  ])('%s is reported', (template, sentence) => {
    expect(renderTemplate(template, EXAMPLE)).toEqual({ text: '', error: sentence, notes: [] });
  });

  test('any text either renders or gets an error in Portuguese', () => {
    const pieces = fc.constantFrom(
      ...['{{', '}}', '{%', '%}', ' name ', '|', 'json', 'if', 'else', 'endif', '-', '"'],
      ...['a.b', '== 1', 'assign x = ', '\n'],
    );
    const templates = fc.array(fc.oneof(pieces, fc.string({ maxLength: 5 })), { maxLength: 20 });
    fc.assert(
      fc.property(templates, (parts) => {
        expect(renderTemplate(parts.join(''), EXAMPLE).error ?? 'Falta').toMatch(
          /^(?:Falta|Não entendi|O (?:ambiente|modelo)|\{% )/,
        );
      }),
      { numRuns: 300 },
    );
  });
});
