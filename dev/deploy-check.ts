/**
 * What is missing before an environment can be published, one sentence each.
 *
 * Owns: how the Worker's configuration, the pages' values and the site file must agree. Reads no files itself.
 */

import { getDomain } from 'tldts';
import { hostOfAddress, hostProblem, isPublicIp } from '#domain/address/host.ts';
import { clusterSecretNames } from '#functions/cluster-settings.ts';
import { CHALLENGE_SECRET, optionalSecretNames, Variables, wrongVariables } from '#functions/variables.ts';
import { readPublicConfig } from '#lib/public-config.ts';
import {
  ceilings,
  entriesWithoutCapacity,
  hasOwnSize,
  idleCeiling,
  unsaidStorage,
  volumeSizes,
} from '#ops/deploy/ceilings.ts';
import { bindings, routes, type WranglerConfig } from './deploy-bindings.ts';
import { sharedValues } from './operator/configuration.ts';

export interface Deployment {
  readonly environment: string;
  readonly config: WranglerConfig;
  /** The local configuration: every environment needs its bindings too. */
  readonly local: WranglerConfig;
  /** `PUBLIC_*` for the build; an empty string counts as unset. */
  readonly publicValues: Readonly<Record<string, string | undefined>>;
  readonly siteJson: unknown;
  readonly secretNames: readonly string[];
  /** What is missing of the images' list and digests, one sentence each. */
  readonly missingOfImages: readonly string[];
  /** What the chart of the environments refuses in the values that it would get, one sentence each. */
  readonly refusedByChart: readonly string[];
  /** Names of the secrets that are set; `null` when wrangler could not be asked. */
  readonly knownSecrets: readonly string[] | null;
}

export interface Verdict {
  /** Each one prevents publishing. */
  readonly missing: readonly string[];
  /** What could not be checked from here. */
  readonly unchecked: readonly string[];
  /** What may be published so, and is better changed. */
  readonly advised: readonly string[];
}

/** The published example CNPJ, which an operator must replace. */
const EXAMPLE_CNPJ = '11.222.333/0001-81';
/** Values without which pages would point to the local machine. */
const requiredPublic = [
  'PUBLIC_SITE_URL',
  'PUBLIC_KEYCLOAK_URL',
  'PUBLIC_TENANT_URL_TEMPLATE',
  'PUBLIC_CEP_URL',
] as const;
/** Also finds an address inside the JSON of `CLUSTERS`, as text or not. */
const isLocalOrPlain = (value: unknown): boolean =>
  /"http:|"https:\/\/([^/]*\.)?(localhost|127\.)/.test(JSON.stringify(value ?? null).replaceAll('\\"', '"'));

/** Runs all checks; the sentences are in the order in which they are best fixed. */
export function checkDeployment(given: Deployment): Verdict {
  // Each further cluster has its own token.
  const secretNames = [
    ...given.secretNames,
    ...clusterSecretNames(given.config.vars?.['CLUSTERS']),
    ...(hasChallenge(given) ? [CHALLENGE_SECRET] : []),
  ];
  const deployment = { ...given, secretNames };
  const [stops, advises] =
    given.environment === 'production' ? [given.missingOfImages, []] : [[], given.missingOfImages];
  return {
    missing: [
      ...bindings(deployment),
      ...routes(deployment),
      ...workerVariables(deployment),
      ...ceilings(deployment.environment, deployment.config.vars ?? {}),
      ...volumeSizes(deployment.environment, deployment.config.vars ?? {}),
      ...outOfReach(deployment),
      ...mailPath(deployment),
      ...secrets(deployment),
      ...pages(deployment),
      ...agreement(deployment),
      ...challenge(deployment),
      ...otherNetwork(deployment),
      ...legalIdentity(deployment),
      ...given.refusedByChart,
      ...stops,
    ],
    unchecked:
      deployment.knownSecrets === null
        ? [
            `Os segredos só podem ser conferidos com CLOUDFLARE_API_TOKEN. Precisam existir: ${deployment.secretNames.join(', ')} (npx wrangler secret put NOME --env ${deployment.environment}).`,
          ]
        : [],
    advised: [
      ...domainsApart(deployment),
      ...idleCeiling(deployment.environment, deployment.config.vars ?? {}),
      ...unsaidStorage(deployment.environment, deployment.config.vars ?? {}),
      ...imageWatch(deployment),
      ...advises,
    ],
  };
}

