/** The operators' command line: what it sends, what it shows, and that no mistake deletes anything. */
import { chmodSync, globSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { ServerType } from '@hono/node-server';
import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  onTestFinished,
  test,
  vi,
} from 'vitest';
import { KEYCLOAK_OPS_CLIENT_ID, localSecrets } from '#dev/local-values.ts';
import { stackAddresses } from '#dev/ports.ts';
import { stackFolders } from '#dev/stack-folders.ts';
import { writeOpsSettings } from '#dev/variable-files.ts';
import { isOperatorCommand, operatorCommands } from '#domain/api-schemas/operations.ts';
import { message } from '#domain/messages.ts';
import { mailTemplates } from '#functions/mails.ts';
import { help, runOps } from '#ops/run.ts';
import { readOpsSettings } from '#ops/settings.ts';
import { eventWords, mailWords, refusals } from '#ops/words.ts';
import { fileFolder } from '#tests/support/folders.ts';

/** The requests to the API, and its next responses. */
const asked: { command: string; operator: string; body: unknown; authorization: string }[] = [];
interface Reply {
  status: 200 | 403 | 503;
  body: unknown;
}
let next: Reply = { status: 200, body: {} };
/** The identity provider's response; 200 checks the secret. */
let identity: 200 | 429 | 500 | 503 = 200;
const READY_KEY = 'a-key-of-readiness-that-is-long-enough';
/** Responses for the calls after each wait. */
let afterWaiting: Reply[] = [];

const api = new Hono()
  .post('/realms/vigia/protocol/openid-connect/token', async (c) => {
    if (identity !== 200) return c.text('upstream error', identity);
    const form = await c.req.parseBody();
    return form['client_secret'] === 'segredo-certo'
      ? c.json({ access_token: 'a.b.c' })
      : c.json({ error: 'unauthorized_client' }, 401);
  })
  .get('/api/health/ready', (c) =>
    ['Bearer a.b.c', `Bearer ${READY_KEY}`].includes(c.req.header('Authorization') ?? '')
      ? c.json(next.body as object, next.status)
      : c.json({ error: 'Entre de novo.', code: 'unauthenticated', requestId: 'r-2' }, 401),
  )
  .post('/api/operacao/:command', async (c) => {
    const command = c.req.param('command');
    const body: unknown = await c.req.json();
    if (!isOperatorCommand(command)) throw new Error(`${command} is no command.`);
    // What the command line sends is what the route accepts.
    operatorCommands[command].parse(body);
    asked.push({
      command,
      body,
      authorization: c.req.header('Authorization') ?? '',
      operator: decodeURIComponent(c.req.header('X-Operador') ?? ''),
    });
    return c.json(next.body as object, next.status);
  });

let server: ServerType;
let address = '';
const folder = fileFolder();

beforeAll(async () => {
  address = await new Promise((resolve) => {
    server = serve({ fetch: api.fetch, port: 0, hostname: '127.0.0.1' }, ({ port }) =>
      resolve(`http://127.0.0.1:${port}`),
    );
  });
});
afterAll(() => server.close());
beforeEach(() => {
  asked.length = 0;
  afterWaiting = [];
  identity = 200;
  next = { status: 200, body: {} };
  vi.stubEnv('OPS_API_URL', address);
  vi.stubEnv('OPS_KEYCLOAK_URL', address);
  vi.stubEnv('OPS_CLIENT_SECRET', 'segredo-certo');
  vi.stubEnv('OPS_OPERATOR', 'João da Operação');
});
afterEach(() => vi.unstubAllEnvs());

async function run(line: string): Promise<{ code: number; out: string; notes: string }> {
  const out: string[] = [];
  const notes: string[] = [];
  const code = await runOps(line.split(' ').filter(Boolean), {
    out: (text) => out.push(text),
    note: (text) => notes.push(text),
    wait: async () => {
      next = afterWaiting.shift() ?? next;
    },
  });
  return { code, out: out.join('\n'), notes: notes.join('\n') };
}

