/** An own text: the five variables of requirements 001, a sentence for any other, and our words for everything else. */
import { expect, test } from 'vitest';
import { chatTextOf } from '#domain/alerts/chat-text.ts';
import type { AlertMessage } from '#domain/alerts/lines.ts';
import { unknownVariable } from '#domain/alerts/own-text.ts';
import { writeAlert } from '#domain/alerts/words.ts';
import { Preferences } from '#domain/api-schemas/alerts.ts';
import { NOW, sampleAlerts } from '#tests/support/sample-alerts.ts';
import { wants } from './scenario.ts';

const sampleOf = (name: string): AlertMessage => sampleAlerts[name] ?? expect.unreachable(name);

const textOf = (name: string, text: string): string =>
  chatTextOf(
    writeAlert({ ...sampleOf(name), text }, 'America/Sao_Paulo', NOW),
    'https://padaria.vigia.example',
    'https://vigia.example',
  ).text;

test('the five variables are filled in', () => {
  const text = textOf('fall', '{{name}} | {{ status }} | {{url}} | {{datetime}} | {{monitorURL}}');
  expect(text).toContain(
    'Loja | fora do ar | loja.example | 3h13 | https://padaria.vigia.example/dashboard/3',
  );
});

test('what is no fall and no return keeps our words', () => {
  expect(textOf('test', 'meu texto')).not.toContain('meu texto');
});

test('an unknown variable is refused by its name when it is saved', () => {
  expect(unknownVariable('{{nome}} caiu')).toBe('{{nome}}');
  expect(unknownVariable('{{name} caiu')).toBe('{{');
  expect(unknownVariable('{{name}} {caiu}')).toBeNull();
  const read = Preferences.safeParse(wants({ text: '{{msg}} caiu' }));
  expect(read.error?.issues[0]?.message).toMatch(/^Não conhecemos \{\{msg\}\}\..*\{\{monitorURL\}\}$/);
  expect(Preferences.safeParse(wants({ text: '{{name}} caiu' })).success).toBe(true);
});

test('a text in a name of a monitor is only text', () => {
  const given = sampleOf('fall');
  const lines = given.lines.map((line) =>
    'monitor' in line ? { ...line, monitor: { ...line.monitor, name: '{{url}}' } } : line,
  );
  const written = writeAlert({ ...given, lines, text: '{{name}} caiu' }, 'America/Sao_Paulo', NOW);
  expect(written.shown?.blocks[0]?.own).toBe('{{url}} caiu');
});
