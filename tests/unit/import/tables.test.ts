/** Tables of people and of other services: what is read, and what is said not to be. */
import { expect, test } from 'vitest';
import { message } from '#domain/messages/import.ts';
import { readingOf } from '#tests/support/import/files.ts';

const monitorsOf = async (csv: string) =>
  (await readingOf(csv)).found.flatMap(({ item }) => (item.kind === 'monitor' ? [item] : []));
const unread = (columns: string): string => message('import.columns-unread', { columns });

test.each([
  ['nome;endereço;observações\nLoja;loja.com.br;da matriz\n', [unread('observações')]],
  ['nome;endereço\nLoja;loja.com.br\n', []],
  [
    'Name,URL,Status,Team\nLoja,https://loja.com.br,up,A\n',
    [message('import.table-foreign', { columns: 'Name, URL' }), unread('Status, Team')],
  ],
  ['name,url,type\nLoja,https://loja.com.br,http\n', []],
])('the columns of %s are said', async (csv, notes) => {
  expect((await readingOf(csv)).notes).toEqual(notes);
});

test('the columns of UptimeRobot’s file that are not read are said', async () => {
  const csv = 'ID,Type,Friendly Name,URL/IP,Country\n1,HTTP(s),Loja,https://loja.com.br,BR\n';
  expect((await readingOf(csv)).notes).toEqual([unread('Country'), message('import.history-left')]);
});

test('a foreign table with many columns does not fill the page', async () => {
  const names = Array.from({ length: 30 }, (_, at) => `coluna ${at}`);
  const [, said] = (await readingOf(`name,url,${names.join(',')}\nLoja,https://loja.com.br\n`)).notes;
  expect(said).toContain('coluna 19, e mais 10');
});

const robot = (cells: string) =>
  readingOf(`ID,Type,Status,Friendly Name,URL/IP,Keyword Type,Keyword Value,Port,Sub Type\n${cells}\n`);

test.each([
  ['1,HTTP(s),Up,Loja,loja.exemplo.com.br,,,,', { type: 'http', url: 'https://loja.exemplo.com.br' }],
  ['1,Port,Up,Loja,mail.com.br,,,4,', { type: 'port', port: 25 }],
  ['1,Port,Up,Loja,mail.com.br,,,,IMAP', { type: 'port', port: 143 }],
  ['1,Port,Up,Loja,mail.com.br,,,HTTPS (443),', { type: 'port', port: 443 }],
  ['1,4,Up,Loja,mail.com.br,,,Custom (8080),99', { type: 'port', port: 8080 }],
  ['1,Port,Up,Loja,mail.com.br:993,,,,', { type: 'port', port: 993 }],
])('the line %s comes', async (cells, fields) => {
  expect((await robot(cells)).found[0]?.item).toMatchObject({ monitor: fields });
});

test.each([
  ['1,Port,Up,Correio,mail.com.br,,,,', 'Correio', message('import.missing', { what: 'porta' })],
  [
    '1,Keyword,Up,Busca,https://a.com.br,1,,,',
    'Busca',
    message('import.missing', { what: 'a palavra-chave' }),
  ],
  ['1,HTTP(s),Up,,https://a.com.br,,,,', 'https://a.com.br', message('import.no-name')],
  ['1,HTTP(s),Up,Loja,,,,,', 'Loja', message('import.no-address')],
])('the line %s is left out by itself', async (cells, name, reason) => {
  const { found, left } = await robot(`${cells}\n2,HTTP(s),Up,Outra,https://b.com.br,,,,`);
  expect(found).toHaveLength(1);
  expect(left).toMatchObject([{ name, reason }]);
});

test('our template takes an address as people write it', async () => {
  const csv = [
    'nome;tipo;endereço;porta;palavra-chave',
    'Loja;site;loja.com.br;;',
    'Banco;port;https://banco.com.br:5432/;;',
    'Servidor;ping;https://servidor.com.br/a;;',
    'Correio;smtp;mail.com.br;587;',
    'Fila;mqtt;mqtts://fila.com.br;8883;',
    'Cache;redis;redis://cache.com.br:6379;;',
    'Tempo real;websocket-upgrade;ws.com.br;;',
  ].join('\n');
  const { found, left } = await readingOf(csv);
  expect(found.map(({ item }) => item.kind === 'monitor' && item.monitor)).toMatchObject([
    { type: 'http', url: 'https://loja.com.br' },
    { type: 'port', hostname: 'banco.com.br', port: 5432 },
    { type: 'ping', hostname: 'servidor.com.br' },
    { type: 'smtp', hostname: 'mail.com.br', port: 587 },
    { type: 'redis', databaseConnectionString: 'redis://cache.com.br:6379' },
    { type: 'websocket-upgrade', url: 'wss://ws.com.br' },
  ]);
  // A topic has no column.
  expect(left).toMatchObject([{ name: 'Fila', reason: message('import.missing', { what: 'o tópico' }) }]);
});

