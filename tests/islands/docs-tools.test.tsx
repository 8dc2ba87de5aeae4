import { fireEvent, render, screen, within } from '@testing-library/react';
import axe from 'axe-core';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { ConditionBuilder } from '../../src/docs/tools/condition-builder/condition-builder.tsx';
import { CronReader } from '../../src/docs/tools/cron-reader/cron-reader.tsx';
import { distanceOf, zoneName } from '../../src/docs/tools/cron-reader/readings.ts';
import { MessageComposer } from '../../src/docs/tools/message-composer/message-composer.tsx';
import { PayloadPreview } from '../../src/docs/tools/payload-preview/payload-preview.tsx';
import { PushBuilder } from '../../src/docs/tools/push-builder/push-builder.tsx';

const TOKEN = 'dQw4w9WgXcQ3b7Zk1mNpR8sT2vYxAaBb';

const type = (label: string | RegExp, value: string) =>
  fireEvent.input(screen.getByLabelText(label), { target: { value } });
const choose = (label: string | RegExp, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
const code = (label: string) => screen.getByLabelText(label).textContent;

/** Checks accessibility without colours, which need a real browser. */
async function mistakesOf(element: Element) {
  const options: axe.RunOptions = {
    rules: { 'color-contrast': { enabled: false }, region: { enabled: false } },
  };
  return (await axe.run(element, options)).violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
}

test.each([
  ['CronReader', <CronReader key="1" />],
  ['PushBuilder', <PushBuilder key="2" />],
  ['PayloadPreview', <PayloadPreview key="3" />],
  ['ConditionBuilder', <ConditionBuilder key="4" />],
  ['MessageComposer', <MessageComposer key="5" />],
])('%s has names for everything', async (_, tool) => {
  const { container } = render(tool);
  expect(await mistakesOf(container)).toEqual([]);
});

describe('the cron reader', () => {
  beforeEach(() => {
    vi.useFakeTimers({ now: new Date('2026-11-21T13:00:00Z') });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  test('reads an example in one click and lists five dates', () => {
    render(<CronReader initial="0 2 * * 1" />);
    expect(screen.getByText('Toda segunda-feira, às 2h.')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: '30 1 */2 * *' }));
    expect(screen.getByText(/^Dia sim, dia não/)).toBeTruthy();
    expect(screen.getByLabelText<HTMLInputElement>('Expressão').value).toBe('30 1 */2 * *');
    expect(screen.getAllByRole('listitem').filter((item) => item.querySelector('time'))).toHaveLength(5);
  });

  test.each([
    [14 * 3_600_000 + 48 * 60_000, 'em 14 horas e 48 minutos'],
    [86_400_000 + 3_600_000, 'em 1 dia e 1 hora'],
    [2 * 86_400_000 + 60_000, 'em 2 dias'],
    [59_000, 'em menos de 1 minuto'],
    [89 * 86_400_000, 'em 89 dias'],
    [90 * 86_400_000, 'em cerca de 3 meses'],
    [366 * 86_400_000, 'em cerca de 1 ano'],
    [3383 * 86_400_000, 'em cerca de 9 anos e 3 meses'],
  ])('%i ms are shown as "%s"', (ms, written) => {
    expect(distanceOf(ms)).toBe(written);
  });

  test('a time zone has its everyday name', () => {
    expect(zoneName('America/Sao_Paulo')).toBe('Brasília (UTC−3)');
    expect(zoneName('America/Argentina/Buenos_Aires')).toBe('America/Argentina/Buenos Aires');
  });

  test('reports a mistake and shows no dates', () => {
    render(<CronReader />);
    type('Expressão', '0 25 * * 1');
    expect(screen.getByText(/Parte hora: 25 não vale/)).toBeTruthy();
    expect(screen.getByLabelText('Expressão').getAttribute('aria-invalid')).toBe('true');
    expect(document.querySelector('time')).toBeNull();
  });

  test('warns of short intervals and of a date that never comes', () => {
    render(<CronReader />);
    type('Expressão', '*/15 * * * *');
    expect(screen.getByText(/15 minutos de distância/)).toBeTruthy();
    type('Expressão', '0 0 31 2 *');
    expect(screen.getByText(/nunca começaria/)).toBeTruthy();
  });

  test('keeps what was typed before it loaded', () => {
    render(<CronReader />);
    expect(screen.getByLabelText('Expressão').getAttribute('value')).toBe('0 2 * * 1');
  });

  test('a window in UTC is shown in the reader’s time', () => {
    render(<CronReader initial="0 5 * * 1" />);
    choose('Fuso horário da janela', 'UTC');
    expect(document.querySelector('time')?.getAttribute('datetime')).toBe('2026-11-23T05:00:00.000Z');
  });
});

describe('the push builder', () => {
  test('parses an address and writes it again', () => {
    render(<PushBuilder />);
    type(/^Endereço do painel/, `https://acme.exemplo.com.br/api/push/${TOKEN}?status=up&msg=OK&ping=`);
    type(/^Mensagem/, 'Backup não feito');
    choose(/^Estado/, 'down');
    const url = `https://acme.exemplo.com.br/api/push/${TOKEN}?status=down&msg=Backup%20n%C3%A3o%20feito`;
    expect(screen.getByText(url)).toBeTruthy();
    choose('Comando em', 'Python');
    expect(code('Comando em Python')).toContain(`urlopen("${url}"`);
  });

  test.each([
    [
      'a page of the panel',
      /Endereço do painel/,
      'https://acme.exemplo.com.br/dashboard/3',
      'página do painel',
    ],
    ['a time that is no number', /Tempo em milissegundos/, '42ms', 'sem unidade'],
  ])('%s gives nothing to copy', (_what, label, value, mistake) => {
    render(<PushBuilder />);
    type(label, value);
    expect(screen.getByText(new RegExp(mistake))).toBeTruthy();
    expect(screen.queryByLabelText('Endereço para chamar')).toBeNull();
    expect(screen.queryByLabelText('Comando em curl/Bash')).toBeNull();
  });

  test('a name with accents and an address without a scheme work', () => {
    render(<PushBuilder />);
    type(/^Endereço do painel/, `açaí.com.br/api/push/${TOKEN}`);
    expect(screen.getByLabelText<HTMLInputElement>('Token').value).toBe(TOKEN);
    expect(screen.getByText(`https://xn--aa-4iaz.com.br/api/push/${TOKEN}?status=up&msg=OK`)).toBeTruthy();
  });

  test('offers the ten languages', () => {
    render(<PushBuilder />);
    expect(within(screen.getByLabelText('Comando em')).getAllByRole('option')).toHaveLength(10);
  });

  test('reports mistakes, also a token that is too short', () => {
    render(<PushBuilder />);
    type(/^Tempo/, 'rápido');
    type('Token', 'abc');
    type(/^Endereço do painel/, 'meu painel');
    expect(screen.getByText(/milissegundos como número/)).toBeTruthy();
    expect(screen.getByText(/este tem 3/)).toBeTruthy();
    expect(screen.getByText(/Escreva o endereço do seu painel/)).toBeTruthy();
  });
});

describe('the payload preview', () => {
  test('follows state and values', () => {
    render(<PayloadPreview />);
    type('Nome do monitor', 'Loja');
    expect(JSON.parse(code('Corpo enviado') ?? '').msg).toBe(
      '[Loja] [🔴 Down] Request failed with status code 503',
    );
    choose('Situação', 'up');
    expect(JSON.parse(code('Corpo enviado') ?? '').msg).toBe('[Loja] [✅ Up] 200 - OK');
    choose('Corpo da Solicitação', 'platform');
    expect(JSON.parse(code('Corpo enviado') ?? '').event).toBe('monitor.up');
  });

  test('shows what a certificate notice brings, and where a template breaks', async () => {
    render(<PayloadPreview />);
    choose('Situação', 'certificate');
    expect(JSON.parse(code('Corpo enviado') ?? '')).toMatchObject({ heartbeat: null, monitor: null });
    choose('Corpo da Solicitação', 'platform');
    expect(screen.getByText(/só descreve monitor.down e monitor.up/)).toBeTruthy();
    choose('Corpo da Solicitação', 'custom');
    choose('Modelo', '{ "id": {{ monitorJSON.id }} }');
    expect(await screen.findByText(/só msg diz o que aconteceu/)).toBeTruthy();
    expect(screen.getByText(/não é um JSON válido/)).toBeTruthy();
  });

  test('fills in a template, and explains a mistake in it', async () => {
    render(<PayloadPreview />);
    choose('Corpo da Solicitação', 'custom');
    expect(await screen.findByText('JSON válido.')).toBeTruthy();
    expect(JSON.parse(code('Corpo enviado') ?? '').event).toBe('monitor.down');
    choose('Modelo', '{ "nome": "{{ nome }}", "em": "{{ datetime }}", }');
    expect(screen.getByText(/nome não é uma variável/)).toBeTruthy();
    expect(screen.getByText(/heartbeatJSON.localDateTime/)).toBeTruthy();
    expect(screen.getByText(/não é um JSON válido/)).toBeTruthy();
    choose('Modelo', '{{ nome');
    expect(screen.getByText(/Falta fechar com }}/)).toBeTruthy();
  });
});

