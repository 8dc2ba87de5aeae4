/**
 * What articles call a button, a field or a mark of our own pages is on them: a renamed one is found in the article that still
 * says the old name. The panel's own words are Uptime Kuma's (screens of it are in the articles).
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readSource, wordsIn } from '#dev/features/words-in.ts';
import { projectRoot } from '#dev/project-root.ts';

const words = wordsIn(
  'src/{account,checkout,session,form,ui}/**/*.{ts,tsx}',
  'src/pages/conta.astro',
  'src/pages/conta/*.astro',
  'src/domain/{messages,limits,activity,now,plans}/*.ts',
  'functions/*/*mail.ts',
);
const all = words.join('\n');
/** Of several words, where a label goes on with a name or a price. */
const beginnings = words.filter((word) => word.length > 9 && word.includes(' '));

const isOnPage = (label: string): boolean =>
  all.includes(label) || beginnings.some((word) => label.startsWith(word));

interface Guide {
  readonly article: string;
  /** Its part about our pages; without, the whole. */
  readonly part?: string;
  /** What is in bold and on pages of others, or no label. */
  readonly others?: readonly string[];
}

const guides: readonly Guide[] = [
  // The sign-in's history of Keycloak; the test of a channel in the panel.
  { article: 'levar-tudo', others: ['Segurança', 'Testar'] },
  { article: 'seus-dados' },
  { article: 'invite-people' },
  { article: 'payments' },
  { article: 'reports', others: ['Pro e Empresarial'] },
  // Keycloak's pages of the account.
  {
    article: 'responsible-person',
    others: ['Informações pessoais', 'Segurança da conta', 'Entrando', 'Contas vinculadas'],
  },
  // The spreadsheet's own menu.
  { article: 'importar/planilha', others: ['Salvar como'] },
  // Menus of what people come from.
  { article: 'importar/uptimerobot', others: ['Heartbeat'] },
  { article: 'importar/uptime-kuma', others: ['Settings', 'Backup', 'Export'] },
  { article: 'notifications/email-smtp', part: 'Com o código de verificação' },
  { article: 'avisos', others: ['Configurações', 'Notificações'] },
];

/** The words in bold that name something on a screen: in the middle of a sentence, with a capital. */
function labelsIn({ article, part }: Guide): readonly string[] {
  const whole = readSource(`content/docs/${article}.mdx`);
  const text = part === undefined ? whole : (whole.split(`\n## ${part}\n`)[1]?.split('\n## ')[0] ?? '');
  return [...text.matchAll(/(?<=[^\s>.-] )\*\*([^*\n]+)\*\*/g)]
    .flatMap(([, bold = '']) => bold.replace(/\[([^\]]+)\]\([^)]*\)/, '$1').split(' → '))
    .map((label) => label.replace(/[.:,]$/, ''))
    .filter((label) => /^\p{Lu}/u.test(label));
}

test.each(guides.filter(({ article }) => existsSync(join(projectRoot, `content/docs/${article}.mdx`))))(
  'labels in $article are on our pages',
  (guide) => {
    const labels = labelsIn(guide);
    expect(labels.length).toBeGreaterThan(2);
    expect(labels.filter((label) => !guide.others?.includes(label) && !isOnPage(label))).toEqual([]);
  },
);

test('a label that no page has is found', () => {
  expect(isOnPage('Verificar Email')).toBe(true);
  expect(isOnPage('Confirmar o endereço de e-mail')).toBe(false);
});
