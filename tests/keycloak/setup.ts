/** One real Keycloak for all files of this folder, with the operators' realm. */
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { createServer } from 'node:http';
import type { TestProject } from 'vitest/node';
import { createKeycloak } from '#dev/keycloak.ts';
import { localSecrets } from '#dev/local-values.ts';
import { stackAddresses } from '#dev/ports.ts';
import { stackFolders } from '#dev/stack-folders.ts';
import { programPort } from '#tests/support/journey-port.ts';
import { startMailSink } from '#tests/support/mail-sink.ts';

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const at = stackAddresses(programPort('keycloak'));
  const { stateDir } = stackFolders(programPort('keycloak'));
  const functionsClientSecret = localSecrets.keycloakAdminClientSecret;
  const administratorPassword = randomUUID();
  mkdirSync(stateDir, { recursive: true });
  const sink = await startMailSink(at.mailPort);
  // The tests run in other processes.
  const mailbox = createServer((request, response) => {
    const address = decodeURIComponent(request.url?.slice(1) ?? '');
    response.end(JSON.stringify(sink.sentTo(address)));
  });
  await once(mailbox.listen(at.cepPort, '127.0.0.1'), 'listening');
  const server = createKeycloak({
    port: at.identityPort,
    siteOrigin: at.siteUrl,
    functionsClientSecret,
    administratorPassword,
    stateDir,
    variables: {
      SMTP_HOST: '127.0.0.1',
      SMTP_PORT: String(at.mailPort),
      SMTP_AUTH: 'false',
      SMTP_STARTTLS: 'false',
      ...brokerVariables('GITHUB'),
      ...brokerVariables('GOOGLE'),
    },
  });
  await server.start();
  project.provide('keycloak', {
    url: server.url,
    siteOrigin: at.siteUrl,
    functionsClientSecret,
    administratorPassword,
  });
  project.provide('mailboxUrl', `http://127.0.0.1:${at.cepPort}`);
  return async () => {
    await server.stop();
    mailbox.close();
    await sink.close();
  };
}

const brokerVariables = (name: string): Readonly<Record<string, string>> => ({
  [`${name}_ENABLED`]: 'true',
  [`${name}_CLIENT_ID`]: `${name.toLowerCase()}-client`,
  [`${name}_CLIENT_SECRET`]: 'local-only-broker',
});
