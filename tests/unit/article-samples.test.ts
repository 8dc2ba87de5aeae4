/** The code that articles give to copy, run as it stands but for its addresses. */
import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process';
import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { projectRoot } from '#dev/project-root.ts';
import { fileFolder } from '#tests/support/folders.ts';

const folder = fileFolder();

const has = (program: string): boolean => spawnSync(program, ['--version']).status === 0;
const programs = { py: 'python3', mjs: process.execPath, sh: 'bash' } as const;
const languages = { py: 'Python', mjs: 'Node.js', sh: 'Bash' } as const;
type Language = keyof typeof programs;
const missing: ReadonlySet<Language> = new Set<Language>([
  ...(has('python3') ? [] : ['py' as const]),
  ...(has('bash') && has('curl') ? [] : ['sh' as const]),
]);

/** One test per language; where its program is missing, it is skipped and says so. */
function inEach<const Each extends Language>(
  each: readonly Each[],
  name: (language: string) => string,
  run: (language: Each) => Promise<void>,
): void {
  for (const language of each)
    test(name(languages[language]), (context) => {
      context.skip(missing.has(language), `${languages[language]} is not on this machine`);
      return run(language);
    });
}

/** The code block of an article with this title. */
function codeIn(article: string, title: string): string {
  const text = readFileSync(join(projectRoot, `content/docs/${article}.mdx`), 'utf8');
  const [, code] = text.split(` title="${title}"\n`)[1]?.match(/^([\s\S]*?\n)```/) ?? [];
  if (code === undefined) throw new Error(`${article} has no code block "${title}".`);
  return code;
}

/** Writes a sample with these places replaced, each of which occurs once. */
function sample(article: string, title: string, places: Readonly<Record<string, string>>): string {
  const code = Object.entries(places).reduce(
    (text, [from, to]) => {
      if (text.split(from).length !== 2) throw new Error(`"${title}" has not exactly one "${from}".`);
      return text.replace(from, to);
    },
    codeIn(article, title),
  );
  const path = join(folder, title);
  writeFileSync(path, code);
  return path;
}

const portOf = (server: Server): number => (server.address() as AddressInfo).port;
const listening = (server: Server): Promise<Server> =>
  new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server)));

/** A port that nothing listens on. */
async function freePort(): Promise<number> {
  const server = await listening(createServer());
  const port = portOf(server);
  await new Promise((resolve) => server.close(resolve));
  return port;
}

describe('a receiver of webhooks', () => {
  async function receiver(language: Language): Promise<{ url: string; said: () => string }> {
    const port = await freePort();
    const path = sample('notifications/webhook', `recebe.${language}`, { 8080: String(port) });
    const child: ChildProcess = spawn(programs[language], [path], {
      env: { ...process.env, PYTHONUNBUFFERED: '1' },
    });
    onTestFinished(() => void child.kill());
    let said = '';
    child.stdout?.on('data', (text) => (said += text));
    const url = `http://127.0.0.1:${port}`;
    await expect
      .poll(() =>
        fetch(url).then(
          () => true,
          () => false,
        ),
      )
      .toBe(true);
    return { url, said: () => said };
  }

  inEach(
    ['mjs'],
    (name) => `in ${name} refuses what it does not understand, and goes on`,
    async (language) => {
      const { url, said } = await receiver(language);
      const send = (body: string, token = 'troque-por-um-codigo-longo') =>
        fetch(url, { method: 'POST', body, headers: { authorization: `Bearer ${token}` } }).then(
          ({ status }) => status,
        );
      const outage = codeIn('notifications/webhook', 'Corpo padrão, queda');
      expect(await send(outage, 'outro')).toBe(401);
      for (const body of ['', 'não é JSON', 'null', '[]', '--limite\r\nContent-Disposition: form-data'])
        expect(await send(body), body).toBe(400);
      expect(await send(outage)).toBe(200);
      await expect.poll(said).toContain(`Caiu: ${JSON.parse(outage).msg}`);
    },
  );
});

