import { expect, test } from 'vitest';
import siteJson from '#content/site.json' with { type: 'json' };
import { readPublicConfig } from '#lib/public-config.ts';

test('the defaults fit the local stack', () => {
  expect(readPublicConfig({}, siteJson)).toEqual({
    siteUrl: 'http://localhost:4321',
    apiUrl: '',
    challengeUrl: '',
    keycloak: { url: 'http://localhost:4331', realm: 'vigia', clientId: 'vigia-site' },
    tenantUrlTemplate: 'http://{tenant}.localhost:4334',
    tenantSuffix: '.localhost:4334',
    cepUrl: 'http://localhost:4336',
    demoUrl: 'http://demo.localhost:4334',
    statusUrl: 'http://status.localhost:4334',
    sessionCheckIntervalSeconds: 0,
    thirdPartyCookieTimeoutMs: 10_000,
    site: {
      ...siteJson,
      hours: [
        {
          days: 'Segunda a sexta',
          time: '8h às 18h',
          opening: { weekdays: [1, 2, 3, 4, 5], fromHour: 8, toHour: 18 },
        },
        { days: 'Sábado', time: '9h às 12h', opening: { weekdays: [6], fromHour: 9, toHour: 12 } },
        { days: 'Empresarial', time: '24 horas, todos os dias', opening: null },
      ],
    },
  });
});

test('an operator renames the product by variables only', () => {
  const { site, demoUrl } = readPublicConfig(
    {
      PUBLIC_SITE_NAME: 'Sentinela',
      PUBLIC_DEMO_URL: 'https://demo.sentinela.example/',
      PUBLIC_WHATSAPP: '',
    },
    siteJson,
  );
  expect([site.name, site.contacts.whatsapp, demoUrl]).toEqual([
    'Sentinela',
    siteJson.contacts.whatsapp,
    'https://demo.sentinela.example',
  ]);
});

test('an operator sets where checks come from', () => {
  const env = { PUBLIC_SOURCE_ADDRESSES: '203.0.113.7, 2001:db8::/48' };
  expect(readPublicConfig(env, siteJson).site.sourceAddresses).toEqual(['203.0.113.7', '2001:db8::/48']);
  expect(readPublicConfig({}, siteJson).site.sourceAddresses).toEqual([]);
});

test.each([
  [
    { PUBLIC_SITE_URL: 'vigia.example' },
    'PUBLIC_SITE_URL precisa ser um endereço http:// ou https:// completo',
  ],
  [
    { PUBLIC_TENANT_URL_TEMPLATE: 'https://vigia.example' },
    'PUBLIC_TENANT_URL_TEMPLATE precisa conter {tenant}',
  ],
  [{ PUBLIC_SESSION_CHECK_INTERVAL: '5s' }, 'PUBLIC_SESSION_CHECK_INTERVAL precisa ser um número inteiro'],
  [
    { PUBLIC_SOURCE_ADDRESSES: '203.0.113.7, nosso-servidor' },
    'PUBLIC_SOURCE_ADDRESSES.1 precisa ser um endereço IP ou uma faixa, como 203.0.113.0/28',
  ],
  [{ PUBLIC_API_URL: 'api' }, 'PUBLIC_API_URL precisa ficar vazio ou ser um endereço completo'],
])('%j is refused with a sentence', (env, sentence) => {
  expect(() => readPublicConfig(env, siteJson)).toThrow(`Corrija as variáveis do site: ${sentence}`);
});
