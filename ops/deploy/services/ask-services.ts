/**
 * Asks each service of a configuration whether it serves us, as the Worker would: what the files cannot show.
 *
 * The secrets are wrangler's and cannot be read back: those that are in this command's environment are used, and what needs
 * another is named as not asked.
 */
import { clusterSecretNames } from '#functions/cluster-settings.ts';
import type { Settings } from '#functions/env.ts';
import { secretNames, Variables } from '#functions/variables.ts';
import { createAsaasProcessor } from '#functions/vendors/asaas/processor.ts';
import { Unverified } from '#functions/vendors/dependency.ts';
import { createKeycloakIdentityAdmin } from '#functions/vendors/keycloak/identity-admin.ts';
import { createHttpMailer } from '#functions/vendors/mail/http-mailer.ts';
import { checkSignIn } from '#functions/vendors/sign-in.ts';
import { askArgocd, type Said } from './argocd.ts';
import type { Ask } from './git-refs.ts';

interface Given {
  readonly vars: Readonly<Record<string, unknown>>;
  /** Secrets by name, as far as they are known here. */
  readonly secrets: Readonly<Record<string, string | undefined>>;
  readonly ask: Ask;
}

/** Secrets that open a service; the others are ours alone. */
const opening = /^(ARGOCD_TOKEN|KEYCLOAK_ADMIN_CLIENT_SECRET|MAIL_API_KEY|ASAAS_API_KEY)/;
const NO_ID = '00000000-0000-0000-0000-000000000000';
const PLACEHOLDER = 'x'.repeat(40);
const wordsOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** `Ask` for clients that were written for the platform's `fetch`. */
const asFetch =
  (ask: Ask): typeof fetch =>
  (input, init) =>
    ask(String(input instanceof Request ? input.url : input), init ?? {});

/** With the service token of Access, where there is one: only for what is behind it. */
const behindAccess =
  ({ access }: Pick<Settings, 'access'>, ask: Ask): Ask =>
  (url, init) => {
    if (access === null) return ask(url, init);
    const headers = new Headers(init.headers);
    headers.set('CF-Access-Client-Id', access.clientId);
    headers.set('CF-Access-Client-Secret', access.clientSecret);
    return ask(url, { ...init, headers });
  };

/** One sentence when the check fails, none otherwise. */
async function failing(
  check: () => Promise<unknown>,
  sentence: (error: unknown) => string,
): Promise<string[]> {
  try {
    await check();
    return [];
  } catch (error) {
    return [sentence(error)];
  }
}

/** @returns Sentences, each with what to do; a configuration that the Worker could not read is not asked about. */
export async function askServices({ vars, secrets, ask }: Given): Promise<Said> {
  const needed = [...secretNames, ...clusterSecretNames(vars['CLUSTERS'])];
  const known = Object.fromEntries(Object.entries(secrets).filter(([, value]) => value));
  const placeholders = Object.fromEntries(needed.map((name) => [name, PLACEHOLDER]));
  const written = Object.fromEntries(Object.entries(vars).filter(([, value]) => value !== ''));
  const ofSecrets = [...needed, 'ACCESS_CLIENT_ID', 'ACCESS_CLIENT_SECRET'].flatMap((name) =>
    known[name] === undefined ? [] : [[name, known[name]] as const],
  );
  const read = Variables.safeParse({ ...placeholders, ...written, ...Object.fromEntries(ofSecrets) });
  if (!read.success)
    return {
      missing: [],
      unchecked: ['Nenhum serviço foi perguntado: faltam as variáveis acima.'],
      advised: [],
    };
  const settings = read.data;
  const clusters = await Promise.all(
    settings.clusters.map((cluster) =>
      askArgocd(cluster, {
        hasToken: cluster.token !== PLACEHOLDER,
        ask: behindAccess(settings, ask),
        askRepository: ask,
      }).catch((error) => ({
        ...{ unchecked: [], advised: [] },
        missing: [`O Argo CD ${cluster.name} parou no meio das perguntas (${wordsOf(error)}).`],
      })),
    ),
  );
  const others = await Promise.all([
    askIdentity(settings, known, ask),
    askMail(settings, known, ask),
    askPayments(settings, known, ask),
    askSignIn(settings, ask),
  ]);
  const unknown = needed.filter((name) => opening.test(name) && known[name] === undefined);
  return {
    missing: [...clusters.flatMap((each) => each.missing), ...others.flat()],
    unchecked: [
      ...clusters.flatMap((each) => each.unchecked),
      ...(unknown.length === 0
        ? []
        : [
            `Sem ${unknown.join(', ')} no ambiente deste comando, só foi perguntado o que não pede segredo. Os segredos do wrangler não se leem de volta.`,
          ]),
    ],
    advised: clusters.flatMap((each) => each.advised),
  };
}

