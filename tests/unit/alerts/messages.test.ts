/** Every message about alerts as it arrives: in HTML, as text, and in a chat. */
import { describe, expect, test } from 'vitest';
import { othersOf } from '#domain/alerts/around.ts';
import { causeRows } from '#domain/alerts/causes.ts';
import { defaultPreferences } from '#domain/alerts/preferences.ts';
import { writeAlert } from '#domain/alerts/words.ts';
import { CHAT_TEXT_MAX } from '#domain/text/marked-text.ts';
import { barColors, MAIL_SHEET, mailColors, toneColors } from '#functions/platform/mail/mail-style.ts';
import { contrast } from '../../support/contrast.ts';
import { everyAlert, handedOver, NOW, sampleAlerts, withAround } from '../../support/sample-alerts.ts';

const all = [...(await everyAlert())];
const ZONE = 'America/Sao_Paulo';

/** What a reader of the HTML sees, piece by piece. */
const seenIn = (html: string): string[] =>
  html
    .slice(html.indexOf('<body'))
    .replace(/<[^>]+>/g, '\n')
    .replace(/&#39;/g, "'")
    .replace(/&quot;/g, '"')
    .replace(/&nbsp;/g, ' ')
    .split('\n')
    .map((piece) => piece.trim())
    .filter((piece) => piece !== '');

describe.each(all)('%s', (_name, { written, mail, chat }) => {
  const pieces = seenIn(mail.html);

  test('begins with the state, in words', () => {
    const { shown, subject } = written;
    const [product, first] = pieces;
    expect(product).toBe('Vigia');
    expect(first).toBe(shown?.blocks.length === 1 ? shown.blocks[0]?.state : subject);
    expect(mail.text.split('\n')[0]).toBe(subject);
    expect(chat.text).toMatch(/^(🔴|🟠|🟢|🔵) /u);
    expect(chat.text.split('\n')[0]?.slice(3)).toBe(subject);
  });

  test('says nothing raw in a sentence', () => {
    for (const line of written.lines)
      expect(line).not.toMatch(/E[A-Z]{5,}|connect |timeout of|status code|certificate|undefined|null|NaN/);
  });

  test('shows no secret address, and has each behind its word', () => {
    for (const piece of pieces) expect(piece).not.toMatch(/#|[\w-]{40,}/);
    expect(pieces).toContain('Sair destes avisos');
    expect(mail.html).toMatch(/href="https:\/\/vigia\.example\/avisos\/sair#[\w.-]+"/);
    expect(mail.text).toMatch(/Sair destes avisos: https:\/\/vigia\.example\/avisos\/sair#[\w.-]+/);
    expect(pieces.includes('Estou vendo')).toBe(written.shown?.next === 'seen');
  });

  test('fits the narrowest phone: no fixed width, and long words break', () => {
    expect(mail.html).not.toMatch(/(?<!max-)width:\d+px|width="\d{3,}"/);
    for (const [tag] of mail.html.matchAll(/<(?:p|h1|h2|li)\b[^>]*>(?=[^<]{60,})/g))
      expect(tag).toContain('overflow-wrap:anywhere');
  });

  test('keeps within what its providers take', () => {
    expect(chat.text.length).toBeLessThanOrEqual(CHAT_TEXT_MAX);
    expect(chat.text).toMatch(/Avisos: https:\/\/vigia\.example\/conta\/avisos$/);
    for (const { from, length } of chat.marks) expect(from + length).toBeLessThanOrEqual(chat.text.length);
    // Gmail hides what comes after this.
    expect(new TextEncoder().encode(mail.html).length).toBeLessThan(102_000);
  });
});

const named = (name: string) => all.find(([each]) => each === name)?.[1];

test('a fall says why, what to look at, what was said, who else gets it, and leads to its monitor', () => {
  const { mail, chat } = named('fall') ?? {};
  const seen = seenIn(mail?.html ?? '');
  for (const piece of [
    'Fora do ar',
    'Loja',
    'loja.example',
    'desde 3h13',
    'Recusou a conexão.',
    'O que olhar:',
    'connect ECONNREFUSED 203.0.113.10:443',
    'Também não respondeu de outra rede.',
    'Na última hora, até 3h15: uma queda, 2 min fora do ar.',
    'Também recebem este aviso: Bruno e grupo Plantão.',
    'Para Ana, do painel padaria.',
  ])
    expect(seen).toContain(piece);
  expect(mail?.html).toContain('href="https://padaria.vigia.example/dashboard/3"');
  expect(chat?.text).toContain('No painel: https://padaria.vigia.example/dashboard/3');
  expect(chat?.text).toContain('Mensagem da checagem: connect ECONNREFUSED');
});

test('who is not of the team reads how many others get it, and no names', () => {
  const given = withAround(sampleAlerts['fall'] ?? { lines: [], share: null, mayBeOurs: false });
  const { around } = given;
  const others = { people: 2, groups: 1, names: null };
  const { shown } = writeAlert({ ...given, ...(around && { around: { ...around, others } }) }, ZONE, NOW);
  expect(shown?.notes).toEqual(['Mais 2 pessoas e 1 grupo recebem este aviso.']);
});

test('a chat is not taken for a second address of its person', () => {
  const peer = { person: null, isInside: true, preferences: defaultPreferences };
  const mail = { ...peer, id: 'a', kind: 'email', address: 'ana@padaria.example', name: 'Ana' } as const;
  const chat = { ...peer, id: 'b', kind: 'telegram', address: '4000001', name: 'Ana' } as const;
  const lines = sampleAlerts['fall']?.lines ?? [];
  expect(othersOf('a', [mail, chat], lines, NOW)?.names).toEqual(['Ana (Telegram)']);
  expect(othersOf('b', [mail, chat], lines, NOW)?.names).toEqual(['Ana']);
});

test('falls come before returns, and mail names two hundred', () => {
  expect(named('falls-several')?.written.shown?.blocks.map(({ state }) => state)).toEqual([
    'Fora do ar',
    'Fora do ar',
    'De volta',
  ]);
  const { mail, chat } = named('falls-many') ?? {};
  expect(mail?.html.match(/Loja da filial \d+ \(/g)?.length).toBe(192);
  expect(mail?.text.match(/^Loja da filial \d+ /gm)).toHaveLength(200);
  expect(chat?.text).toMatch(/E mais \d+; veja no painel\.\n\nTambém recebem/);
});

test('an outage below a minute is told in seconds', () => {
  expect(named('brief-seconds')?.written.lines[0]).toContain(
    'ficou fora do ar de 3h11 a 3h12 (6 s) e já voltou.',
  );
});

test('what was written is rendered to the same bytes again', async () => {
  for (const [name, { written, mail, chat }] of all)
    expect(await handedOver(written), name).toEqual({ mail, chat });
});

test('text has a contrast of 4.5 in both schemes, and bars of 3', () => {
  for (const scheme of [0, 1] as const) {
    const of = (name: keyof typeof mailColors): string => mailColors[name][scheme];
    for (const ground of [of('paper'), of('card')])
      for (const text of [of('ink'), of('soft')]) expect(contrast(text, ground)).toBeGreaterThan(4.5);
    expect(contrast(of('on-button'), of('button'))).toBeGreaterThan(4.5);
    for (const bar of Object.values(barColors)) expect(contrast(bar, of('card'))).toBeGreaterThan(3);
  }
  for (const [ground, text] of Object.values(toneColors)) expect(contrast(text, ground)).toBeGreaterThan(4.5);
});

test('every colour of a mail that changes in the dark has its class, and the sheet its rule', () => {
  for (const [name, [, dark]] of Object.entries(mailColors)) expect(MAIL_SHEET, name).toContain(dark);
  for (const [name, { mail }] of all) {
    const body = mail.html.slice(mail.html.indexOf('<body'));
    for (const [tag] of body.matchAll(/<[^>]*style="[^"]*"[^>]*>/g))
      for (const [color, [light]] of Object.entries(mailColors))
        if (tag.includes(light) && !['on-button', 'button', 'paper', 'ink'].includes(color))
          expect(tag, name).toMatch(/class="[^"]*(?:card|soft|line|outline|button|paper)/);
  }
});

test('words of causes continue a subject, and what to look at is a sentence', () => {
  for (const { words, look } of causeRows) {
    if (typeof words === 'string') expect(words).toMatch(/^[a-zã-ú]/);
    expect(look).toMatch(/^[A-ZÀ-Ú].*[.?]$/);
  }
});
