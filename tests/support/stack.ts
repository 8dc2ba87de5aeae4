/**
 * Journeys in a real browser against the stack of `npm start`: own ports, fresh state, one stack per test worker.
 *
 * Every page is watched: a console message, an uncaught error or a failed request fails the test, unless the test
 * allowed it before.
 */
import { randomUUID } from 'node:crypto';
import { type BrowserContext, test as base, expect, type Page } from '@playwright/test';
import type { Email } from 'postal-mime';
import { createKeycloak } from '#dev/keycloak.ts';
import { localSecrets, type WorkerVariables } from '#dev/local-values.ts';
import { stackAddresses } from '#dev/ports.ts';
import { type Stack, startStack } from '#dev/stack.ts';
import { stackFolders } from '#dev/stack-folders.ts';
import type { WorkerLogLevel } from '#dev/worker-process.ts';
import { builtSiteDir } from './built-site.ts';
import { openEnvironment } from './environments.ts';
import { type IdentityControls, realKeycloakControls, standInControls } from './identity-controls.ts';
import { openAs } from './journey.ts';
import { hasRealKeycloak } from './journey-identity.ts';
import { journeyPort } from './journey-port.ts';
import { startMailSink } from './mail-sink.ts';
import { moveBuiltSite } from './moved-site.ts';
import { type FreeOrder, newFreeOrder, newPaidOrder, type PaidOrder } from './orders.ts';
import { createWatcher, type Watcher } from './page-watcher.ts';
import { newPerson, type Person } from './people.ts';
import { quickTimings, setAsaas, setTimings, usualConfirmation } from './stand-in-controls.ts';

export { expect };

/** A person with their own browser context. */
interface Visitor {
  readonly context: BrowserContext;
  readonly page: Page;
}

interface TestFixtures {
  /** Allows expected failures, before they happen. */
  readonly watch: Watcher;
  /** Creates an account without a browser; returns its login data. */
  readonly registerUser: (known?: Partial<Person> & { groups?: readonly string[] }) => Promise<Person>;
  /** An access token like those of a login, with the current groups. */
  readonly tokenFor: (person: Pick<Person, 'email' | 'password'>) => Promise<string>;
  /** An account without an environment, not signed in yet. */
  readonly person: Person;
  /**
   * Gives `person` a running environment, ordered through the API.
   * @returns Its subdomain.
   */
  readonly customer: {
    readonly free: (known?: Partial<FreeOrder>) => Promise<string>;
    readonly paid: (known?: Partial<PaidOrder>) => Promise<string>;
  };
  /** A page with `person` signed in. */
  readonly signedIn: Page;
  /** A further person with a watched browser context; closed at the end of the test. */
  readonly newVisitor: () => Promise<Visitor>;
}

interface WorkerFixtures {
  /** Variables of the Worker that replace the usual ones: `test.use({ variables: … })`. */
  readonly variables: WorkerVariables;
  /** `log` for a journey that reads the Worker's log: each request costs a quarter more. */
  readonly workerLogLevel: WorkerLogLevel;
  readonly stack: Stack;
  /** Actions at the identity provider outside of the browser. */
  readonly identity: IdentityControls;
}

/** Password of a real Keycloak's administrator, for this process only. */
const administratorPassword = randomUUID();

/** Behind the stack's own ports: where a real Keycloak's mails arrive, on the way to the local mailbox. */
const SMTP_OFFSET = 90;

/** Keycloak 26.7's registration page watches a password field that it shows only where e-mails need no proof. */
const KEYCLOAK_OWN_ERROR =
  /null \(reading 'addEventListener'\)\s+at \S+\/(?:openid-connect\/registrations|login-actions\/registration)\?/;

async function putInMailbox(stack: Stack, { to = [], subject, text, html }: Email): Promise<void> {
  await fetch(`${stack.addresses.mailUrl}/emails`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${localSecrets.mailApiKey}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({
      from: 'nao-responda@localhost',
      to: to.map(({ address }) => address),
      subject,
      text,
      html,
    }),
  });
}