test.each([
  ['pedidos', 'pedidos', {}],
  [
    'pedidos --estado ERRO --limite 5 --antes-de 1970-01-01T00:00:01Z',
    'pedidos',
    { state: 'ERRO', limit: 5, before: 1000 },
  ],
  // Times as lists show them: in São Paulo, unless a zone is typed.
  [
    'pedidos --antes-de 2026-11-20T23:59:59.123',
    'pedidos',
    { before: Date.parse('2026-11-21T02:59:59.123Z') },
  ],
  ['pedidos --antes-de 2026-11-21', 'pedidos', { before: Date.parse('2026-11-21T03:00:00Z') }],
  ['pedidos --estado cancelado', 'pedidos', { state: 'CANCELADO' }],
  ['historico minha-loja', 'historico', { who: 'minha-loja' }],
  ['reprovisionar minha-loja', 'reprovisionar', { who: 'minha-loja' }],
  ['cancelar minha-loja --sim', 'cancelar', { who: 'minha-loja' }],
  ['encerrar minha-loja --sim', 'encerrar', { who: 'minha-loja' }],
  ['versao', 'versao', {}],
  ['versao v1.4.0 --so padaria --por-vez 5', 'versao', { revision: 'v1.4.0', only: 'padaria', atOnce: 5 }],
  ['versao --voltar', 'versao', { action: 'back' }],
  ['tokens', 'tokens', { apply: false }],
  ['tokens --aplicar --por-vez 10', 'tokens', { apply: true, atOnce: 10 }],
  ['vendas', 'vendas', {}],
  ['vendas fechar', 'vendas', { state: 'closed' }],
  ['orfaos', 'orfaos', {}],
  ['imagens', 'imagens', { now: false }],
  ['imagens --agora', 'imagens', { now: true }],
  ['religar', 'religar', { isSure: false, rearm: false }],
  [
    'religar --desde 2026-11-28T03:00 --sim --rearmar',
    'religar',
    { since: Date.UTC(2026, 10, 28, 6), isSure: true, rearm: true },
  ],
  ['readotar t-0a1b', 'readotar', { application: 't-0a1b', isSure: false }],
  [
    'readotar t-0a1b --assinatura sub_1 --sim',
    'readotar',
    { application: 't-0a1b', subscription: 'sub_1', isSure: true },
  ],
  ['liberar minha-loja', 'liberar', { who: 'minha-loja', withDebts: false }],
  ['liberar a@b.example --dividas', 'liberar', { who: 'a@b.example', withDebts: true }],
  ['reenviar welcome-1', 'reenviar', { messageId: 'welcome-1' }],
  ['reconciliar --desde 2026-09-21', 'reconciliar', { since: '2026-09-21', all: false }],
  ['reconciliar --todos', 'reconciliar', { all: true }],
  ['notas', 'notas', {}],
  ['notas --repetir pay_1', 'notas', { repeat: 'pay_1' }],
  ['trabalho', 'trabalho', {}],
  ['trabalho mail welcome-1', 'trabalho', { retry: 'mail welcome-1' }],
  ['webhook', 'webhook', {}],
  ['telegram', 'telegram', {}],
  ['buscas --dias 7', 'buscas', { days: 7 }],
  ['opiniao --dias 7', 'opiniao', { days: 7 }],
  ['exportar a@b.example', 'exportar', { who: 'a@b.example' }],
  ['apagar a@b.example --confirma minha-loja', 'apagar', { who: 'a@b.example', confirm: 'minha-loja' }],
])('%s', async (line, command, body) => {
  await run(`${line} --json`);
  expect(asked).toEqual([{ command, body, authorization: 'Bearer a.b.c', operator: 'João da Operação' }]);
});

test.each([
  ['', null],
  ['nada', 'Não há um comando "nada"'],
  ['pedidos --nada', 'Não há a opção --nada.'],
  ['pedidos --limite', 'A opção --limite não foi usada como se pede.'],
  ['pedidos --dividas', '"pedidos" não conhece --dividas: tem --estado, --limite, --antes-de.'],
  ['webhook --estado ERRO', '"webhook" não conhece --estado: não tem opções.'],
  ['versao v2 --voltar', 'Diga uma revisão, ou um só de'],
  ['versao --so padaria', '--so e --por-vez acompanham uma revisão.'],
  ['webhook agora', '"agora" sobra'],
  ['prontidao já', '"já" sobra'],
  ['pedidos --limite 0', '--limite: Use um número inteiro de 1 a 200.'],
  [
    'pedidos --estado PRONTO',
    '--estado: Escreva um destes estados: AGUARDANDO, EM_ANDAMENTO, CONCLUIDO, ERRO, CANCELANDO',
  ],
  ['reconciliar --desde ontem', '--desde: Escreva o dia como 2026-11-21.'],
  ['historico ab', 'Use ao menos 3 caracteres.'],
  ['pedidos --antes-de 2026-13-40', '--antes-de precisa de um momento'],
  ['pedidos --limite muitos', '--limite precisa de um número inteiro'],
  ['historico', 'Diga de quem'],
  ['historico um dois', 'e só isso'],
  ['cancelar minha-loja', 'não tem volta. Repita com --sim'],
  ['encerrar minha-loja', 'avisa o cliente. Repita com --sim'],
  ['apagar minha-loja', 'Repita com --confirma'],
])('"%s" sends no request', async (line, sentence) => {
  if (sentence === null) expect((await run(line)).out).toBe(help);
  else await expect(run(line)).rejects.toThrow(sentence);
  expect(asked).toEqual([]);
});

