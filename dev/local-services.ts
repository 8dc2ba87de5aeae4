/** The stand-ins of one stack, connected to each other and to the site. */

import { createHmac } from 'node:crypto';
import { join } from 'node:path';
import { telegramWebhookEndpoint } from '#domain/api-schemas/alerts.ts';
import { asaasWebhookEndpoint, mailWebhookEndpoint } from '#domain/api-schemas/webhook.ts';
import { localSecrets } from './local-values.ts';
import type { StackAddresses } from './ports.ts';
import { createArgocdStandIn } from './stand-ins/argocd/index.ts';
import { createAsaasStandIn } from './stand-ins/asaas/index.ts';
import { createCepStandIn } from './stand-ins/cep/index.ts';
import { createChannelsStandIn } from './stand-ins/channels/index.ts';
import { ENVIRONMENTS_CLIENT } from './stand-ins/identity/claims.ts';
import { createIdentityStandIn } from './stand-ins/identity/index.ts';
import type { RealmMail } from './stand-ins/identity/proofs.ts';
import { createMailStandIn, type MailStandIn } from './stand-ins/mail/index.ts';
import { createOtherNetworkStandIn } from './stand-ins/other-network/index.ts';
import type { StandIn } from './stand-ins/stand-in.ts';
import { createTelegramStandIn } from './stand-ins/telegram/index.ts';
import { createTenantsStandIn } from './stand-ins/tenants/index.ts';
import { CALLBACK_PATH, createSignIn } from './stand-ins/tenants/sign-in.ts';
import { createTurnstileStandIn } from './stand-ins/turnstile/index.ts';
import { createUptimeRobotStandIn } from './stand-ins/uptimerobot/index.ts';

/** Every stand-in by service, with its module's further methods. */
export type LocalServices = ReturnType<typeof createLocalServices>;

/**
 * Creates the stand-ins; none listens before `startAll`.
 * @param stateDir Folder of what survives a restart; `null` keeps it in memory.
 * @param now Clock of processor and environments; must be the Worker's clock.
 * @param hasSignIn Whether environments require a sign-in at the identity stand-in; false with another provider.
 */
export function createLocalServices(
  at: StackAddresses,
  stateDir: string | null,
  now: () => number = Date.now,
  hasSignIn = true,
) {
  const folder = stateDir && join(stateDir, 'stand-ins');
  const argocd = createArgocdStandIn({
    port: at.argocdPort,
    stateDir: folder,
    token: localSecrets.argocdToken,
    tenantUrlTemplate: at.tenantUrlTemplate,
  });
  const environmentsOrigin = `http://localhost:${at.tenantsPort}`;
  const clientSecret = localSecrets.environmentsClientSecret;
  const mailbox = createMailStandIn({
    port: at.mailPort,
    stateDir: folder,
    apiKey: localSecrets.mailApiKey,
    webhook: { url: `${at.siteUrl}${mailWebhookEndpoint}`, secret: localSecrets.mailWebhookSecret },
  });
  const identity = createIdentityStandIn({
    port: at.identityPort,
    siteOrigin: at.siteUrl,
    stateDir: folder,
    adminClientSecret: localSecrets.keycloakAdminClientSecret,
    opsClientSecret: localSecrets.keycloakOpsClientSecret,
    environments: { callbackUrl: `${environmentsOrigin}${CALLBACK_PATH}`, clientSecret },
    sendMail: (mail) => sendToMailbox(mailbox, mail),
  });
  const signIn = createSignIn({
    issuer: identity.issuer,
    clientId: ENVIRONMENTS_CLIENT,
    clientSecret,
    origin: environmentsOrigin,
  });
  return {
    identity,
    asaas: createAsaasStandIn({
      port: at.asaasPort,
      stateDir: folder,
      apiKey: localSecrets.asaasApiKey,
      webhook: { url: `${at.siteUrl}${asaasWebhookEndpoint}`, token: localSecrets.asaasWebhookToken },
      now,
    }),
    argocd,
    tenants: createTenantsStandIn({
      port: at.tenantsPort,
      argocd,
      stateDir: folder,
      now,
      siteUrl: at.siteUrl,
      // With a clock that tests move, nothing happens by itself.
      isAlive: stateDir !== null && now === Date.now,
      // In memory only for tests, which would wait.
      ...(stateDir === null && { secondsToBootstrap: 0 }),
      ...(hasSignIn && { signIn }),
    }),
    mail: mailbox,
    cep: createCepStandIn({ port: at.cepPort, allowOrigin: at.siteUrl }),
    turnstile: createTurnstileStandIn({
      port: at.turnstilePort,
      secret: localSecrets.turnstileSecret,
      now,
    }),
    robot: createUptimeRobotStandIn({ port: at.robotPort, now }),
    otherNetwork: createOtherNetworkStandIn({ port: at.otherNetworkPort, now }),
    channels: createChannelsStandIn({ port: at.channelsPort, stateDir: folder, now }),
    telegram: createTelegramStandIn({
      port: at.telegramPort,
      stateDir: folder,
      token: localSecrets.telegramToken,
      webhook: {
        url: `${at.siteUrl}${telegramWebhookEndpoint}`,
        // What the Worker derives and `npm run ops -- telegram` would set.
        secret: createHmac('sha256', localSecrets.partyHashKey).update('messenger webhook').digest('hex'),
        allowedUpdates: ['message', 'my_chat_member', 'callback_query'],
      },
    }),
  };
}

/** Hands a mail of the realm to the local mailbox, as Keycloak hands its mails to the operator's SMTP server. */
async function sendToMailbox({ app }: MailStandIn, mail: RealmMail): Promise<void> {
  const { ok, status } = await app.request('/emails', {
    method: 'POST',
    headers: { Authorization: `Bearer ${localSecrets.mailApiKey}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ from: 'Vigia <nao-responda@vigia.example>', ...mail }),
  });
  if (!ok) throw new Error(`The mailbox answered ${status}.`);
}

export async function startAll(services: Readonly<Record<string, StandIn>>): Promise<void> {
  await Promise.all(Object.values(services).map((service) => service.start()));
}

/** Stops every stand-in, even if one of them fails to stop. */
export async function stopAll(services: Readonly<Record<string, StandIn>>): Promise<void> {
  await Promise.allSettled(Object.values(services).map((service) => service.stop()));
}