describe('the condition builder', () => {
  const expression = () => document.querySelector('code')?.textContent;
  const choosePlatform = () => choose('Tipo do monitor', 'platform');

  test('opens with the form’s words, as in the article’s picture', () => {
    render(<ConditionBuilder />);
    expect(expression()).toBe(
      'registro contém “203.0.113.10” ou (registro começa com “198.51.100.” e registro não contém “192.0.2.”)',
    );
    expect(screen.getByText(/o monitor fica Ligado\./)).toBeTruthy();
    type('registro', '192.0.2.7');
    expect(screen.getByText(/o monitor fica Desligado\./)).toBeTruthy();
    expect(screen.queryByText(/NOT/)).toBeNull();
    expect(screen.queryByText(/ping/)).toBeNull();
  });

  test('a sensor’s value is not read as thousands', () => {
    render(<ConditionBuilder />);
    choose('Tipo do monitor', 'mqtt');
    expect(expression()).toBe('Tópico começa com “sensores/” e valor JSON menor que (número) 30');
    type('valor JSON', '21.375');
    expect(screen.getByText(/o monitor fica Ligado\./)).toBeTruthy();
    type('valor JSON', '21,375');
    expect(screen.getByText(/com ponto/)).toBeTruthy();
    expect(screen.queryByText(/o monitor fica/)).toBeNull();
  });

  test('equality as a number is said to be of no use', () => {
    render(<ConditionBuilder />);
    choose('Tipo do monitor', 'mqtt');
    const last = screen.getByRole('group', { name: /Condição valor JSON/ });
    fireEvent.change(within(last).getByLabelText('Operador'), { target: { value: '==' } });
    expect(screen.getByText(/nunca vale para o valor JSON/)).toBeTruthy();
  });

  test('each form keeps its condition', () => {
    render(<ConditionBuilder />);
    fireEvent.click(screen.getByRole('button', { name: /^Remover: Grupo/ }));
    expect(expression()).toBe('registro contém “203.0.113.10”');
    choose('Tipo do monitor', 'database');
    expect(expression()).toBe('result igual “ok”');
    choose('Tipo do monitor', 'dns');
    expect(expression()).toBe('registro contém “203.0.113.10”');
  });

  test('shows the platform’s expression and its result', () => {
    render(<ConditionBuilder />);
    choosePlatform();
    expect(expression()).toBe('(response_code == 200 OR response_code == 204) AND NOT (ping > 150)');
    expect(screen.getByText(/o monitor fica Ligado\./)).toBeTruthy();
    choose(/^ping/, '400');
    expect(screen.getByText(/o monitor fica Desligado\./)).toBeTruthy();
  });

  test('adds, changes and removes; text variables lose number operators', () => {
    render(<ConditionBuilder />);
    choosePlatform();
    const last = screen.getByRole('group', { name: /Condição NOT \(ping/ });
    fireEvent.change(within(last).getByLabelText('Variável'), { target: { value: 'record' } });
    expect(expression()).toContain('NOT (record equals "150")');
    fireEvent.click(screen.getByRole('button', { name: /^Remover: Grupo/ }));
    expect(expression()).toBe('NOT (record equals "150")');
    expect(document.activeElement?.textContent).toBe('Adicionar condição');
    fireEvent.click(screen.getByRole('button', { name: 'Adicionar grupo' }));
    expect(expression()).toBe('NOT (record equals "150") AND response_code == 200');
  });

  test('a non-numeric sample is reported, not evaluated', () => {
    render(<ConditionBuilder />);
    choosePlatform();
    fireEvent.change(screen.getByLabelText(/^ping/), { target: { value: 'rápido' } });
    expect(screen.getByText('A resposta de exemplo tem um valor que não serve de número.')).toBeTruthy();
    expect(screen.queryByText(/o monitor fica Desligado/)).toBeNull();
  });

  test('an incomplete condition has no result', () => {
    render(<ConditionBuilder />);
    choosePlatform();
    const last = screen.getByRole('group', { name: /Condição NOT \(ping/ });
    fireEvent.change(within(last).getByLabelText('Valor'), { target: { value: 'muito' } });
    expect(screen.getByText(/Escreva um número/)).toBeTruthy();
    expect(screen.getByText('Uma condição está incompleta.')).toBeTruthy();
  });
});

describe('the message composer', () => {
  const message = () => document.querySelector('figure')?.textContent ?? '';

  test('the platform’s own alerts come first, in their own words', () => {
    render(<MessageComposer />);
    type('Nome do monitor', 'Loja');
    type('Endereço vigiado', 'https://loja.exemplo.com.br');
    expect(document.querySelector('.message-subject')?.textContent).toBe('Fora do ar: Loja');
    expect(message()).toContain('Respondeu HTTP 503.');
    expect(message()).toContain('Mensagem da checagem: Request failed with status code 503');
    expect(message()).toContain('Estou vendo');
    choose('Situação', 'up');
    expect(document.querySelector('.message-subject')?.textContent).toBe('De volta: Loja');
    expect(message()).toContain('depois de 7 min fora do ar');
    expect(message()).not.toContain('Estou vendo');
    expect(screen.getByText(/o seu, onde o plano tem/i)).toBeTruthy();
  });

  test('each channel has its own format, in both states', () => {
    render(<MessageComposer />);
    choose('Canal', 'telegram');
    type('Nome do monitor', 'Loja');
    expect(message()).toContain('[Loja] [🔴 Down] Request failed with status code 503');
    choose('Canal', 'email');
    expect(document.querySelector('.message-subject')?.textContent).toContain('[Loja] [🔴 Down]');
    expect(message()).toContain('Time (America/Sao_Paulo): 2026-11-20 03:13:05');
    choose('Situação', 'up');
    choose('Canal', 'teams');
    expect(message()).toContain('[Loja] is back online');
    expect(message()).toContain('Aviso de retorno no Microsoft Teams');
    choose('Canal', 'discord');
    expect(message()).toContain('✅ Your service Loja is up! ✅');
    expect(message()).toContain('6m');
  });

  test('a template uses its channel’s formatting; Teams has none', async () => {
    render(<MessageComposer />);
    choose('Canal', 'whatsapp');
    choose('Texto', 'own');
    choose('Modelo', '*{{ name }}* está fora do ar');
    expect((await screen.findByText('Site institucional')).tagName).toBe('STRONG');
    choose('Canal', 'teams');
    expect(screen.queryByLabelText('Modelo')).toBeNull();
    expect(message()).toContain('[Site institucional] went down');
    choose('Canal', 'discord');
    expect(screen.getByLabelText<HTMLTextAreaElement>('Modelo').value).toBe('*{{ name }}* está fora do ar');
  });

  test('Telegram shows the chosen format, and what it refuses', async () => {
    render(<MessageComposer />);
    choose('Canal', 'telegram');
    choose('Texto', 'own');
    choose('Modelo', '*{{ name }}* caiu');
    expect(await screen.findByText(/^\*Site institucional\* caiu$/)).toBeTruthy();
    choose('Formato da mensagem', 'MarkdownV2');
    expect(screen.getByText('Site institucional').tagName).toBe('STRONG');
    choose('Modelo', '{{ name }} caiu.');
    expect(screen.getByText(/Escreva \\\. no modelo/)).toBeTruthy();
    expect(document.querySelector('figure')).toBeNull();
    choose('Formato da mensagem', 'HTML');
    choose('Modelo', '<i>{{ name }}</i> caiu.');
    expect(screen.getByText('Site institucional').tagName).toBe('EM');
  });

  test('360messenger replaces only its own texts', () => {
    render(<MessageComposer />);
    choose('Canal', 'whatsapp');
    choose('Texto', 'own');
    choose('Provedor', 'messenger360');
    choose('Modelo', "*{{ monitorJSON['name'] }}* {{ status }}");
    expect(screen.getByText('Site institucional').tagName).toBe('STRONG');
    expect(message()).toContain('{{ status }}');
    expect(screen.getByText(/O resto chega como está/)).toBeTruthy();
  });

  test('reports mistakes and shows no message', async () => {
    render(<MessageComposer />);
    choose('Canal', 'telegram');
    choose('Texto', 'own');
    choose('Modelo', '{{ name');
    expect(await screen.findByText(/Falta fechar com }}/)).toBeTruthy();
    expect(document.querySelector('figure')).toBeNull();
    choose('Modelo', '{{ datetime }} {{ nome }}');
    expect(screen.getByText(/nome não é uma variável/)).toBeTruthy();
    expect(screen.getByText(/datetime só existe nos modelos da plataforma/)).toBeTruthy();
    choose('Modelo', ' ');
    expect(screen.getByText(/chegaria vazia/)).toBeTruthy();
    type('Nome do monitor', '  ');
    expect(screen.getByText(/Escreva o nome do monitor/)).toBeTruthy();
    expect(document.querySelector('figure')).toBeNull();
  });
});