test('a refusal shows sentence, fields, code and request id', async () => {
  next = {
    status: 403,
    body: {
      error: 'Só operadores podem fazer isto.',
      code: 'forbidden',
      requestId: 'r-1',
      fields: { who: 'Curto.' },
    },
  };
  await expect(run('historico abc')).rejects.toThrow(
    'Só operadores podem fazer isto.\n  quem: Curto.\n(forbidden, chamada r-1)',
  );
  vi.stubEnv('OPS_CLIENT_SECRET', 'segredo-errado');
  await expect(run('historico abc')).rejects.toThrow('recusou o cliente vigia-ops (401)');
  vi.stubEnv('OPS_API_URL', 'http://127.0.0.1:9');
  vi.stubEnv('OPS_CLIENT_SECRET', 'segredo-certo');
  await expect(run('historico abc')).rejects.toThrow('A API não respondeu em http://127.0.0.1:9');
});

test('a partial configuration is refused; none means what the local stack wrote', () => {
  expect(() => readOpsSettings({ OPS_API_URL: 'https://x.example' })).toThrow(
    'OPS_KEYCLOAK_URL, OPS_CLIENT_SECRET, OPS_OPERATOR',
  );
  // No stack can have this port.
  const port = 1023;
  expect(() => readOpsSettings({ PORT: `${port}` })).toThrow('Ainda não houve um "npm start"');
  const { stateDir } = stackFolders(port);
  onTestFinished(() => rmSync(dirname(stateDir), { recursive: true }));
  writeOpsSettings(stateDir, stackAddresses(port));
  expect(readOpsSettings({ PORT: `${port}`, OPS_OPERATOR: 'Maria' })).toEqual({
    apiUrl: 'http://localhost:1023',
    tokenUrl: 'http://localhost:1033/realms/vigia/protocol/openid-connect/token',
    clientId: KEYCLOAK_OPS_CLIENT_ID,
    clientSecret: localSecrets.keycloakOpsClientSecret,
    readyKey: localSecrets.readyKey,
    operator: 'Maria',
    isLocal: true,
  });
});

test('no command imports what is for one machine only', () => {
  const isLocal = (file: string) => /from '[^']*\bdev\//.test(readFileSync(file, 'utf8'));
  expect(globSync('ops/**/*.ts').filter(isLocal)).toEqual([]);
});

