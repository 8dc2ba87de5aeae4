import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { renderTemplate } from '#docs/tools/parts/liquid.ts';
import {
  defaultBody,
  isAboutCheck,
  platformBody,
  platformTemplate,
  situations,
  type WebhookExample,
} from '#docs/tools/rules/webhook-body.ts';

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
  });

  test.each([
    ['test', 'Webhook do ERP Testing'],
    [
      'certificate',
      '[Loja "nova"][https://www.exemplo.com.br] server certificate www.exemplo.com.br will expire in 7 days',
    ],
    ['domain', 'Domain name exemplo.com.br will expire in 7 days'],
  ] as const)('a notice about no check has only the summary (%s)', (situation, msg) => {
    expect(defaultBody({ ...EXAMPLE, situation })).toEqual({ heartbeat: null, monitor: null, msg });
    expect(render('{{ status }}, {{ name }}, {{ hostnameOrURL }}', situation)).toBe(
      '⚠️ Test, Monitor Name not available, testing.hostname',
    );
  });

  test.each([
    ['https://loja.exemplo.com/a', 'exemplo.com'],
    ['https://exemplo.com.br:8443', 'exemplo.com.br'],
    ['api.loja.exemplo.net.br', 'exemplo.net.br'],
  ])('%s belongs to the domain %s', (url, domain) => {
    expect(defaultBody({ ...EXAMPLE, situation: 'domain', url })).toHaveProperty(
      'msg',
      `Domain name ${domain} will expire in 7 days`,
    );
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
      'event',
      'monitor',
      'timestamp',
      'location',
      'downtime',
      'uptime',
    ]);
  });

  test.each(situations)('the article’s template gives valid JSON (%s)', (situation) => {
    const body = JSON.parse(render(platformTemplate, situation));
    const events = { down: 'down', up: 'up', certificate: 'expiring', domain: 'expiring', test: 'test' };
    expect(body.event).toBe(`monitor.${events[situation]}`);
    expect(body.message).toBe((defaultBody({ ...EXAMPLE, situation }) as { msg: string }).msg);
    if (!isAboutCheck(situation)) return;
    const { monitor, timestamp } = platformBody({ ...EXAMPLE, situation }) as Record<string, unknown>;
    expect(body).toMatchObject({ monitor, timestamp, location: 'São Paulo' });
    if (situation === 'up') expect(body.downtime).toBeCloseTo(360, 0);
  });
});

test('the webhook article shows the template that the preview starts with', () => {
  const article = readFileSync('content/docs/notifications/webhook.mdx', 'utf8');
  expect(article).toContain(`\`\`\`liquid title="Corpo Customizado"\n${platformTemplate}\n\`\`\``);
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
      text: '-',
      error: undefined,
      notes: ['nome não é uma variável e sai vazia.'],
    });
  });

  test('a template that drops a notice’s only text is told so', () => {
    const notesOn = (template: string, situation: WebhookExample['situation']) =>
      renderTemplate(template, { ...EXAMPLE, situation }).notes.join();
    expect(notesOn('{{ name }}: {{ status }}', 'certificate')).toContain('só msg diz o que aconteceu');
    expect(notesOn('{{ name }}: {{ msg }}', 'domain')).toBe('');
    expect(notesOn('{{ name }}: {{ status }}', 'down')).toBe('');
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
    ['{% espera %}', 'O painel não conhece {% espera %}.'],
    ['{{ name | grita }}', 'O painel não conhece o filtro grita.'],
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
    const templates = fc.array(fc.oneof(pieces, fc.string({ maxLength: 5 })), { maxLength: 20 });
    fc.assert(
      fc.property(templates, (parts) => {
        expect(renderTemplate(parts.join(''), EXAMPLE).error ?? 'Falta').toMatch(
          /^(?:Falta|Não entendi|O (?:painel|modelo)|\{% )/,
        );
      }),
      { numRuns: 300 },
    );
  });
});

/** The instance formats `localDateTime` as it reads it; so must a browser, wherever it is. */
describe.each([
  ['America/Sao_Paulo', 0],
  ['UTC', 3],
  ['Asia/Tokyo', 12],
])('the date filter in a browser in %s', (zone, hour) => {
  beforeEach(() => {
    vi.stubEnv('TZ', zone);
  });
  afterEach(() => {
    vi.unstubAllEnvs();
  });

  test('shows the time of the check, not another zone’s', () => {
    // Proves that the time zone of this process changed.
    expect(new Date('2026-11-20T03:00:00Z').getHours()).toBe(hour);
    expect(render('{{ heartbeatJSON.localDateTime | date: "%d/%m/%Y %H:%M" }}')).toBe('20/11/2026 03:13');
    expect(render('{{ heartbeatJSON.time | date: "%H:%M" }}')).toBe('06:13');
  });
});
