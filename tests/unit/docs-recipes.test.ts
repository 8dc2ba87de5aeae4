/**
 * What articles tell people to do, done with the code they speak of. Others: alerts and groups (docs-alert-recipes), scripts
 * and receivers (article-samples), the webhook's template (webhook-body), the messages of a check (alerts/causes).
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { tableTemplate } from '#account/import/rules/table.ts';
import { overdueRun } from '#companion/alert-push.ts';
import { constantIn, readSource } from '#dev/features/words-in.ts';
import { projectRoot } from '#dev/project-root.ts';
import { parseCron } from '#docs/tools/rules/parse-cron.ts';
import type { ImportedMonitor, Reading } from '#domain/import/items.ts';
import { ownTimes } from '#domain/import/own-times.ts';
import { imports } from '#domain/messages/import.ts';
import { csvFile } from '#domain/text/csv.ts';
import { readingOf } from '#tests/support/import/files.ts';

const textOf = (article: string): string => readSource(`content/docs/${article}.mdx`);
const between = (text: string, from: string, to: string): string => text.split(from)[1]?.split(to)[0] ?? '';

describe('the sheet', () => {
  const article = textOf('importar/planilha');
  const columns = [
    ...between(article, '## As colunas', '<PlanNote').matchAll(/^\| (?!-|Coluna)(\S+) \| (.+) \|$/gm),
  ];
  const said = new Map(columns.map(([, name = '', what = '']) => [name, what]));
  const [names = []] = tableTemplate;
  const types = [...(said.get('tipo')?.split(';')[0] ?? '').matchAll(/`([\w-]+)`/g)].map(
    ([, type = '']) => type,
  );

  /** Cells by column; the rest of the line is empty. */
  const sheet = (...lines: readonly Readonly<Record<string, string>>[]): Promise<Reading> =>
    readingOf(csvFile([names, ...lines.map((line) => names.map((name) => line[name] ?? ''))]));
  const monitorsOf = ({ found }: Reading): readonly ImportedMonitor[] =>
    found.flatMap(({ item }) => (item.kind === 'monitor' && item.monitor['type'] !== 'group' ? [item] : []));
  const line = { nome: 'Loja', endereço: 'https://www.exemplo.com.br' };

  test('has the columns of the model, each with what to write', () => {
    expect([...said.keys()]).toEqual(names);
  });

  test('is read as it is downloaded: every example comes', async () => {
    const reading = await readingOf(csvFile(tableTemplate));
    expect(monitorsOf(reading).map(({ monitor }) => monitor['name'])).toEqual(
      tableTemplate.slice(1).map(([name]) => name),
    );
    expect([reading.left, reading.notes]).toEqual([[], []]);
    expect(article).toContain(
      `${['zero', 'um', 'dois', 'três', 'quatro'][tableTemplate.length - 1]} exemplos`,
    );
  });

  test('comes with each type that the article names', async () => {
    expect(types.length).toBeGreaterThan(4);
    for (const tipo of types) {
      const address = tipo === 'http' || tipo === 'keyword' ? line.endereço : 'servidor.exemplo.com.br';
      const more = {
        tipo,
        endereço: address,
        porta: tipo === 'port' ? '5432' : '',
        'palavra-chave': 'Resultados',
      };
      const reading = await sheet({ ...line, ...more });
      expect(monitorsOf(reading).map(({ monitor }) => monitor['type'])).toEqual([tipo]);
      expect(reading.left).toEqual([]);
    }
  });

  test('takes an empty cell for what the article says', async () => {
    const [monitor] = monitorsOf(await sheet({ ...line, endereço: 'www.exemplo.com.br' }));
    // "vazio é `http`", "vazio é 60", "vazio é `não`", "Um endereço sem `https://` ganha um".
    expect([said.get('tipo'), said.get('intervalo'), said.get('pausado')]).toEqual([
      expect.stringMatching(/vazio é `http`$/),
      expect.stringMatching(/vazio é 60\b/),
      expect.stringMatching(/vazio é `não`$/),
    ]);
    expect(monitor).toMatchObject({
      active: true,
      monitor: { type: 'http', interval: 60, url: 'https://www.exemplo.com.br' },
    });
  });

  test('reads the cells as they are described', async () => {
    const reading = await sheet(
      { ...line, intervalo: '5 min', grupo: 'Site', etiquetas: 'produção, loja', pausado: 'sim' },
      { ...line, nome: 'Blog', grupo: 'Site' },
    );
    const [shop, blog] = monitorsOf(reading);
    expect(said.get('intervalo')).toContain('`5 min`');
    expect(shop).toMatchObject({ active: false, monitor: { interval: 300 } });
    expect(shop?.tags.map(({ name }) => name)).toEqual(['produção', 'loja']);
    // The group is made once.
    expect([shop?.parent, reading.found.length]).toEqual([blog?.parent, 3]);
    expect(shop?.parent).not.toBeNull();
  });

  test('leaves out a port without its number, alone and with the reason', async () => {
    expect(said.get('porta')).toContain('Sem ele, a linha não vem');
    const reading = await sheet({ ...line, tipo: 'port', endereço: 'banco.exemplo.com.br' }, line);
    expect([monitorsOf(reading).length, reading.left.length]).toEqual([1, 1]);
  });

  test('is known a second time; another name or address is another monitor', async () => {
    const ids = async (each: Readonly<Record<string, string>>) =>
      monitorsOf(await sheet(each)).map(({ id }) => id);
    const [first] = [await ids(line)];
    expect(await ids(line)).toEqual(first);
    expect(await ids({ ...line, nome: 'Outra' })).not.toEqual(first);
    expect(await ids({ ...line, endereço: 'https://outra.exemplo.com.br' })).not.toEqual(first);
  });

  test('gets the times that the article names', async () => {
    const [monitor] = monitorsOf(await sheet(line));
    const { timeout, retryInterval } = ownTimes;
    expect(article).toContain(
      `espera até ${timeout} segundos por uma resposta e tenta mais uma vez, ${retryInterval} segundos depois`,
    );
    expect(monitor?.monitor).toMatchObject({ ...ownTimes, expiryNotification: true });
  });
});

