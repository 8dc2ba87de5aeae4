/** `npm run setup` and what goes wrong: a sentence each, the question again, nothing made twice and nothing lost. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { TOKEN } from '#tests/support/setup-cloudflare.ts';
import { type Machine, newMachine, runSetUp, tenAnswers } from '#tests/support/setup-run.ts';
import { REAL_KEY, SANDBOX_KEY, SetUpServices } from '#tests/support/setup-services.ts';

let machine: Machine;
let services: SetUpServices;
beforeEach(async () => {
  machine = newMachine();
  services = new SetUpServices();
  await services.start();
});
afterEach(async () => {
  await services.stop();
  machine.remove();
});

/** The ten answers with another one before the right one. */
const withWrong = (number: number, wrong: string): readonly string[] =>
  tenAnswers.flatMap((answer, index) => (index + 1 === number ? [wrong, answer] : [answer]));

test.each([
  [1, 'V', 'O nome tem de 2 a 40 letras'],
  [2, 'curto', 'Um token da Cloudflare tem 40 letras ou mais'],
  [2, 'x'.repeat(40), 'A Cloudflare não conhece este token'],
  [3, 'olho', '"olho" não é um domínio'],
  [3, 'site.local', 'não é um domínio'],
  [3, 'outro.com.br', 'O domínio outro.com.br não está nesta conta da Cloudflare'],
  [4, 'olho.com.br', 'Os clientes não ficam no mesmo nome do site'],
  [5, '8.8.8.8', 'Escreva o endereço e a memória em GB'],
  [5, '10.0.0.5 64', '10.0.0.5 não é um endereço da internet'],
  [5, 'servidor.lan 64', 'só existe em uma rede privada'],
  [5, 'nada.olho.com.br 64', 'não leva a endereço público nenhum'],
  [5, '8.8.8.8 8', 'o mínimo é 16 GB'],
  [6, 're_sending_only', 'Esta chave do provedor de e-mail só envia'],
  [6, 're_unknown', 'O provedor de e-mail recusou a chave (400)'],
  [7, REAL_KEY, 'Esta chave do Asaas é de dinheiro de verdade'],
  [7, 'aact_hmlg_without', 'Uma chave do Asaas começa com $aact_'],
  [7, '$aact_hmlg_unknown', 'O Asaas recusou a chave (401)'],
  [8, 'suporte', '"suporte" não é um e-mail'],
  [8, 'eu@sem-email.com.br', 'sem-email.com.br não recebe e-mail'],
  [9, 'robô', 'Um token de robô é um número'],
  [9, '123456:AAF-another-token', 'O Telegram não conhece este robô'],
  [9, '123456:AAF-bot-token -77', 'O robô @olho_bot não está na conversa -77'],
  [10, 'Cópias', 'O nome de um bucket tem de 3 a 63 letras minúsculas'],
])('answer %i, "%s": %s; and the next one is taken', async (number, wrong, sentence) => {
  const { said, stopped } = await runSetUp(machine, services, withWrong(number, wrong), { isDry: true });
  expect(said.split('\n').filter((line) => line.startsWith('   ✗ '))).toEqual([
    expect.stringContaining(sentence),
  ]);
  expect(stopped).toBeNull();
});

test('a name that leads to the server is taken as the world sees it, and Enter takes what stands in brackets', async () => {
  const typed = [...tenAnswers.slice(0, 4), 'servidor.olho.com.br 64', ...tenAnswers.slice(5, 7), '', '', ''];
  const { stopped } = await runSetUp(machine, services, typed);
  expect(stopped).toBeNull();
  expect(machine.json('setup.json')['answers']).toMatchObject({
    server: { address: '8.8.8.8', memoryGib: 64 },
    operator: 'suporte@olho.com.br',
    alarmChat: null,
    copies: 'vigia-copias',
  });
  expect(Object.keys(machine.wrangler().secrets)).not.toContain('TELEGRAM_BOT_TOKEN');
});

test('one domain for both is taken, said, and the addresses do not meet', async () => {
  const { said } = await runSetUp(machine, services, [...tenAnswers.slice(0, 3), '', ...tenAnswers.slice(4)]);
  expect(said).toContain('Site e clientes dividem o domínio');
  expect(machine.json('production.json')['worker']).toMatchObject({ TENANT_HOST: 'clientes.olho.com.br' });
});

test('a site below the zone gets addresses that Cloudflare’s certificate covers', async () => {
  const typed = ['Olho', TOKEN, 'vigia.olho.com.br', ...tenAnswers.slice(3)];
  await runSetUp(machine, services, typed);
  expect(machine.json('production.json')['worker']).toMatchObject({
    KEYCLOAK_URL: 'https://vigia-auth.olho.com.br',
    ARGOCD_URL: 'https://vigia-argocd.olho.com.br',
  });
});

