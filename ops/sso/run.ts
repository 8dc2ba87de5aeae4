/**
 * `npm run ops -- sso`: the company's own sign-in of one environment. Asks the API for the proof of the domain, looks it up,
 * and changes Keycloak with an administrator's password; repeated, it goes on where it stopped.
 */

import { resolveTxt } from 'node:dns/promises';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import * as z from 'zod';
import { CompanySignIn } from '#domain/api-schemas/people.ts';
import { formatMoment } from '#domain/billing/days.ts';
import { companyAlias, companyPath } from '#domain/sign-in/company-address.ts';
import type { OpsClient } from '../client.ts';
import { CommandFailure } from '../failure.ts';
import { openRealmAdmin, type RealmAdmin, readRealmAdminSettings } from '../realm/admin.ts';
import { type Typed, text, who } from '../typed-words.ts';
import { switchOffCompany, switchOnCompany } from './company-provider.ts';
import { isPublicMailDomain } from './public-domains.ts';

export const ssoCommand = {
  usage:
    '<quem> [--dominio empresa.com.br --descoberta https://… --cliente ID [--segredo <arquivo>]] [--desligar --sim]',
  summary:
    'mostra, liga ou desliga a entrada da empresa: prova o domínio por DNS e prepara o Keycloak; o segredo é perguntado, ou vem de um arquivo',
};

/** What the command touches; tests give their own. */
export interface SsoNeeds {
  readonly client: Pick<OpsClient, 'command'>;
  readonly openAdmin: () => Promise<RealmAdmin>;
  /** Texts of a TXT record; empty without one. */
  readonly lookUp: (name: string) => Promise<readonly string[]>;
  readonly askSecret: () => Promise<string>;
  readonly out: (text: string) => void;
}

export const ssoNeeds = (client: OpsClient, out: SsoNeeds['out']): SsoNeeds => ({
  client,
  openAdmin: () => openRealmAdmin(readRealmAdminSettings(process.env)),
  lookUp: async (name) => (await resolveTxt(name).catch(() => [])).map((parts) => parts.join('')),
  askSecret,
  out,
});

const Discovery = z.url({ protocol: /^https$/ });
const SECRET_MAX = 4096;

/**
 * @returns The exit code: 1 while the proof is missing.
 * @throws CommandFailure
 */
export async function runSso(words: readonly string[], typed: Typed, needs: SsoNeeds): Promise<number> {
  const about = who(words);
  if (typed['desligar'] === true) return switchOff(about, typed, needs);
  const domain = text(typed, 'dominio')?.trim().toLowerCase();
  if (domain === undefined) {
    if (['descoberta', 'cliente', 'segredo'].some((option) => typed[option] !== undefined))
      throw new CommandFailure('Diga também --dominio.');
    needs.out(describe(await command(needs, about)));
    return 0;
  }
  if (isPublicMailDomain(domain))
    throw new CommandFailure(
      `${domain} é de um provedor de e-mail aberto a todos: nenhuma empresa entra por ele.`,
    );
  return switchOn({ ...about, domain }, typed, needs);
}

async function switchOn(
  asked: { readonly who: string; readonly domain: string },
  typed: Typed,
  needs: SsoNeeds,
): Promise<number> {
  const discovery = Discovery.safeParse(text(typed, 'descoberta'));
  const clientId = text(typed, 'cliente');
  const found = await command(needs, asked);
  if (found.proof === null) throw new CommandFailure('A API não disse como provar o domínio.');
  const { name, value } = found.proof;
  if (!(await needs.lookUp(name)).some((each) => each.trim() === value)) {
    needs.out(
      [
        `Falta a prova de ${asked.domain}. Peça a quem cuida do DNS da empresa este registro TXT, e repita o comando:`,
        `  nome:  ${name}`,
        `  valor: ${value}`,
        `No provedor da empresa, o endereço de retorno é {Keycloak}/realms/{realm}/broker/${companyAlias(found.tenant)}/endpoint.`,
      ].join('\n'),
    );
    return 1;
  }
  if (!discovery.success || clientId === undefined)
    throw new CommandFailure(
      'O domínio está provado. Diga agora --descoberta, o endereço https da configuração OpenID, e --cliente.',
    );
  const clientSecret = await readSecret(typed, needs);
  const { tenant } = found;
  await switchOnCompany(await needs.openAdmin(), {
    ...{ tenant, domain: asked.domain, discoveryUrl: discovery.data, clientId, clientSecret },
  });
  const done = await command(needs, { ...asked, state: 'on' });
  needs.out(
    [
      describe(done),
      `Quem ainda não tem conta digita o e-mail e vai direto ao provedor. Quem tem senha entra uma vez por ${companyPath(tenant)} do site, e a confirma.`,
    ].join('\n'),
  );
  return 0;
}

async function switchOff(about: { readonly who: string }, typed: Typed, needs: SsoNeeds): Promise<number> {
  if (typed['sim'] !== true)
    throw new CommandFailure(
      'Ninguém mais entra pela empresa, e quem não tem senha recebe um e-mail para escolher uma. Repita com --sim.',
    );
  const { tenant } = await command(needs, about);
  const told = await switchOffCompany(await needs.openAdmin(), { tenant });
  await command(needs, { ...about, state: 'off' });
  needs.out(
    `Desligada em ${tenant}. As contas continuam; ${told === 0 ? 'todas têm senha' : `e-mails para escolher uma senha: ${told}`}.`,
  );
  return 0;
}

const command = async ({ client }: SsoNeeds, body: object): Promise<CompanySignIn> =>
  CompanySignIn.parse(await client.command('sso', body)) as CompanySignIn;

export const describe = ({ tenant, domain, proof, onAt }: CompanySignIn): string => {
  if (domain === null) return `${tenant}: sem entrada da empresa.`;
  return onAt === null
    ? `${tenant}: ${domain} pedido, ainda sem prova (TXT ${proof?.name}, ${proof?.value}).`
    : `${tenant}: ${domain}, ligada em ${formatMoment(onAt)}.`;
};

async function readSecret(typed: Typed, needs: SsoNeeds): Promise<string> {
  const path = text(typed, 'segredo');
  const secret = (path === undefined ? await needs.askSecret() : readFileOf(path)).trim();
  if (secret === '' || secret.length > SECRET_MAX || /\s/.test(secret))
    throw new CommandFailure('O segredo do cliente é uma palavra só.');
  return secret;
}

function readFileOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    throw new CommandFailure(`Não foi possível ler ${path}.`);
  }
}

/** Asks at the keyboard without an echo. */
async function askSecret(): Promise<string> {
  if (!process.stdin.isTTY)
    throw new CommandFailure('Diga com --segredo o arquivo em que está o segredo do cliente.');
  process.stderr.write('Segredo do cliente no provedor da empresa (não aparece): ');
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const line = createInterface({ input: process.stdin, output: silent, terminal: true });
  try {
    return await line.question('');
  } finally {
    line.close();
    process.stderr.write('\n');
  }
}