test.each(['planilha', 'uptime-kuma', 'uptimerobot'])(
  'importar/%s quotes the page’s own sentences',
  (name) => {
    const quoted = [...textOf(`importar/${name}`).matchAll(/<Problem title="“([^”]+)”"/g)].map(
      ([, said = '']) => said,
    );
    const sentences = Object.values(imports)
      .join('\n')
      .replaceAll(/“?\{\w+\}”?/g, '…')
      .toLowerCase();
    expect(quoted.filter((said) => !sentences.includes(said.toLowerCase()))).toEqual([]);
  },
);

describe('the deadline of a job', () => {
  const article = textOf('custom-checks');
  const NOW = Date.parse('2026-11-26T06:00:00Z');
  const known = { signAt: NOW, waitsFrom: NOW, freshFrom: NOW, createdAt: NOW } as Parameters<
    typeof overdueRun
  >[0];
  /** What is told of a job whose last sign is so many seconds old. */
  const toldAfter = (seconds: number, interval: number, more: object = {}) =>
    overdueRun(
      known,
      { type: 'push', isUpsideDown: false, interval, retryInterval: 60, maxretries: 0, ...more },
      NOW + seconds * 1000,
      null,
    );

  test.each([
    ['name="Tarefa a cada 5 minutos">`360`', 360, 300],
    ['name="Tarefa de hora em hora">`4200`', 4200, 3600],
    ['Ou `90000`, 24 horas e 1 hora de folga', 90_000, 86_400 + 1800],
    ['um monitor Push próprio, com prazo de `4200`', 4200, 3600],
  ])('%s: one in time is not told, one that stopped is', (says, deadline, every) => {
    expect(article).toContain(says);
    expect(toldAfter(every, deadline)).toBeNull();
    expect(toldAfter(deadline + 61, deadline)).toMatchObject({ signAt: NOW });
  });

  test('is told a deadline, the retries and one minute after the last sign', () => {
    expect(article).toContain('o prazo, as novas tentativas e mais 1 minuto');
    const retries = { maxretries: 2 };
    expect(toldAfter(4200 + 120 + 60, 4200, retries)).toBeNull();
    expect(toldAfter(4200 + 120 + 61, 4200, retries)).not.toBeNull();
  });

  test('is not told of a monitor that is upside down', () => {
    expect(article).toContain('de um monitor invertido, esse aviso não sai');
    expect(toldAfter(90_000, 360, { isUpsideDown: true })).toBeNull();
  });

  test('a day with an hour to spare is as many hours late in the panel', () => {
    expect(article).toMatch(
      /Com `90000`, uma tarefa que parou na véspera é avisada ali até 25 horas mais tarde/,
    );
    expect(90_000 / 3600).toBe(25);
    // "Com `1500` minutos no lugar de `1440`, uma tarefa diária tem uma hora de folga."
    expect(article).toContain('Com `1500` minutos no lugar de `1440`');
    expect(1500 - 1440).toBe(60);
  });
});