test('without copies nothing is made for them, and the Worker is told', async () => {
  services.isR2On = false;
  const { stopped } = await runSetUp(machine, services, [...tenAnswers.slice(0, 9), 'depois']);
  expect(stopped).toBeNull();
  expect(machine.json('production.json')).toMatchObject({ copies: null, worker: { COPIES_REMOVAL: 'off' } });
  expect(machine.file('built/single-node.env')).toContain("COPIES='off'");
});

describe('the token', () => {
  test.each([
    ['d1/database', 'Conta · D1: Edit'],
    ['service_tokens', 'Conta · Access: Service Tokens: Edit'],
    ['permission_groups', 'Conta · Account API Tokens: Edit'],
  ])('that lacks a permission is told which: %s', async (path, permission) => {
    services.lacking = [new RegExp(path)];
    const { said } = await runSetUp(machine, services, tenAnswers.slice(0, 2), { isDry: true });
    expect(said).toContain(`Ao token falta "${permission}"`);
  });

  test('that lacks the zone’s DNS is told so at the domain', async () => {
    services.lacking = [/dns_records/];
    const { said } = await runSetUp(machine, services, tenAnswers.slice(0, 3), { isDry: true });
    expect(said).toContain('Ao token falta "Zona · DNS: Edit"');
  });

  test('of an account works as a person’s', async () => {
    services.token.isOfAccount = true;
    expect((await runSetUp(machine, services, tenAnswers, { isDry: true })).stopped).toBeNull();
  });

  test.each([
    ['expired', 'O token da Cloudflare está vencido'],
    ['disabled', 'O token da Cloudflare está desligado'],
  ])('that is %s is not taken', async (status, sentence) => {
    services.token.status = status;
    const { said } = await runSetUp(machine, services, tenAnswers.slice(0, 2), { isDry: true });
    expect(said).toContain(sentence);
  });

  test('for several accounts is not taken: which one would get everything?', async () => {
    services.accounts = 2;
    const { said } = await runSetUp(machine, services, tenAnswers.slice(0, 2), { isDry: true });
    expect(said).toContain('O token alcança 2 contas (Olho, Outra)');
  });

  test('that was deleted since is said at the next run, and another one goes on', async () => {
    await runSetUp(machine, services, tenAnswers);
    services.token.value = 'cf-token-the-second-000000000000000000000';
    const lost = await runSetUp(machine, services, []);
    expect(lost.stopped).toMatch(/A Cloudflare recusou o token .*--mudar 2/);
    const next = await runSetUp(machine, services, [services.token.value], { changed: new Set([2]) });
    expect(next.stopped).toBeNull();
    expect(services.databases).toHaveLength(1);
  });

  test('of another account than before is refused, because everything would be made again there', async () => {
    await runSetUp(machine, services, tenAnswers);
    services.account = { id: 'f'.repeat(32), name: 'Outra' };
    services.token.value = 'cf-token-of-another-account-0000000000000';
    const { said } = await runSetUp(machine, services, [services.token.value], { changed: new Set([2]) });
    expect(said).toContain('Este token é da conta "Outra", e o que esta pasta fez está na conta "Olho"');
    expect(services.databases).toHaveLength(1);
  });
});

describe('what is there already', () => {
  test('a database with tables that this folder did not make stops everything, until it is said to be ours', async () => {
    services.databases.push({ uuid: 'd-1', name: 'vigia', num_tables: 41 });
    const first = await runSetUp(machine, services, tenAnswers);
    expect(first.stopped).toContain('já tem um banco D1 "vigia" com 41 tabelas');
    const second = await runSetUp(machine, services, [], { isAdopting: true });
    expect(second.stopped).toBeNull();
    expect(machine.json('production.json')).toMatchObject({ database: 'd-1' });
  });

  test('a database that this folder made and that is gone is never replaced by an empty one', async () => {
    await runSetUp(machine, services, tenAnswers);
    services.databases = [];
    const { stopped } = await runSetUp(machine, services, []);
    expect(stopped).toContain('O banco que esta pasta fez não está mais na Cloudflare');
    expect(services.databases).toEqual([]);
  });

  test('somebody else’s DNS record stays, and is named', async () => {
    services.records.push({
      id: 'r-1',
      zone: 'zone-olho',
      type: 'A',
      name: 'auth.olho.com.br',
      content: '192.0.2.1',
    });
    const { stopped } = await runSetUp(machine, services, tenAnswers);
    expect(stopped).toContain('auth.olho.com.br já tem um registro A para 192.0.2.1, que esta pasta não fez');
    services.records = services.records.filter(({ id }) => id !== 'r-1');
    expect((await runSetUp(machine, services, [])).stopped).toBeNull();
  });

  test('names that are taken between the look and the call are looked up again', async () => {
    services.onAsked = ({ method, path }) => {
      if (method === 'POST' && path.endsWith('/kv/namespaces') && services.namespaces.length === 0)
        services.namespaces.push({ id: 'kv-1', title: 'vigia-switches' });
    };
    expect((await runSetUp(machine, services, tenAnswers)).stopped).toBeNull();
    expect(machine.json('production.json')).toMatchObject({ switches: 'kv-1' });
  });

  test('a service token whose secret is lost is rotated, and not made twice', async () => {
    services.serviceTokens.push({ id: 's-1', name: 'vigia', client_id: 'c.access', secret: 'unknown' });
    const { said } = await runSetUp(machine, services, tenAnswers);
    expect(said).toContain('O segredo do token de serviço do Access não estava guardado');
    expect(services.serviceTokens).toMatchObject([{ id: 's-1' }]);
    expect(machine.wrangler().secrets['ACCESS_CLIENT_SECRET']).toBe(services.serviceTokens[0]?.secret);
  });

  test('a domain that the mail provider has verified is the sender’s, and no record is made for it', async () => {
    services.mailDomains.push({ id: 'm-1', name: 'correio.olho.com.br', status: 'verified' });
    await runSetUp(machine, services, tenAnswers);
    expect(machine.json('production.json')['worker']?.['MAIL_FROM']).toBe(
      'Olho <nao-responda@correio.olho.com.br>',
    );
    expect(services.records.filter(({ type }) => type === 'TXT')).toEqual([]);
  });
});