/** The first start installs and migrates; a real Keycloak is slow too. */
const STACK_START_TIMEOUT_MS = 600_000;

export const test = base.extend<TestFixtures, WorkerFixtures>({
  variables: [{}, { option: true, scope: 'worker' }],
  workerLogLevel: ['error', { option: true, scope: 'worker' }],

  stack: [
    async ({ variables, workerLogLevel }, use, { parallelIndex }) => {
      const sitePort = journeyPort(parallelIndex);
      const folders = stackFolders(sitePort);
      const at = stackAddresses(sitePort);
      const stack = await startStack({
        ...folders,
        sitePort,
        isFresh: true,
        variables,
        workerLogLevel,
        ...(parallelIndex > 0 && {
          preparePages: async ({ outDir }) => moveBuiltSite(builtSiteDir, journeyPort(0), outDir, sitePort),
        }),
        identity: hasRealKeycloak
          ? createKeycloak({
              port: at.identityPort,
              siteOrigin: at.siteUrl,
              functionsClientSecret: localSecrets.keycloakAdminClientSecret,
              administratorPassword,
              stateDir: folders.stateDir,
              variables: {
                SMTP_HOST: '127.0.0.1',
                SMTP_PORT: String(sitePort + SMTP_OFFSET),
                SMTP_AUTH: 'false',
                SMTP_STARTTLS: 'false',
              },
            })
          : undefined,
      });
      const sink = hasRealKeycloak
        ? await startMailSink(sitePort + SMTP_OFFSET, (mail) => putInMailbox(stack, mail))
        : null;
      await setTimings(stack, quickTimings);
      await use(stack);
      await sink?.close();
      await stack.stop();
    },
    { scope: 'worker', timeout: STACK_START_TIMEOUT_MS },
  ],

  identity: [
    async ({ stack }, use) => {
      const { identityUrl, siteUrl } = stack.addresses;
      await use(
        hasRealKeycloak
          ? realKeycloakControls({
              url: identityUrl,
              siteOrigin: siteUrl,
              functionsClientSecret: localSecrets.keycloakAdminClientSecret,
              administratorPassword,
            })
          : standInControls(stack),
      );
    },
    { scope: 'worker' },
  ],

  baseURL: ({ stack }, use) => use(stack.addresses.siteUrl),

  watch: [
    async ({ context }, use) => {
      const watcher = createWatcher();
      if (hasRealKeycloak) watcher.allow(KEYCLOAK_OWN_ERROR);
      watcher.follow(context);
      await use(watcher);
      watcher.verify();
    },
    { auto: true },
  ],

  registerUser: ({ identity }, use) =>
    use(async ({ groups = [], ...known } = {}) => {
      const person = newPerson(known);
      await identity.addPerson(person, groups);
      return person;
    }),

  tokenFor: ({ identity }, use) => use(identity.tokenFor),

  person: async ({ registerUser }, use) => use(await registerUser()),

  customer: async ({ stack, person, tokenFor }, use) => {
    // At once: how money and environments arrive is the subject of other journeys.
    const open = async (order: FreeOrder | PaidOrder) => {
      await setTimings(stack, { secondsToSync: 0, secondsToHealthy: 0 });
      await setAsaas(stack, { confirmAfterMs: 0 });
      const name = await openEnvironment(stack, await tokenFor(person), order);
      await setTimings(stack, quickTimings);
      await setAsaas(stack, usualConfirmation);
      return name;
    };
    await use({ free: (known) => open(newFreeOrder(known)), paid: (known) => open(newPaidOrder(known)) });
  },

  signedIn: async ({ page, person }, use) => {
    await openAs(page, person, '/conta');
    await expect(page).toHaveURL('/conta');
    await use(page);
  },

  newVisitor: async ({ browser, baseURL, watch }, use) => {
    const contexts: BrowserContext[] = [];
    await use(async () => {
      const context = await browser.newContext({ ...(baseURL && { baseURL }), locale: 'pt-BR' });
      contexts.push(context);
      watch.follow(context);
      return { context, page: await context.newPage() };
    });
    await Promise.all(contexts.map((context) => context.close()));
  },
});