test('the three lines of the crontab come as long before the window as our own reminders', () => {
  const article = textOf('maintenance/notifications');
  const lines = [...article.matchAll(/^((?:[\d*]+ ){5})curl .* -d '([^']+)'/gm)];
  const minuteOf = (cron: string): number => {
    const [minute = 0, hour = 0, , , weekday = 0] = cron.split(' ').map(Number);
    return (weekday * 24 + hour) * 60 + minute;
  };
  const [, window = ''] = /\(`([\d* ]+)`\)/.exec(article) ?? [];
  for (const [, cron = '', body = ''] of lines) {
    expect(parseCron(cron.trim()).isValid, cron).toBe(true);
    expect(JSON.parse(body)).toEqual({ text: expect.any(String) });
  }
  expect(lines.map(([, cron = '']) => minuteOf(window) - minuteOf(cron))).toEqual(
    JSON.parse(constantIn('companion/alert-maintenance.ts', 'REMINDERS')),
  );
});

/** Addresses of an environment that anybody may open. */
const publicFolders = /\$publicFolders := list ((?:"[^"]+" ?)+)/
  .exec(readSource('deploy/tenant-chart/templates/gateway.yaml'))?.[1]
  ?.match(/[^" ]+/g);

test.each(['badges-and-data', 'custom-checks', 'status-page', 'customize-status-page'])(
  '%s gives only addresses that the gateway opens without a sign-in',
  (article) => {
    const found =
      textOf(article).match(/(?<=aurora\.exemplo\.com\.br|["`])\/(?:api|status)\/[\w./-]+/g) ?? [];
    expect(publicFolders).toContain('/status/');
    expect(found.filter((address) => !publicFolders?.some((folder) => address.startsWith(folder)))).toEqual(
      [],
    );
    if (article === 'badges-and-data') expect(found.length).toBeGreaterThan(5);
  },
);

const checkers: Readonly<Record<string, readonly [program: string, ...options: string[]]>> = {
  bash: ['bash', '-n'],
  python: ['python3', '-c', 'import ast, sys; ast.parse(sys.stdin.read())'],
  js: [process.execPath, '--check', '--input-type=module', '-'],
  php: ['php', '-l'],
  ruby: ['ruby', '-c'],
};
const blocks = globSync('content/docs/**/[!_]*.mdx', { cwd: projectRoot })
  .toSorted()
  .flatMap((file) =>
    [
      ...readFileSync(join(projectRoot, file), 'utf8').matchAll(
        /^( *)```(\w+)(?: title="([^"]*)")?\n([\s\S]*?)^ *```$/gm,
      ),
    ].map(
      ([, , language = '', title = '', code = ''], at) =>
        [`${file.slice('content/docs/'.length)} ${title || `block ${at + 1}`}`, language, code] as const,
    ),
  );

test.each(blocks.filter(([, language]) => language === 'json'))('%s is JSON', (_name, _language, code) => {
  expect(() => JSON.parse(/^[{[]/.test(code) ? code : `{${code}}`)).not.toThrow();
});

for (const [name, language, code] of blocks) {
  const [program, ...options] = checkers[language] ?? [];
  if (program === undefined) continue;
  test(`${name} is valid ${language}`, (context) => {
    context.skip(spawnSync(program, ['--version']).error !== undefined, `${program} is not on this machine`);
    expect(() => execFileSync(program, options, { input: code, stdio: 'pipe' })).not.toThrow();
  });
}
