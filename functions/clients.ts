/** Clients of vendors over the settings of one deployment. */
import { CHALLENGE_ACTION } from '#domain/api-schemas/challenge.ts';
import type { ClusterClients } from '#functions/vendors/cluster-router.ts';
import type { ClusterSettings } from './cluster-settings.ts';
import type { Settings } from './env.ts';
import { currentScope } from './platform/request-scope.ts';
import type { AdvisorySource } from './vendors/advisories.ts';
import { createArgocdCluster } from './vendors/argocd/cluster.ts';
import type { ChallengeVerifier } from './vendors/challenge.ts';
import type { ImageTags } from './vendors/image-tags.ts';
import type { Messenger } from './vendors/messenger.ts';
import { createOsv } from './vendors/osv/advisories.ts';
import { createRegistry } from './vendors/registry/image-tags.ts';
import { createTelegramMessenger } from './vendors/telegram/messenger.ts';
import { createChallengeVerifier } from './vendors/turnstile/challenge-verifier.ts';
import { createCounterTokens, withCounterTokens } from './vendors/uptime-kuma/counter-tokens.ts';
import { createInstances } from './vendors/uptime-kuma/instances.ts';

// In workerd, `fetch` fails when called as a method of another object.
export const send: typeof fetch = (input, init) => {
  const scope = currentScope();
  if (scope === undefined || input instanceof Request) return fetch(input, init);
  const headers = new Headers(init?.headers);
  // Lets operators match a service's log with ours.
  headers.set('X-Request-Id', scope.requestId);
  return fetch(input, { ...init, headers });
};

/**
 * `send` with the service token that Cloudflare Access asks for in front of a service of ours
 * (developers.cloudflare.com/cloudflare-one, "Service tokens"). Only for those: whoever gets the two headers can pass them on.
 */
export function behindAccess({ access }: Pick<Settings, 'access'>): typeof fetch {
  if (access === null) return send;
  return (input, init) => {
    const headers = new Headers(init?.headers);
    headers.set('CF-Access-Client-Id', access.clientId);
    headers.set('CF-Access-Client-Secret', access.clientSecret);
    return send(input, { ...init, headers });
  };
}

/** Whom the watch over images asks. */
interface ImageWatch {
  readonly advisories: AdvisorySource;
  readonly tags: ImageTags;
}

/** A cluster with its Argo CD client and the client for its environments. */
export function clientsOf(cluster: ClusterSettings, settings: Settings): ClusterClients {
  const { tenantHost, tenantCounterSecret, previousTenantCounterSecret } = settings;
  const { name, isDefault, probeUrlTemplate: urlTemplate } = cluster;
  const counterTokens = createCounterTokens(tenantCounterSecret, previousTenantCounterSecret);
  const { tokenOf, previousTokenOf } = counterTokens;
  const argocd = createArgocdCluster({
    baseUrl: cluster.argocdUrl,
    token: cluster.token,
    project: cluster.project,
    destination: { server: cluster.server },
    source: cluster.chart,
    values: cluster.chartValues,
    storage: cluster.storage,
    host: `{tenant}.${tenantHost}`,
    fetch: behindAccess(settings),
  });
  return {
    name,
    isDefault,
    chartRevision: cluster.chart.targetRevision,
    cluster: withCounterTokens(argocd, counterTokens),
    instances: createInstances({ urlTemplate, tokenOf, previousTokenOf, fetch: send }),
  };
}

/** The bot that writes into chats; `null` without its token. */
export function messengerOf({ telegram }: Settings): Messenger | null {
  return telegram === null ? null : createTelegramMessenger({ ...telegram, fetch: send });
}

/** The operators' chat with the bot; `null` without one of the two. */
export function operatorsChatOf(messenger: Messenger | null, chat: string | null) {
  if (messenger === null || chat === null) return null;
  return { write: (text: string) => messenger.send(chat, text) };
}

/** Advisories and registries; `null` while IMAGE_WATCH is off. */
export function imageWatchOf({ imageWatch }: Settings): ImageWatch | null {
  if (imageWatch === null) return null;
  const { osvUrl, ...registries } = imageWatch;
  return {
    advisories: createOsv({ baseUrl: osvUrl, fetch: send }),
    tags: createRegistry({ ...registries, fetch: send }),
  };
}

/** The Turnstile verifier; `null` when the challenge is off. */
export function challengeOf({ challenge }: Settings): ChallengeVerifier | null {
  if (challenge === null) return null;
  return createChallengeVerifier({
    baseUrl: challenge.turnstileUrl,
    secret: challenge.secret,
    hostname: new URL(challenge.origin).hostname,
    action: CHALLENGE_ACTION,
    fetch: send,
    newId: () => crypto.randomUUID(),
  });
}
