/**
 * The ten questions until sandbox money runs. Each is asked until the service that it is for takes the answer, and each
 * answer is kept at once.
 */
import { getDomain } from 'tldts';
import { canonicalHost, hostProblem, isPublicIp } from '#domain/address/host.ts';
import { MEMORY_GIB_MIN, serverRoom } from '#domain/clusters/server-room.ts';
import { CommandFailure } from '#ops/failure.ts';
import { allPermissions, readAccount, readZone, tokenFormUrl } from './account.ts';
import { lookUp } from './dns.ts';
import { checkAsaasKey, readAlarmChat, readMailDomains } from './keys.ts';
import { cloudflareOf, keepAnswers, type Run } from './run-state.ts';
import { CLOUDFLARE_TOKEN } from './vault.ts';

/** Answer for what may wait. */
const LATER = 'depois';

export interface Question {
  readonly title: string;
  /** A sentence or two: what it is for, and where it comes from. */
  readonly about: (run: Run) => readonly string[];
  readonly isSecret?: boolean;
  readonly isAnswered: (run: Run) => boolean;
  /** What Enter means. */
  readonly fallback: (run: Run) => string | undefined;
  /**
   * Checks the answer against its service and keeps it.
   * @returns What to say of it, if anything.
   * @throws CommandFailure with what is wrong; the question is then asked again.
   */
  readonly take: (run: Run, typed: string) => Promise<string | undefined>;
}

const refuse = (sentence: string): never => {
  throw new CommandFailure(sentence);
};
const given = (run: Run, name: string): boolean => run.state().answers.given.includes(name);
const keepGiven = (run: Run, name: string): void =>
  keepAnswers(run, { given: [...new Set([...run.state().answers.given, name])] });