describe('a check of one’s own', () => {
  const calls: URLSearchParams[] = [];
  let push: Server;
  let target: Server;
  let answer = 200;
  beforeAll(async () => {
    push = await listening(
      createServer(({ url = '' }, response) => {
        calls.push(new URL(url, 'http://push').searchParams);
        response.end('{"ok":true}');
      }),
    );
    target = await listening(createServer((_, response) => response.writeHead(answer).end()));
  });
  afterAll(() => {
    push.close();
    target.close();
  });

  /** What a sample tells the push monitor. */
  async function told(title: string, places: Readonly<Record<string, string>>) {
    const path = sample('custom-checks', title, {
      'https://aurora.exemplo.com.br/api/push/SEU_TOKEN': `http://127.0.0.1:${portOf(push)}/`,
      ...places,
    });
    const program = programs[title.split('.').at(-1) as Language];
    calls.length = 0;
    await promisify(execFile)(program, [path]);
    expect(calls).toHaveLength(1);
    const { status, msg, ping } = Object.fromEntries(calls[0] ?? []);
    return { status, msg, ping };
  }
  const ping = expect.stringMatching(/^\d+$/);
  const down = (msg: RegExp) => ({ status: 'down', msg: expect.stringMatching(msg) });

  const causes = {
    py: [/503/, /refused/i],
    mjs: [/^Resposta 503$/, /ECONNREFUSED/],
    sh: [/^Resposta 503$/, /connect/i],
  } as const;
  inEach(
    ['py', 'mjs', 'sh'],
    (name) => `of a service, in ${name}, names the answer or the cause`,
    async (language) => {
      const [refused, silent] = causes[language];
      const title = `verifica.${language}`;
      const at = (port: number) => ({ 'http://localhost:8080/saude': `http://127.0.0.1:${port}/` });
      answer = 200;
      expect(await told(title, at(portOf(target)))).toEqual({ status: 'up', msg: 'OK', ping });
      answer = 503;
      expect(await told(title, at(portOf(target)))).toEqual({ ...down(refused), ping });
      expect(await told(title, at(await freePort()))).toEqual({ ...down(silent), ping });
    },
  );

  inEach(
    ['py', 'sh'],
    (name) => `of a file, in ${name}, misses an empty one`,
    async (language) => {
      const file = join(folder, 'loja.sql.gz');
      const at = { '/backup/loja.sql.gz': file };
      writeFileSync(file, '');
      expect(await told(`arquivo.${language}`, at)).toMatchObject(down(/^Backup ausente/));
      writeFileSync(file, 'x');
      expect(await told(`arquivo.${language}`, at)).toMatchObject({ status: 'up' });
    },
  );

  inEach(
    ['sh'],
    (name) => `of a task, in ${name}, sends its last line when it fails`,
    async () => {
      const task = join(folder, 'backup.sh');
      const at = { '/opt/backup.sh': task };
      writeFileSync(task, '#!/bin/sh\necho começo\necho "disco cheio" >&2\nexit 1\n');
      chmodSync(task, 0o755);
      expect(await told('backup-com-aviso.sh', at)).toEqual({ ...down(/^disco cheio$/), ping });
      writeFileSync(task, '#!/bin/sh\n');
      expect(await told('backup-com-aviso.sh', at)).toEqual({ status: 'up', msg: 'Backup feito', ping });
    },
  );

  inEach(
    ['sh'],
    (name) => `of a number, in ${name}, compares it with the limit`,
    async () => {
      expect(await told('disco.sh', { 'LIMITE=85': 'LIMITE=0' })).toMatchObject(down(/^Disco em \d+%$/));
      expect(await told('disco.sh', { 'LIMITE=85': 'LIMITE=101' })).toMatchObject({ status: 'up' });
    },
  );
});

describe('the check of a webhook’s signature', () => {
  const secret = `whsec_${Buffer.from('um segredo de trinta e dois bytes').toString('base64')}`;
  const body = '{"event":"monitor.down","monitor":{"name":"Loja é ótima"}}';
  /** Signed by the official library, with a secret that is new to the reader beside the one that it has. */
  const headers = (at = new Date(), text = body): Record<string, string> => {
    const sign = (each: string): string => new Webhook(each).sign('msg_1', at, text);
    const other = `whsec_${Buffer.from('outro segredo de trinta e dois by').toString('base64')}`;
    return {
      'webhook-id': 'msg_1',
      'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
      'webhook-signature': `${sign(other)} ${sign(secret)}`,
    };
  };

  type Command = readonly [program: string, args: readonly string[]];
  const asks = {
    py: (path: string): Command => [
      'python3',
      [
        '-c',
        `import json,sys\nexec(open(${JSON.stringify(path)}).read())\ng=json.load(sys.stdin)\nprint(str(confere(g["secret"],g["headers"],g["body"].encode())).lower())`,
      ],
    ],
    mjs: (path: string): Command => [
      process.execPath,
      [
        '--input-type=module',
        '-e',
        `import {confere} from ${JSON.stringify(path)};let t='';for await(const p of process.stdin.setEncoding('utf8'))t+=p;const g=JSON.parse(t);console.log(confere(g.secret,g.headers,g.body))`,
      ],
    ],
    go: (path: string): Command => ['go', ['run', path, path.replace('confere.go', 'main.go')]],
  } as const;

  function ask(language: keyof typeof asks, given: object): string {
    const path = sample('notifications/webhook', `confere.${language}`, {});
    if (language === 'go')
      writeFileSync(
        join(folder, 'main.go'),
        'package main\nimport ("encoding/json";"fmt";"os")\ntype values map[string]string\nfunc (v values) Get(name string) string { return v[name] }\nfunc main() {\nvar g struct { Secret string; Headers values; Body string }\njson.NewDecoder(os.Stdin).Decode(&g)\nfmt.Println(confere(g.Secret, g.Headers, []byte(g.Body)))\n}\n',
      );
    const [program, args] = asks[language](path);
    const { stdout, stderr } = spawnSync(program, [...args], {
      ...{ input: JSON.stringify(given), encoding: 'utf8', timeout: 60_000 },
      env: { ...process.env, GO111MODULE: 'off' },
    });
    return stdout.trim() || stderr;
  }

  test.each(Object.keys(asks) as (keyof typeof asks)[])(
    '%s takes ours, and refuses another body, another time and another secret',
    (language) => {
      const program = { py: 'python3', mjs: process.execPath, go: 'go' }[language];
      if (spawnSync(program, [language === 'go' ? 'version' : '--version']).status !== 0) return;
      const fresh = { secret, headers: headers(), body };
      expect(ask(language, fresh)).toBe('true');
      expect(ask(language, { ...fresh, body: body.replace('down', 'up') })).toBe('false');
      expect(ask(language, { ...fresh, headers: headers(new Date(Date.now() - 600_000)) })).toBe('false');
      expect(
        ask(language, {
          ...fresh,
          secret: `whsec_${btoa('um terceiro segredo, que ninguém tem'.replace('é', 'e'))}`,
        }),
      ).toBe('false');
    },
    120_000,
  );
});