/**
 * A page under the same registrable domain is same-site: its cookies and requests reach the site, and a blocked domain takes
 * both along (docs/threat-model.md). Environments hold what customers write.
 */
function domainsApart({ config }: Deployment): string[] {
  const [site, tenants] = [config.vars?.['SITE_URL'], config.vars?.['TENANT_HOST']].map((each) =>
    getDomain(String(each ?? ''), { allowPrivateDomains: true }),
  );
  if (!site || site !== tenants) return [];
  return [
    `Site e ambientes dividem o domínio ${site}: um domínio só para os ambientes separa cookies, e um bloqueio de um cliente não leva o site junto.`,
  ];
}

/** Nothing else notices a hole in what runs. */
function imageWatch({ environment, config }: Deployment): string[] {
  if (config.vars?.['IMAGE_WATCH'] !== 'off') return [];
  return [
    `IMAGE_WATCH de env.${environment} está em "off": ninguém percebe uma falha publicada no que roda.`,
  ];
}

function workerVariables({ environment, config, secretNames }: Deployment): string[] {
  const vars = config.vars ?? {};
  // Only the names of secrets are known, so valid placeholder values keep them out of this list.
  const filled = Object.fromEntries(secretNames.map((name) => [name, 'x'.repeat(40)]));
  const known = Object.fromEntries(Object.entries(vars).filter(([, value]) => value !== ''));
  // Has a sentence of its own, which says what to write.
  const hasOwn = (name: string): boolean =>
    (name === 'CLUSTERS' && entriesWithoutCapacity(vars['CLUSTERS']).length > 0) ||
    (name === 'ARGOCD_CHART_VALUES' && hasOwnSize(vars));
  const wrong = wrongVariables({ ...filled, ...known }).filter((name) => !hasOwn(name));
  return [
    ...wrong.map(
      (name) => `A variável ${name} falta ou está errada em env.${environment}.vars, em wrangler.jsonc.`,
    ),
    ...Object.entries(vars)
      .filter(([, value]) => isLocalOrPlain(value))
      .map(
        ([name]) =>
          `A variável ${name} de env.${environment} precisa ser um endereço https:// de fora desta máquina.`,
      ),
    ...Object.keys(vars)
      .filter((name) => [...secretNames, ...optionalSecretNames].includes(name))
      .map(
        (name) => `${name} é um segredo e não pode ficar em wrangler.jsonc: tire-o de lá e troque o valor.`,
      ),
    ...Object.keys(vars)
      .filter((name) => !(name in Variables.in.shape))
      .map((name) => `A variável ${name} de env.${environment} não existe.`),
  ];
}

/**
 * Addresses that the Worker opens, and that no name server or network outside knows: Argo CD and the environments often live
 * in such a network, and a Worker has no way into it (docs/cluster.md).
 */
function outOfReach({ environment, config }: Deployment): string[] {
  const vars = config.vars ?? {};
  const { CLUSTERS: clusters } = Variables.in.shape;
  const ofClusters = (clusters.safeParse(vars['CLUSTERS']).data ?? []).flatMap(({ argocdUrl, probeUrl }) => [
    ['CLUSTERS', argocdUrl],
    ['CLUSTERS', probeUrl],
  ]);
  const named = Object.entries(vars).filter(
    ([name]) => /_URL(_TEMPLATE)?$/.test(name) && name in Variables.in.shape,
  );
  return [...named, ...ofClusters].flatMap(([name, address]) => {
    // A local name already has its own sentence.
    if (typeof address !== 'string' || address === '' || isLocalOrPlain(address)) return [];
    const host = hostOfAddress(address.replace('{tenant}', 'x')) ?? address;
    const problem = hostProblem(host);
    if (problem === null || isPublicIp(host)) return [];
    return [
      `${name} de env.${environment} aponta para ${host}, que só existe em uma rede privada: o Worker não chega lá. Dê um nome público, ou um túnel da Cloudflare com um token de serviço do Access (docs/cluster.md).`,
    ];
  });
}