/** A domain that the world may know, in its usual writing. */
function domainOf(typed: string): string {
  const host = canonicalHost(typed.replace(/^https?:\/\//i, '').replace(/\/+$/, ''));
  if (host === null || hostProblem(host) !== null || getDomain(host) === null)
    return refuse(`"${typed}" não é um domínio: escreva só o nome, como exemplo.com.br.`);
  return host;
}

const accountOf = (run: Run): string => run.state().made.account?.id ?? '';

const brand: Question = {
  title: 'Nome da marca',
  about: () => ['Como os clientes leem o nome do serviço, nas páginas e nos e-mails.'],
  isAnswered: (run) => run.state().answers.brand !== undefined,
  fallback: (run) => run.state().answers.brand ?? 'Vigia',
  async take(run, typed) {
    if (typed.length < 2 || typed.length > 40) refuse('O nome tem de 2 a 40 letras.');
    keepAnswers(run, { brand: typed });
    return undefined;
  },
};

const cloudflareToken: Question = {
  title: 'Token da Cloudflare',
  about: () => [
    'A Cloudflare entrega o site, roda a API e guarda o banco; com o token, tudo lá é feito por aqui. Crie-o neste endereço:',
    tokenFormUrl,
    `e confira que ele tem, para uma conta só: ${allPermissions.join('; ')}.`,
  ],
  isSecret: true,
  isAnswered: (run) => given(run, CLOUDFLARE_TOKEN) && run.vault.get(CLOUDFLARE_TOKEN) !== undefined,
  fallback: () => undefined,
  async take(run, typed) {
    if (/\s/.test(typed) || typed.length < 20)
      refuse('Um token da Cloudflare tem 40 letras ou mais, sem espaço.');
    const account = await readAccount(run.services.cloudflare, typed, false);
    const before = run.state().made.account;
    if (before !== undefined && before.id !== account.id)
      refuse(
        `Este token é da conta "${account.name}", e o que esta pasta fez está na conta "${before.name}". Dê um token daquela conta, ou comece outra pasta.`,
      );
    await run.vault.put({ [CLOUDFLARE_TOKEN]: typed });
    run.keep({ made: { ...run.state().made, account } });
    keepGiven(run, CLOUDFLARE_TOKEN);
    return `Conta "${account.name}".`;
  },
};

const site: Question = {
  title: 'Domínio do site',
  about: () => [
    'O endereço que se divulga, como exemplo.com.br. O domínio precisa estar nesta conta da Cloudflare.',
  ],
  isAnswered: (run) => run.state().answers.site !== undefined && run.state().made.siteZone !== undefined,
  fallback: (run) => run.state().answers.site,
  async take(run, typed) {
    const domain = domainOf(typed);
    const zone = await readZone(cloudflareOf(run), accountOf(run), domain);
    run.keep({ made: { ...run.state().made, siteZone: zone } });
    keepAnswers(run, { site: domain });
    return undefined;
  },
};

const tenants: Question = {
  title: 'Domínio dos clientes',
  about: () => [
    'Cada cliente fica em um endereço dele: padaria.<domínio dos clientes>. Um domínio só para isso é o mais seguro: separa os',
    'cookies, e um bloqueio de um cliente não leva o site junto. Sem outro domínio, Enter usa um nome dentro do seu.',
  ],
  isAnswered: (run) => run.state().answers.tenants !== undefined && run.state().made.tenantZone !== undefined,
  fallback: (run) => run.state().answers.tenants ?? `clientes.${run.state().made.siteZone?.name}`,
  async take(run, typed) {
    const domain = domainOf(typed);
    const { site: ofSite = '' } = run.state().answers;
    if (domain === ofSite || domain === run.state().made.siteZone?.name || ofSite.endsWith(`.${domain}`))
      refuse(
        'Os clientes não ficam no mesmo nome do site: um cliente "auth" tomaria o endereço da entrada. Use outro domínio, ou um nome dentro dele.',
      );
    const zone = await readZone(cloudflareOf(run), accountOf(run), domain);
    run.keep({ made: { ...run.state().made, tenantZone: zone } });
    keepAnswers(run, { tenants: domain });
    return getDomain(domain) === getDomain(ofSite)
      ? 'Site e clientes dividem o domínio: serve para começar; um domínio só deles é melhor.'
      : undefined;
  },
};

const server: Question = {
  title: 'Endereço e memória do servidor',
  about: () => [
    'Um Debian novo, com endereço público: nele rodam os ambientes dos clientes. Escreva o IP e a memória em GB, como 203.0.113.7 64.',
    `Da memória sai quantos ambientes gratuitos cabem; o mínimo é ${MEMORY_GIB_MIN} GB.`,
  ],
  isAnswered: (run) => run.state().answers.server !== undefined,
  fallback(run) {
    const { server: known } = run.state().answers;
    return known === undefined ? undefined : `${known.address} ${known.memoryGib}`;
  },
  async take(run, typed) {
    const [, name = '', memory = ''] = /^(\S+?)[\s,;]+(\d+)\s*(?:g(?:i?b)?)?$/i.exec(typed) ?? [];
    if (name === '')
      refuse('Escreva o endereço e a memória em GB, com um espaço entre eles, como 203.0.113.7 64.');
    const address = await publicAddress(run, name);
    const memoryGib = Number(memory);
    const room = serverRoom(memoryGib);
    if (room === null)
      return refuse(`Com ${memoryGib} GB o servidor não roda o conjunto: o mínimo é ${MEMORY_GIB_MIN} GB.`);
    keepAnswers(run, { server: { address, memoryGib } });
    return `Cabem ${room.environments} ambientes gratuitos ao mesmo tempo, com ${room.cpusMin} processadores ou mais.`;
  },
};

/** The IP that the world reaches; a name is looked up as the world does. */
async function publicAddress(run: Run, name: string): Promise<string> {
  const host = (canonicalHost(name) ?? '').replace(/^\[(.*)\]$/, '$1');
  if (isPublicIp(host)) return host;
  if (host === '' || hostProblem(host) === 'ip')
    return refuse(
      `${name} não é um endereço da internet: um Worker e os clientes não chegam lá. Dê o IP público do servidor.`,
    );
  if (hostProblem(host) !== null)
    return refuse(`${name} é um nome que só existe em uma rede privada: dê o IP público do servidor.`);
  const found = [
    ...(await lookUp(run.services.dns, host, 'A')),
    ...(await lookUp(run.services.dns, host, 'AAAA')),
  ].find((each) => isPublicIp(each));
  return found ?? refuse(`${name} não leva a endereço público nenhum: confira o nome, ou dê o IP.`);
}

const MAIL_KEY = 'MAIL_API_KEY';
const mail: Question = {
  title: 'Chave do provedor de e-mail (Resend)',
  about: (run) => [
    'Por ela saem os avisos e os e-mails das contas. Crie uma com acesso inteiro ("Full access") em https://resend.com/api-keys.',
    `O remetente é nao-responda@${run.state().answers.site}, ou o domínio que já estiver verificado lá; os registros de DNS são feitos aqui.`,
  ],
  isSecret: true,
  isAnswered: (run) => given(run, MAIL_KEY) && run.vault.get(MAIL_KEY) !== undefined,
  fallback: () => undefined,
  async take(run, typed) {
    const { site: ofSite = '', mailDomain } = run.state().answers;
    const domains = await readMailDomains(run.services.mail, typed);
    const fits = ({ name }: { name: string }) =>
      ofSite === name || ofSite.endsWith(`.${name}`) || name.endsWith(`.${ofSite}`);
    const verified = domains.filter(({ status }) => status === 'verified');
    const chosen =
      domains.find(({ name }) => name === mailDomain) ??
      verified.find(fits) ??
      domains.find(fits) ??
      verified[0];
    await run.vault.put({ [MAIL_KEY]: typed });
    keepAnswers(run, { mailDomain: chosen?.name ?? ofSite });
    keepGiven(run, MAIL_KEY);
    return `Remetente: nao-responda@${chosen?.name ?? ofSite}${chosen?.status === 'verified' ? '' : ', que ainda será verificado'}.`;
  },
};

const ASAAS_KEY = 'ASAAS_SANDBOX_KEY';
const asaas: Question = {
  title: 'Chave do Asaas de testes',
  about: () => [
    'Com ela se compra e se cobra sem dinheiro. Crie uma conta em https://sandbox.asaas.com e, em Integrações, uma chave de API.',
  ],
  isSecret: true,
  isAnswered: (run) => given(run, ASAAS_KEY) && run.vault.get(ASAAS_KEY) !== undefined,
  fallback: () => undefined,
  async take(run, typed) {
    await checkAsaasKey(run.services.asaasSandbox, typed, 'sandbox');
    await run.vault.put({ [ASAAS_KEY]: typed });
    keepGiven(run, ASAAS_KEY);
    return undefined;
  },
};

const operator: Question = {
  title: 'E-mail de quem opera',
  about: () => [
    'Recebe os avisos à equipe e o que os clientes escrevem ao suporte, e aparece no site como contato.',
  ],
  isAnswered: (run) => run.state().answers.operator !== undefined,
  fallback: (run) => run.state().answers.operator ?? `suporte@${run.state().made.siteZone?.name}`,
  async take(run, typed) {
    const [, domain = ''] = /^[^\s@]+@([^\s@]+\.[^\s@]+)$/.exec(typed) ?? [];
    if (domain === '') refuse(`"${typed}" não é um e-mail.`);
    if ((await lookUp(run.services.dns, domain, 'MX')).length === 0)
      refuse(
        `${domain} não recebe e-mail (não tem registro MX): dê um endereço que alguém leia, ou ligue antes o e-mail do domínio.`,
      );
    keepAnswers(run, { operator: typed });
    return undefined;
  },
};

const BOT = 'TELEGRAM_BOT_TOKEN';
const alarm: Question = {
  title: 'Segundo canal dos alarmes (robô do Telegram)',
  about: () => [
    'Quando o e-mail é o que parou, os avisos à equipe chegam por ali, e os clientes podem receber os deles no Telegram. Crie um robô',
    'com o @BotFather, escreva a ele (ou ponha-o no grupo da equipe) e cole aqui o token; o número da conversa vem depois dele, se',
    `quiser uma em especial. Enter: ${LATER}.`,
  ],
  isSecret: true,
  isAnswered(run) {
    const { alarmChat } = run.state().answers;
    return alarmChat === null || (alarmChat !== undefined && run.vault.get(BOT) !== undefined);
  },
  fallback: () => LATER,
  async take(run, typed) {
    if (typed === LATER) {
      keepAnswers(run, { alarmChat: run.state().answers.alarmChat ?? null });
      return 'Sem segundo canal por enquanto: npm run setup -- --mudar 9 o liga.';
    }
    const [token = '', chat] = typed.split(/\s+/);
    if (!/^\d+:[\w-]{10,}$/.test(token))
      refuse('Um token de robô é um número, dois-pontos e letras, como o @BotFather o escreve.');
    const found = await readAlarmChat(run.services.telegram, token, chat);
    await run.vault.put({ [BOT]: token });
    keepAnswers(run, { alarmChat: found });
    return `Conversa ${found}.`;
  },
};

const copies: Question = {
  title: 'Bucket das cópias',
  about: () => [
    'Toda noite cada ambiente é copiado, cifrado, para um bucket R2 da Cloudflare, que é feito aqui; sem cópias, um disco perdido leva',
    `os dados dos clientes. "${LATER}" deixa para outra hora.`,
  ],
  isAnswered: (run) => run.state().answers.copies !== undefined,
  fallback: (run) => run.state().answers.copies ?? 'vigia-copias',
  async take(run, typed) {
    if (typed === LATER) {
      keepAnswers(run, { copies: null });
      return 'Sem cópias por enquanto: npm run setup -- --mudar 10 as liga. Não venda sem elas.';
    }
    if (!/^[a-z0-9][a-z0-9-]{1,61}[a-z0-9]$/.test(typed))
      refuse('O nome de um bucket tem de 3 a 63 letras minúsculas, números e hífens, sem hífen nas pontas.');
    await readAccount(run.services.cloudflare, run.vault.get(CLOUDFLARE_TOKEN) ?? '', true);
    keepAnswers(run, { copies: typed });
    return undefined;
  },
};

/** In their order; `--mudar` names them by number. */
export const questions: readonly Question[] = [
  brand,
  cloudflareToken,
  site,
  tenants,
  server,
  mail,
  asaas,
  operator,
  alarm,
  copies,
];