type Known = Readonly<Record<string, unknown>>;

async function askIdentity(settings: Settings, known: Known, ask: Ask): Promise<string[]> {
  const { url, realm, adminClientId, adminClientSecret } = settings.keycloak;
  const issuer = `${url}/realms/${realm}`;
  const said = await failing(
    async () => {
      const answer = await ask(`${issuer}/.well-known/openid-configuration`, { method: 'GET' });
      if (answer.status === 404) throw new Error('o realm não existe');
      if (answer.status !== 200) throw new Error(`respondeu ${answer.status}`);
      const body = (await answer.json()) as { issuer?: unknown };
      if (body.issuer !== issuer) throw new Error(`diz que se chama ${String(body.issuer)}`);
    },
    (error) =>
      `O Keycloak não serve em ${issuer} (${wordsOf(error)}): confira KEYCLOAK_URL, o "hostname" dele e "npm run ops -- realm" (docs/identity.md).`,
  );
  if (said.length > 0 || known['KEYCLOAK_ADMIN_CLIENT_SECRET'] === undefined) return said;
  const admin = createKeycloakIdentityAdmin({
    ...{ baseUrl: url, realm, clientId: adminClientId, clientSecret: adminClientSecret },
    fetch: asFetch(behindAccess(settings, ask)),
    now: Date.now,
  });
  return failing(
    () => admin.readUser(NO_ID),
    (error) =>
      `O Keycloak recusa ${adminClientId} (${wordsOf(error)}): confira KEYCLOAK_ADMIN_CLIENT_SECRET e as permissões, com "npm run ops -- realm".`,
  );
}

async function askMail({ mail }: Settings, known: Known, ask: Ask): Promise<string[]> {
  if (known['MAIL_API_KEY'] === undefined) return [];
  const { url: baseUrl, apiKey, from } = mail;
  return failing(
    () => createHttpMailer({ baseUrl, apiKey, from, fetch: ask }).check(),
    (error) =>
      error instanceof Unverified
        ? `O provedor de e-mail não envia pelo domínio de MAIL_FROM (${from}): acrescente-o lá e publique os registros de DNS que ele pede.`
        : `O provedor de e-mail não serve em ${baseUrl} (${wordsOf(error)}): confira MAIL_URL e MAIL_API_KEY.`,
  );
}

async function askPayments({ asaas }: Settings, known: Known, ask: Ask): Promise<string[]> {
  if (known['ASAAS_API_KEY'] === undefined) return [];
  const { url: baseUrl, apiKey: accessToken } = asaas;
  return failing(
    () => createAsaasProcessor({ baseUrl, accessToken, fetch: ask }).readPayment('pay_000000000000'),
    (error) =>
      `O Asaas não serve em ${baseUrl} (${wordsOf(error)}): confira ASAAS_API_KEY, que é outra no sandbox e em produção.`,
  );
}

async function askSignIn({ signInUrl }: Settings, ask: Ask): Promise<string[]> {
  if (signInUrl === null) return [];
  return failing(
    () => checkSignIn(signInUrl, asFetch(ask)),
    (error) =>
      `A entrada dos ambientes não serve em ${signInUrl}/ping (${wordsOf(error)}): confira SIGN_IN_URL, o Ingress e o certificado (docs/cluster.md).`,
  );
}