/** The mailer adds the call's path itself. */
function mailPath({ environment, config }: Deployment): string[] {
  const address = String(config.vars?.['MAIL_URL'] ?? '');
  if (!/\/emails(\/batch)?\/*$/.test(address)) return [];
  return [
    `MAIL_URL de env.${environment} é só a origem da API, como https://api.resend.com: o caminho /emails é acrescentado a cada envio.`,
  ];
}

function secrets({ environment, config, secretNames, knownSecrets }: Deployment): string[] {
  const declared = config.secrets?.required ?? [];
  return [
    ...secretNames
      .filter((name) => !declared.includes(name))
      .map(
        (name) =>
          `O segredo ${name} não está declarado em env.${environment}.secrets.required, em wrangler.jsonc.`,
      ),
    ...(knownSecrets === null ? [] : secretNames.filter((name) => !knownSecrets.includes(name))).map(
      (name) => `Falta o segredo ${name}: npx wrangler secret put ${name} --env ${environment}.`,
    ),
  ];
}

function pages({ environment, publicValues, siteJson }: Deployment): string[] {
  const file = `deploy/site/${environment}.env`;
  const said: string[] = requiredPublic
    .filter((name) => !publicValues[name])
    .map((name) => `Falta ${name} para a construção do site, no ambiente ou em ${file}.`);
  for (const [name, value] of Object.entries(publicValues))
    if (name.startsWith('PUBLIC_') && isLocalOrPlain(value))
      said.push(`${name} precisa ser um endereço https:// de fora desta máquina.`);
  try {
    readPublicConfig(publicValues, siteJson);
  } catch (error) {
    said.push(error instanceof Error ? error.message.replaceAll('\n', ' ') : String(error));
  }
  return said;
}

function agreement({ environment, config, publicValues }: Deployment): string[] {
  return Object.entries(sharedValues).flatMap(([ofPages, ofWorker]) => {
    const [one, other] = [config.vars?.[ofWorker], publicValues[ofPages]];
    if (!one || !other || one === other) return [];
    return [`${ofWorker} de env.${environment} e ${ofPages} são diferentes, e precisam ser iguais.`];
  });
}

const hasChallenge = ({ config }: Deployment): boolean => config.vars?.['CHALLENGE'] === 'turnstile';

/** The page frames one address, and the Worker must answer on it. */
function challenge(deployment: Deployment): string[] {
  const { environment, config, publicValues } = deployment;
  const [ofWorker, ofPages] = [config.vars?.['CHALLENGE_URL'], publicValues['PUBLIC_CHALLENGE_URL']];
  if (!hasChallenge(deployment) || ofWorker === ofPages) return [];
  return [
    `CHALLENGE_URL de env.${environment} e PUBLIC_CHALLENGE_URL são diferentes, e precisam ser iguais: sem o quadro ninguém passa pelo desafio.`,
  ];
}

/** With it the Worker asks for private hosts, and tells a stranger what every customer watches. */
function otherNetwork({ environment, config }: Deployment): string[] {
  if (!config.vars?.['OTHER_NETWORK_URL']) return [];
  return [
    `OTHER_NETWORK_URL de env.${environment} é só para uma máquina de quem desenvolve: tire-a, e o segundo olhar pergunta aos próprios sites.`,
  ];
}

function legalIdentity({ environment, siteJson }: Deployment): string[] {
  if (environment !== 'production') return [];
  const text = JSON.stringify(siteJson);
  return [
    ...(text.includes(EXAMPLE_CNPJ)
      ? ['content/site.json ainda tem a empresa de exemplo (razão social, CNPJ, endereço).']
      : []),
    ...(/\.example"/.test(text)
      ? ['content/site.json ainda tem endereços de exemplo (terminados em .example).']
      : []),
    ...(/"name":"Provedor de /.test(text)
      ? ['content/site.json ainda não diz o nome do provedor de e-mail ou da hospedagem (subProcessors).']
      : []),
  ];
}
