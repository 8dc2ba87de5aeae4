import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { renderTemplate } from '#docs/tools/parts/liquid.ts';
import { type ChannelExample, ownText } from '#docs/tools/rules/channel-text.ts';
import { fill360messenger } from '#docs/tools/rules/fill-360messenger.ts';
import { linesOf, type Piece } from '#docs/tools/rules/marked-text.ts';
import { escapeMarkdown, readTelegram } from '#docs/tools/rules/telegram-text.ts';

const EXAMPLE: ChannelExample = {
  situation: 'down',
  name: 'Servidor Minecraft',
  url: 'mc.exemplo.com.br:25565',
  message: 'Failed all 1 attempts',
  host: 'https://acme.exemplo.com.br',
};

/** "bold(texto)" for marked pieces. */
const shown = (pieces: readonly Piece[] | undefined) =>
  pieces?.map(({ text, marks }) => marks.reduceRight((inner, mark) => `${mark}(${inner})`, text)).join('');

describe('Discord', () => {
  const article = readFileSync('content/docs/notifications/discord.mdx', 'utf8');

  /** The bold labels of the article's preview, which follow the instance's source. */
  const labelsIn = (state: 'down' | 'up'): string[] => {
    const [, preview = ''] =
      new RegExp(`<MessagePreview channel="discord"[^>]* state="${state}">(.*?)</MessagePreview>`, 's').exec(
        article,
      ) ?? [];
    return [...preview.matchAll(/\*\*(.+?)\*\*/g)].map(([, label = '']) => label);
  };

  test.each(['down', 'up'] as const)('has the fields of the article, in order (%s)', (situation) => {
    const labels = ownText('discord', { ...EXAMPLE, situation }).lines.map(({ label }) => label);
    expect(labels).toContain('Went Offline');
    expect(labels).toEqual(labelsIn(situation));
  });

  test('leaves out an address that a monitor has not', () => {
    const labels = ownText('discord', { ...EXAMPLE, url: '' }).lines.map(({ label }) => label);
    expect(labels).not.toContain('Service URL');
  });
});

describe('Telegram', () => {
  test.each([
    ['*a* _b_ __c__ ~d~ ||e||', 'bold(a) italic(b) underline(c) strike(d) spoiler(e)'],
    ['*a _b_*', 'bold(a )bold(italic(b))'],
    ['1\\.5 \\*x\\*', '1.5 *x*'],
    ['`a*b.c` [sair\\!](https://x.example/)', 'code(a*b.c) link(sair!)'],
    ['> citado', ' citado'],
    ['sem marcas', 'sem marcas'],
  ])('MarkdownV2 %s', (text, expected) => {
    expect(shown(readTelegram(text, 'MarkdownV2').pieces)).toBe(expected);
  });

  test.each([
    ['Caiu.', 'Escreva \\. no modelo'],
    ['*caiu', 'um “*” abre e não fecha'],
    ['*a _b* c_', '“*” fecha antes'],
    ['a (b', 'Escreva \\( no modelo'],
  ])('MarkdownV2 %s does not arrive', (text, part) => {
    expect(readTelegram(text, 'MarkdownV2').mistake).toContain(part);
  });

  test.each([
    ['<b>a</b> <i>b <u>c</u></i> &lt;d&gt;', 'bold(a) italic(b )italic(underline(c)) <d>'],
    ['<a href="https://x.example">x</a>', 'link(x)'],
    ['a & b. *c*', 'a & b. *c*'],
  ])('HTML %s', (text, expected) => {
    expect(shown(readTelegram(text, 'HTML').pieces)).toBe(expected);
  });

  test.each([
    ['a < b', '&lt;'],
    ['<p>a</p>', 'recusa “<p>”'],
    ['<b>a</i>', 'fecha o que não está aberto'],
    ['<b>a', '<b> abre e não fecha'],
  ])('HTML %s does not arrive', (text, part) => {
    expect(readTelegram(text, 'HTML').mistake).toContain(part);
  });

  test('plain text stays as it is', () => {
    expect(shown(readTelegram('*a* <b>.', 'plain').pieces)).toBe('*a* <b>.');
  });

  test('values are escaped for MarkdownV2, so a usual message arrives', () => {
    const template = '*{{ name }}*\n{{ msg }} \\({{ heartbeatJSON.localDateTime }}\\)';
    const { text } = renderTemplate(template, { ...EXAMPLE, name: 'api_v1.2 (nova)' }, escapeMarkdown);
    const lines = linesOf(readTelegram(text, 'MarkdownV2').pieces ?? []).map(shown);
    expect(lines).toEqual([
      'bold(api_v1.2 (nova))',
      '[api_v1.2 (nova)] [🔴 Down] Failed all 1 attempts (2026-11-20 03:13:05)',
    ]);
  });
});

describe('360messenger', () => {
  test('replaces its own few texts, and names the rest', () => {
    const own =
      "{% if monitorJSON %}*{{ monitorJSON['name'] }}* {{ monitorJSON['url'] }}{% endif %} {{ msg }}";
    expect(fill360messenger(own, { ...EXAMPLE, name: '$& loja' })).toEqual({
      text: '*$& loja* mc.exemplo.com.br:25565 [$& loja] [🔴 Down] Failed all 1 attempts',
      notes: [],
    });
    const other = fill360messenger('{{name}}: {{msg}}', EXAMPLE);
    expect(other.text).toBe('{{name}}: {{msg}}');
    expect(other.notes.join()).toContain('O resto chega como está');
  });
});