test.each([
  ['R2 off', () => (services.isR2On = false), 'O R2 ainda não está ligado nesta conta', 10],
  ['Access off', () => (services.isAccessOn = false), 'O Zero Trust ainda não está ligado nesta conta', 2],
  [
    'zone pending',
    () => Object.assign(services.zones[0] ?? {}, { status: 'pending' }),
    'ainda não responde por ela',
    3,
  ],
])('what a person has to switch on first is said: %s', async (_, change, sentence, number) => {
  change();
  const { said } = await runSetUp(machine, services, tenAnswers.slice(0, number), { isDry: true });
  expect(said).toContain(sentence);
});

test('a wrangler that is refused leaves everything for the next run', async () => {
  process.env['REFUSED_BY_WRANGLER'] = '1';
  const refused = await runSetUp(machine, services, tenAnswers);
  delete process.env['REFUSED_BY_WRANGLER'];
  expect(refused.stopped).toMatch(/O wrangler não guardou os segredos do Worker: .*code: 10000/);
  expect(refused.stopped).not.toContain(SANDBOX_KEY);
  expect((await runSetUp(machine, services, [])).stopped).toBeNull();
  expect(machine.wrangler().secrets).toMatchObject({ ASAAS_API_KEY: SANDBOX_KEY });
});

describe('vender', () => {
  const company = [
    'Olho Monitoramento Ltda.',
    '11.222.333/0001-80',
    '12.ABC.345/01DE-35',
    'Rua das Flores, 10, Centro, São Paulo - SP',
    'Rua das Flores, 10, Centro, São Paulo - SP, 01000-000',
    '(11) 98765-4321',
    '',
    'Hetzner, Alemanha',
    'presumido',
    '',
    SANDBOX_KEY,
    REAL_KEY,
  ];

  test('asks what the law wants, and only then real money is taken', async () => {
    await runSetUp(machine, services, tenAnswers);
    const half = await runSetUp(machine, services, company.slice(0, 5), { isSelling: true });
    expect(half.said).toContain('Este CNPJ não existe');
    expect(half.said).toContain('Falta o CEP');
    expect(machine.json('production.json')['worker']?.['ASAAS_URL']).toContain('sandbox');
    const { said, stopped } = await runSetUp(machine, services, company.slice(5), { isSelling: true });
    expect(stopped).toBeNull();
    expect(said).toContain('Esta chave do Asaas é da área de testes');
    expect(said).toContain('SAQ D');
    expect(machine.json('production.json')['worker']).toMatchObject({
      ASAAS_URL: 'https://api.asaas.com',
      PAYMENT_CARD_ENTRY: 'hosted',
    });
    expect(machine.json('site.json')).toMatchObject({
      contacts: { phone: '+55 11 98765-4321', whatsapp: '5511987654321' },
      legal: { companyName: 'Olho Monitoramento Ltda.', cnpj: '12.ABC.345/01DE-35', dataOfficer: '' },
      subProcessors: expect.arrayContaining([
        expect.objectContaining({ name: 'Hetzner', country: 'Alemanha' }),
      ]),
    });
    expect(machine.wrangler().secrets['ASAAS_API_KEY']).toBe(REAL_KEY);
    expect(said).not.toContain('empresa de exemplo');
    expect(said).toContain('NOTA_FISCAL com regime "presumido"');
  });

  test('before the ten are answered, asks them first', async () => {
    const { said } = await runSetUp(machine, services, tenAnswers.slice(0, 1), { isSelling: true });
    expect(said).toContain('2 de 10. Token da Cloudflare');
  });
});