test('a configuration file is read, and an export is private', async () => {
  vi.stubEnv('OPS_OPERATOR', undefined);
  const config = join(folder, 'ops.env');
  writeFileSync(config, 'OPS_OPERATOR="Maria"\n');
  next.body = { tables: { orders: [] } };
  const file = join(folder, 'cliente.json');
  const { notes, out } = await run(`exportar minha-loja --saida ${file} --config ${config}`);
  expect(asked[0]?.operator).toBe('Maria');
  expect(notes).toBe(`Em ${address}, como Maria.\nGuardado em ${file}.`);
  expect(out).toBe('');
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(next.body);
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

test('an export over a public file makes it private first', async () => {
  const file = join(folder, 'antes.json');
  writeFileSync(file, 'o que havia antes, mais longo que a resposta', { mode: 0o644 });
  chmodSync(file, 0o644);
  next.body = { tables: {} };
  await run(`exportar minha-loja --saida ${file}`);
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(next.body);
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

test('an export that cannot be stored is not requested; refusals keep old files', async () => {
  const missing = join(folder, 'nada', 'c.json');
  await expect(run(`exportar minha-loja --saida ${missing}`)).rejects.toThrow(
    `Não foi possível criar ${missing}: a pasta existe`,
  );
  expect(asked).toEqual([]);
  const file = join(folder, 'guardado.json');
  writeFileSync(file, 'de antes');
  next = { status: 403, body: { error: 'Não.', code: 'forbidden', requestId: 'r' } };
  await expect(run(`exportar minha-loja --saida ${file}`)).rejects.toThrow('forbidden');
  expect(readFileSync(file, 'utf8')).toBe('de antes');
  expect(readdirSync(folder).filter((name) => name.endsWith('.parte'))).toEqual([]);
});

describe('what an operator reads', () => {
  test.each(Object.keys(refusals) as (keyof typeof refusals)[])(
    'of %s is the operator’s own',
    async (code) => {
      next = { status: 403, body: { error: message(`error.${code}`), code, requestId: 'r' } };
      const sentence = await run('historico abc').catch((error: Error) => error.message);
      expect(sentence).toContain(`(${code}, chamada r)`);
      expect(sentence).not.toContain(message(`error.${code}`));
      expect(sentence).not.toMatch(/upgrade\.|Nada foi cobrado|Sua |sua sessão|Você/);
    },
  );

  test('of an operator-only API sentence is that sentence', async () => {
    const error = 'Este pedido não terminou: use "cancelar".';
    next = { status: 403, body: { error, code: 'tenant-missing', requestId: 'r' } };
    await expect(run('historico abc')).rejects.toThrow(error);
  });

  const line = {
    ...{ id: 'o-1', subdomain: 'loja', plan: 'pro', cycle: 'monthly', payment: 'confirmed' },
    ...{ failureCode: null, isReleased: false, isCancelled: false, createdAt: 0, updatedAt: 0 },
  };
  /** The history of an order with this entry. */
  const historyOf = async (entry: { source: string; what: string; detail: string; requestId?: string }) => {
    const order = { ...line, status: 'CONCLUIDO', email: null, subject: 's' };
    next.body = [{ order, tenant: null, entries: [{ at: 0, ...entry }] }];
    return (await run('historico loja')).out.trimEnd();
  };
  const ended = { orderId: 'o-1', subdomain: 'loja', state: 'active', endsOn: '2026-12-20', isDone: true };
  test.each([
    ['reprovisionar loja', { ...line, status: 'CONCLUIDO' }, 'Nada a fazer: o ambiente está pronto.'],
    [
      'reprovisionar loja',
      { ...line, status: 'ERRO', isCancelled: true },
      'Nada a fazer: o pedido foi cancelado',
    ],
    ['reprovisionar loja', { ...line, status: 'EM_ANDAMENTO' }, 'Na fila: a criação do ambiente'],
    ['cancelar loja --sim', { orderId: 'o-1', isNew: true }, 'Na fila: o pedido o-1 é desfeito'],
    ['cancelar loja --sim', { orderId: 'o-1', isNew: false }, 'Já cancelado: o pedido o-1'],
    [
      'encerrar loja --sim',
      { ...ended, isNew: true },
      'Encerrado: loja (pedido o-1) não renova mais. O ambiente funciona até 20/12/2026.',
    ],
    [
      'encerrar loja --sim',
      { ...ended, isNew: false, state: 'ended' },
      'Já encerrado: loja (pedido o-1) não renova mais. O ambiente terminou em 20/12/2026.',
    ],
    ['encerrar loja --sim', { ...ended, isNew: true, isDone: false }, 'Na fila: a operadora ou o cluster'],
    [
      'reenviar welcome-1',
      { messageId: 'welcome-1~5', isNew: true },
      'Na fila: sai de novo em até um minuto, como welcome-1~5.',
    ],
    [
      'reenviar welcome-1',
      { messageId: 'welcome-1', isNew: false },
      'Já na fila: welcome-1 ainda não tinha saído',
    ],
    ['reconciliar', { compared: 7, found: 0 }, 'Comparados: 7. Nada diferia.'],
    [
      'reconciliar',
      { compared: 7, found: 2 },
      'Comparados: 7. Diferiam: 2, acertados aqui ou avisados por e-mail.',
    ],
    [
      'webhook',
      { url: 'https://x.example/w', outcome: 'updated' },
      'Conferido e religado: a operadora avisa https://x.example/w.',
    ],
    [
      'telegram',
      { url: 'https://x.example/t', bot: 'vigia_bot' },
      'Ligado: @vigia_bot avisa https://x.example/t.',
    ],
    ['telegram', { url: 'https://x.example/t', bot: null }, 'Sem robô: ponha o segredo TELEGRAM_BOT_TOKEN'],
    [
      'apagar loja --confirma loja',
      {
        isDone: true,
        deletedAt: Date.parse('2026-11-21T10:00:00Z'),
        left: [],
        removed: { orders: 0 },
        kept: [],
        processorCustomerIds: [],
      },
      'Já apagado em 2026-11-21 07:00:00.\nNada foi removido desta vez.',
    ],
    [
      'liberar loja --dividas',
      {
        refusedFor: 'debt',
        released: [1, 2].map((days) => ({
          kind: 'debt',
          reference: `pay_${days}`,
          at: Date.parse('2026-11-21T10:00:00Z'),
          amountCentavos: days * 300,
          days,
        })),
        stillRefusedFor: null,
      },
      'dívida  pay_1  R$\u00a03, 1 dia\n  2026-11-21 07:00:00  dívida  pay_2  R$\u00a06, 2 dias',
    ],
    [
      'notas',
      [
        {
          ...{ paymentId: 'pay_1', orderId: 'o-1', state: 'cancel-denied', number: '7' },
          ...{ createdAt: Date.parse('2026-11-21T10:00:00Z'), problem: 'cancel-denied' },
        },
      ],
      '2026-11-21 07:00:00  cancelamento negado  pay_1     7       o-1     cancelamento negado',
    ],
    [
      'notas --repetir pay_1',
      [],
      'Na fila: a nota de pay_1 é pedida de novo em até um minuto.\nNenhuma nota fiscal com problema.',
    ],
  ])('of %s is a sentence, even when nothing was left to do', async (command, body, sentence) => {
    next = { status: 200, body };
    expect((await run(command)).out).toContain(sentence);
  });

  test('of orders shows the plan as sold, and no cycle for the free one', async () => {
    next.body = [
      { ...line, status: 'CONCLUIDO', cycle: 'yearly' },
      { ...line, status: 'CONCLUIDO', plan: 'free' },
    ];
    const { out } = await run('pedidos');
    expect(out).toMatch(/confirmado +Pro anual +loja/);
    expect(out).toMatch(/confirmado +Gratuito +loja/);
  });

  test('of a mail is what it is, with its template', async () => {
    expect(
      await historyOf({
        source: 'e-mail',
        what: 'na fila: payment-confirmed',
        detail: 'payment-confirmed-1',
      }),
    ).toContain('na fila: pagamento confirmado (payment-confirmed)  payment-confirmed-1');
  });

  test('every mail has a Portuguese name', () => {
    expect(new Set(Object.keys(mailWords))).toEqual(new Set(Object.keys(mailTemplates)));
  });

  test.each([
    ['order-reserved', 'pro monthly', 'nome reservado (order-reserved) +pro mensal'],
    [
      'operator-command',
      'cancelar: recusado, tenant-exists',
      'comando de operador (operator-command) +cancelar: recusado, tenant-exists',
    ],
    // The name of a notice is the runbook's; "chargeback" as an end means a lost one.
    ['operator-notice', 'chargeback pay_1', 'aviso à equipe (operator-notice) +chargeback pay_1'],
    ['upgrade-asked', 'm1 pro monthly trust de essential', 'm1 pro mensal upgrade em confiança de essential'],
    ['upgrade-closed', 'm1 pro yearly uncharged', 'm1 pro anual nada foi cobrado'],
    ['upgrade-closed', 'm1 pro yearly refunded', 'm1 pro anual devolvida'],
    ['card-change-closed', 'c1 replaced', 'c1 trocada por outra'],
    ['renewal-failed', 'pay_1 falha 1: overdue', 'pay_1 falha 1: vencida'],
    ['renewal-failed', 'pay_1 falha 2: payment-declined', 'pay_1 falha 2: payment-declined'],
    ['fiscal-note', 'pay_1 cancel-denied 7', 'pay_1 cancelamento negado 7'],
  ])('of %s says "%s" in Portuguese', async (what, detail, words) => {
    const pattern = words.replace(/[()]/g, '\\$&');
    expect(await historyOf({ source: 'evento', what, detail })).toMatch(new RegExp(`  ${pattern}$`));
  });

  test('of an event of a request names it', async () => {
    expect(
      await historyOf({ source: 'evento', what: 'order-reserved', detail: 'pro', requestId: 'r-9' }),
    ).toContain('pro  [r-9]');
  });

  test('of events covers every event that the API writes', () => {
    const sources = globSync('functions/**/*.ts')
      .map((file) => readFileSync(file, 'utf8'))
      .join('\n');
    const alone = /(?:events\.(?:append|begin)\(|note\(needs, |eventOf\()\s*'([a-z-]+)'/g;
    const inBatch =
      /\{\s*kind: '([a-z-]+)',\s*(?:orderId|detail)|(?:active|suspended|ended): '(tenant-[a-z]+)'/g;
    const kinds = [alone, inBatch].flatMap((form) =>
      [...sources.matchAll(form)].map(([, kind, state]) => kind ?? state ?? ''),
    );
    expect(kinds.length).toBeGreaterThan(40);
    expect(kinds).toEqual(expect.arrayContaining(['upgrade-applied', 'tenant-ended', 'renewal-failed']));
    expect(kinds.filter((kind) => !(kind in eventWords))).toEqual([]);
  });
});

test('orders are in columns, times in São Paulo', async () => {
  const order = { id: 'o-1', subdomain: 'loja', plan: 'pro', cycle: 'yearly', payment: 'confirmed' };
  next.body = [
    {
      ...order,
      status: 'ERRO',
      failureCode: 'cluster-unavailable',
      isReleased: false,
      isCancelled: false,
      createdAt: Date.parse('2026-11-21T02:59:59Z'),
      updatedAt: 0,
    },
    {
      ...order,
      status: 'ERRO',
      failureCode: null,
      isReleased: false,
      isCancelled: true,
      createdAt: Date.parse('2026-11-21T10:00:00Z'),
      updatedAt: 0,
    },
  ];
  expect((await run('pedidos')).out.split('\n')).toEqual([
    'CRIADO               ESTADO      PAGAMENTO   PLANO      SUBDOMÍNIO  PEDIDO  FALHA',
    '2026-11-20 23:59:59  ERRO        confirmado  Pro anual  loja        o-1     cluster-unavailable',
    '2026-11-21 07:00:00  CANCELANDO  confirmado  Pro anual  loja        o-1',
  ]);
  const full = await run('pedidos --limite 2');
  expect(full.out.split('\n').at(-1)).toBe('Mais antigos: --antes-de "2026-11-21 07:00:00.000"');
  next.body = [];
  expect((await run('pedidos')).out).toBe('Nenhum pedido.');
});

test('a service that is down is explained and sets the exit code', async () => {
  const dependencies = [
    { name: 'banco', state: 'ok', latencyMs: 2 },
    { name: 'pagamentos', state: 'down', latencyMs: 31 },
  ];
  next = {
    status: 503,
    body: {
      status: 'degraded',
      problems: [
        { level: 'page', text: 'atrasado: E-mail, 3' },
        { level: 'mail', text: 'pagamentos: fora do ar, ou recusa as nossas credenciais' },
      ],
      dependencies,
      newEnvironments: { begun: 200, perDay: 200 },
      freeEnvironments: { used: 940, max: 1000 },
      salesClosedSince: Date.UTC(2026, 10, 26, 5, 0),
      alerts: { waiting: 2, since: Date.UTC(2026, 10, 26, 6, 13), refused: 1, mailsPerMinute: 12_000 },
      overdue: [{ kind: 'mail', name: 'E-mail', count: 3, since: Date.parse('2026-11-21T12:00:00Z') }],
      clusters: [
        { name: 'sp1', environments: 280, capacity: 300, boundBy: 'volumes' },
        { name: '', environments: 2, capacity: 9, boundBy: null },
        { name: 'antigo', environments: 3, capacity: null, boundBy: null },
      ],
    },
  };
  expect(await run('prontidao')).toMatchObject({
    code: 1,
    out: [
      'Há algo errado.',
      '  CHAMADA: atrasado: E-mail, 3',
      '  aviso: pagamentos: fora do ar, ou recusa as nossas credenciais',
      '  banco       ok                     2 ms',
      '  pagamentos  fora do ar ou recusou  31 ms',
      '  ambientes novos hoje: 200, de 200: o limite foi atingido, e os gratuitos são recusados até amanhã',
      '  ambientes gratuitos: 940, de 1000',
      '  vendas fechadas desde 2026-11-26 02:00:00: "vendas abrir" as abre',
      '  atrasado: E-mail, 3 desde 2026-11-21 09:00:00',
      '  avisos: 2 esperam, o mais antigo desde 2026-11-26 03:13:00; 1 recusados em um dia; por e-mail saem até 12.000 por minuto',
      '  cluster sp1: 280 de 300 lugares; falta primeiro: volumes',
      '  cluster: 2 de 9 lugares',
      '  cluster antigo: 3 ambientes, e CLUSTERS não o cita: nada chega a eles',
    ].join('\n'),
  });
});

test('images are listed with what is newer and what is known, and a missing answer sets the exit code', async () => {
  const fault = {
    ...{ advisory: 'GHSA-1', package: 'jsonata', version: '2.1.1', severity: 'critical', fixedIn: '2.2.1' },
    ...{ foundAt: Date.UTC(2026, 10, 30, 11, 5), acceptedUntil: null },
  };
  const kuma = { name: 'Uptime Kuma', version: '2.5.6', newest: '2.5.7', readFrom: '2.5.6' };
  next.body = {
    isOn: true,
    images: [
      {
        ...kuma,
        faults: [fault, { ...fault, advisory: 'GHSA-2', fixedIn: null, acceptedUntil: '2026-12-31' }],
      },
      { name: 'PostgreSQL', version: null, newest: null, readFrom: null, faults: [] },
    ],
    sources: [{ name: 'OSV', at: Date.UTC(2026, 10, 30, 11, 5) }],
    silent: 'não respondeu: nginx',
  };
  expect(await run('imagens --agora')).toMatchObject({
    code: 1,
    out: [
      'IMAGEM       RODA         MAIS NOVA    PACOTES DA',
      'Uptime Kuma  2.5.6        2.5.7        2.5.6',
      'PostgreSQL   não se sabe  não se sabe',
      'IMAGEM       PACOTE         FALHA   GRAVIDADE  CORRIGIDA     DESDE',
      'Uptime Kuma  jsonata 2.1.1  GHSA-1  crítica    2.2.1         2026-11-30 08:05:00',
      'Uptime Kuma  jsonata 2.1.1  GHSA-2  crítica    sem correção  2026-11-30 08:05:00  aceita até 31/12/2026',
      'OSV: respondeu em 2026-11-30 08:05:00',
      'Agora não respondeu: nginx.',
    ].join('\n'),
  });
  next.body = { isOn: false, images: [], sources: [], silent: null };
  expect(await run('imagens')).toMatchObject({
    code: 0,
    out: 'Aqui não se pergunta por imagens (IMAGE_WATCH).',
  });
});

describe('after a restore of the database', () => {
  const none = { applications: [], groups: [], subscriptions: [], rows: [], unread: [] };
  const lost = {
    ...{
      name: 't-0a1b',
      subdomain: 'padaria',
      plan: 'pro',
      isSuspended: false,
      cluster: 'sp1',
      subject: 'c-1',
    },
    ...{
      orderId: 'o-1',
      email: 'dona@padaria.example',
      createdAt: Date.UTC(2026, 10, 26, 5, 0),
      subscriptionId: 'sub_1',
    },
  };

  test('what has no row is listed with what to do, and what could not be read sets the exit code', async () => {
    const subscription = { id: 'sub_1', reference: 'o-1', customerId: 'cus_1', amountCentavos: 106_900 };
    next.body = {
      applications: [lost],
      groups: [{ subdomain: 'antiga', subjects: ['c-2'] }],
      subscriptions: [{ ...subscription, cycle: 'yearly', createdOn: '2026-11-26' }],
      rows: [
        {
          ...{ subdomain: 'saiu', orderId: 'o-3', subject: 'c-3', plan: 'free' },
          ...{ reason: 'account-deleted', applied: null },
        },
      ],
      unread: ['grupos (identity-unavailable)'],
    };
    const { code, out } = await run('orfaos');
    expect(code).toBe(1);
    for (const part of [
      'Aplicações sem linha: 1. "readotar <nome>" as traz de volta.',
      't-0a1b (sp1)',
      'dona@padaria.example',
      'Assinaturas sem linha: 1. Não as encerre',
      'R$\u00a01.069 anual',
      'Grupos sem pedido nem aplicação: 1.',
      'exclusão do intervalo, repita "apagar"',
      'Não foi possível ler: grupos (identity-unavailable).',
    ])
      expect(out).toContain(part);
    next.body = none;
    expect(await run('orfaos')).toMatchObject({ code: 0, out: 'Nada sem linha, e nenhuma linha difere.' });
  });

  test('endings of alert recipients are shown before they are undone, with what is left to do elsewhere', async () => {
    const recipient = {
      ...{ subdomain: 'padaria', kind: 'email', name: 'plantao@padaria.example' },
      at: Date.UTC(2026, 10, 28, 6),
    };
    const tripped = [{ kind: 'email', since: Date.UTC(2026, 10, 28, 6, 10) }];
    const about = { since: Date.UTC(2026, 10, 28, 5, 10), tripped, isRearmed: false };
    next.body = { ...about, recipients: [{ ...recipient, state: 'off', isListed: false }] };
    const shown = (await run('religar')).out;
    for (const part of [
      'Recusas em série no e-mail desde 2026-11-28 03:10:00: nenhum destino é desligado. Volte ao normal com --rearmar.',
      'padaria   e-mail  plantao@padaria.example  desligado',
      'Para ligar de novo, repita com --sim.',
    ])
      expect(shown).toContain(part);
    next.body = {
      ...{ ...about, tripped: [], isRearmed: true },
      recipients: [
        { ...recipient, state: 'on', isListed: true },
        { ...recipient, name: 'outra@padaria.example', state: 'refused', isListed: false },
      ],
    };
    const done = (await run('religar --sim --rearmar')).out;
    expect(done).toContain('Recusas voltam a desligar destinos.');
    expect(done).toContain('fica desligado: quem lê recusou os avisos');
    expect(done).toMatch(/lista de supressão.*:\n {2}plantao@padaria\.example$/);
    next.body = { ...about, tripped: [], recipients: [] };
    expect((await run('religar')).out).toBe(
      'Nenhum destino foi desligado por um provedor desde 2026-11-28 02:10:00.',
    );
  });

  test('taking back is shown before it is done', async () => {
    const back = {
      ...{ application: 't-0a1b', orderId: 'o-1', subdomain: 'padaria', plan: 'pro', cycle: 'yearly' },
      ...{
        amountCentavos: 106_900,
        subject: 'c-1',
        email: 'dona@padaria.example',
        members: ['a@padaria.example'],
      },
      ...{ subscriptionId: 'sub_1', charges: 1, lost: ['convites em aberto'] },
    };
    next.body = { ...back, outcome: 'shown' };
    expect((await run('readotar t-0a1b')).out).toContain('Nada foi escrito: repita com --sim.');
    next.body = { ...back, outcome: 'done' };
    expect((await run('readotar t-0a1b --sim')).out).toBe(
      [
        'De volta: padaria (t-0a1b), pedido o-1.',
        '  dono dona@padaria.example, plano Pro, R$\u00a01.069 anual',
        '  assinatura sub_1, 1 cobranças; outras pessoas: a@padaria.example',
        '  Não se sabe mais: convites em aberto.',
      ].join('\n'),
    );
  });

  test('sales are closed and opened by a word', async () => {
    next.body = { state: 'closed', since: Date.UTC(2026, 10, 26, 5, 0), by: 'João', isNew: true };
    expect((await run('vendas fechar')).out).toContain('Espere um minuto');
    next.body = { state: 'closed', since: Date.UTC(2026, 10, 26, 5, 0), by: 'João', isNew: false };
    expect((await run('vendas')).out).toContain('fechadas desde 2026-11-26 02:00:00, por João');
    next.body = { state: 'open', since: null, by: null, isNew: true };
    expect((await run('vendas abrir')).out).toBe('Vendas abertas.');
    await expect(run('vendas talvez')).rejects.toThrow('Diga "fechar" ou "abrir"');
  });
});

describe('while identity is down', () => {
  const degraded = {
    status: 'degraded',
    problems: [{ level: 'page', text: 'identidade: fora do ar, ou recusa as nossas credenciais' }],
    dependencies: [
      { name: 'banco', state: 'ok', latencyMs: 2 },
      { name: 'identidade', state: 'down', latencyMs: 9 },
    ],
    newEnvironments: { begun: 0, perDay: 200 },
    freeEnvironments: { used: 0, max: null },
    salesClosedSince: null,
    alerts: { waiting: 0, since: null, refused: 0, mailsPerMinute: 12_000 },
    overdue: [],
    clusters: [],
  };

  test.each([500, 429] as const)('%i is not taken for a refused client', async (status) => {
    identity = status;
    const failure = await run('pedidos').catch((error: Error) => error.message);
    expect(failure).toContain(`A identidade está fora do ar: ${address} respondeu ${status}.`);
    expect(failure).toContain('identity-unavailable em docs/runbooks.md');
    expect(failure).not.toMatch(/recusou|OPS_CLIENT/);
    expect(asked).toEqual([]);
  });

  test('the rest is checked with the readiness key', async () => {
    vi.stubEnv('OPS_READY_KEY', READY_KEY);
    next = { status: 503, body: degraded };
    for (const status of [503, 200] as const) {
      identity = status;
      const { code, out } = await run('prontidao');
      expect([code, out]).toEqual([
        1,
        expect.stringMatching(/banco +ok.*identidade +fora do ar.*até 12\.000 por minuto/s),
      ]);
    }
    identity = 503;
    expect((await run('prontidao')).notes).toContain('O resto foi conferido com OPS_READY_KEY.');
  });

  test('without that key the command says how to get one', async () => {
    identity = 503;
    await expect(run('prontidao')).rejects.toThrow('defina OPS_READY_KEY (docs/alarms.md)');
  });

  test('an unreachable provider counts as down', async () => {
    vi.stubEnv('OPS_KEYCLOAK_URL', 'http://127.0.0.1:9');
    await expect(run('pedidos')).rejects.toThrow(
      'A identidade está fora do ar: http://127.0.0.1:9 não respondeu.',
    );
  });

  test('an API that cannot read the realm’s keys is checked by key', async () => {
    vi.stubEnv('OPS_READY_KEY', READY_KEY);
    next = {
      status: 503,
      body: { error: 'O serviço de login não respondeu.', code: 'identity-unavailable', requestId: 'r-3' },
    };
    await expect(run('prontidao')).rejects.toThrow('identity-unavailable, chamada r-3');
  });
});

const deleted = {
  isDone: true,
  left: [],
  removed: { environments: 1 },
  processorCustomerIds: [],
  kept: [
    {
      title: 'Contratação',
      why: 'Provar.',
      period: '5 anos',
      basis: 'art. 7º, V',
      rows: 3,
      until: '2031-11-20',
    },
    {
      title: 'Pagamento',
      why: 'Devolver.',
      basis: 'art. 7º, II',
      rows: 0,
      period: 'Na operadora, pelo prazo dela.',
    },
  ],
};
const unfinished = { ...deleted, isDone: false, left: ['Pod t-1-0'], removed: {} };

test('a deletion is repeated until nothing is left, then shows what is kept', async () => {
  next = { status: 200, body: unfinished };
  afterWaiting = [next, { status: 200, body: deleted }];
  const { code, out, notes } = await run('apagar loja --confirma loja');
  expect([code, asked.length]).toEqual([0, 3]);
  expect(notes).toContain('Ainda resta: Pod t-1-0');
  expect(out).toContain('Apagado.');
  expect(out).toContain('Contratação. Até 20/11/2031 (5 anos). Provar. Base: art. 7º, V. 3 linhas.');
  expect(out).toContain('Pagamento. Na operadora, pelo prazo dela. Devolver. Base: art. 7º, II.');
});

test('a deletion that does not finish names what is left, and fails', async () => {
  next = { status: 200, body: unfinished };
  const { code, out } = await run('apagar loja --confirma loja');
  expect(code).toBe(1);
  expect(out).toContain('Ainda não acabou. Resta:\n  Pod t-1-0\n');
});

test('permanent failures are not retried', async () => {
  next = { status: 200, body: { ...deleted, isDone: false, left: ['feedback: 1'] } };
  const { code, out } = await run('apagar loja --confirma loja');
  expect([code, asked.length]).toEqual([1, 1]);
  expect(out).toContain('Resta:\n  feedback: 1\n');
});