test.each([
  ['pausado', 'sim', false],
  ['pausado', 'não', true],
  ['pausado', '', true],
  ['pausado', '0', true],
  ['ativo', 'não', false],
  ['ativo', 'sim', true],
  ['enabled', 'false', false],
  ['ativo', '', true],
])('%s %s: runs %s', async (column, word, isRunning) => {
  const [monitor] = await monitorsOf(`nome;endereço;${column}\nLoja;loja.com.br;${word}\n`);
  expect(monitor?.active).toBe(isRunning);
});

test('a word that says neither is a note', async () => {
  const { found } = await readingOf('nome;endereço;pausado\nLoja;loja.com.br;talvez\n');
  expect(found[0]).toMatchObject({
    item: { active: true },
    notes: [message('import.field-unread', { field: 'pausado' })],
  });
});

test('a line without a name is named by its address', async () => {
  const { left } = await readingOf('nome;endereço\n;loja.com.br\n');
  expect(left).toMatchObject([{ name: 'loja.com.br', reason: message('import.no-name') }]);
});

test('words of Excel in Portuguese, and its line with the separator', async () => {
  const csv = 'sep=;\r\nnome;endereço;pausado\r\nLoja;a.com.br;VERDADEIRO\r\nBlog;b.com.br;FALSO\r\n';
  expect((await monitorsOf(csv)).map(({ active }) => active)).toEqual([false, true]);
});

test.each([
  ['300', 300],
  ['60 s', 60],
  ['5 min', 300],
  ['5m', 300],
  ['5 minutes', 300],
  ['1 hora', 3600],
  ['1.800', 1800],
  ['60,0', 60],
  ['', 60],
])('an interval of “%s” is %i seconds', async (cell, seconds) => {
  const [own] = await monitorsOf(`nome;endereço;intervalo\nLoja;a.com.br;${cell}\n`);
  expect(own?.monitor['interval']).toBe(seconds);
  const [robots] = await monitorsOf(
    `ID;Type;Friendly Name;URL/IP;Interval\n1;HTTP(s);Loja;https://a.com.br;${cell}\n`,
  );
  expect(robots?.monitor['interval']).toBe(seconds);
});

test('a cell that does not fit is named by its column; one that the type does not use is no reason', async () => {
  const csv = [
    'nome;tipo;endereço;porta;intervalo',
    'A;http;a.com.br;qualquer;60',
    'B;port;b.com.br;qualquer;60',
    'C;http;c.com.br;;às vezes',
  ].join('\n');
  const { found, left } = await readingOf(csv);
  expect(found).toHaveLength(1);
  expect(left.map(({ reason }) => reason)).toEqual([
    message('import.field-invalid', { field: 'porta' }),
    message('import.field-invalid', { field: 'intervalo' }),
  ]);
});

test('cells beyond the columns are said', async () => {
  const csv = 'nome,endereço\nLoja,https://a.com.br/a,b\nBlog,https://b.com.br,,\n';
  expect((await readingOf(csv)).notes).toEqual([message('import.cells-unread', { lines: 'Loja' })]);
});

test('the words of the panel are types', async () => {
  const csv = [
    'nome;tipo;endereço;palavra-chave',
    'A;HTTP(s);a.com.br;',
    'B;HTTP(s) - Palavra-Chave;b.com.br;ok',
    'C;TCP Port;c.com.br:443;',
  ].join('\n');
  expect((await monitorsOf(csv)).map(({ monitor }) => monitor['type'])).toEqual(['http', 'keyword', 'port']);
});

test.each([
  ['1,Keyword,Up,Busca,https://a.com.br,Exists,ok,,', true, false],
  ['1,Keyword,Up,Busca,https://a.com.br,1,ok,,', true, false],
  ['1,Keyword,Up,Busca,https://a.com.br,Not Exists,ok,,', false, false],
  ['1,2,Up,Busca,https://a.com.br,2,ok,,', false, false],
  ['1,Keyword,Up,Busca,https://a.com.br,,ok,,', false, true],
])('the line %s: inverted %s, and a guess is said: %s', async (cells, isInverted, isSaid) => {
  const { found } = await robot(cells);
  expect(found[0]?.item).toMatchObject({ monitor: { invertKeyword: isInverted } });
  expect(found[0]?.notes.includes(message('import.keyword-kind'))).toBe(isSaid);
});

test('an interval that is not understood is said, and a type is named as written', async () => {
  const csv = [
    'ID,Type,Friendly Name,URL/IP,Interval',
    '1,HTTP(s),Loja,https://a.com.br,às vezes',
    '2,Cron job,Rotina,,86400',
    '3,6,Outro,https://b.com.br,60',
  ].join('\n');
  const { found, left } = await readingOf(csv);
  expect(found.map(({ item }) => item.kind === 'monitor' && item.monitor['type'])).toEqual(['http', 'push']);
  expect(found[0]?.notes).toEqual([message('import.field-unread', { field: 'Interval' })]);
  expect(left).toMatchObject([{ reason: message('import.type-robot', { type: '6' }) }]);
});
