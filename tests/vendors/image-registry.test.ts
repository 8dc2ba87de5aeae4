/** The registries' shared protocol in memory: a token for anyone, pages by the last tag, and no half list. */
import { expect, test } from 'vitest';
import type { Fetch } from '#functions/platform/vendor-http.ts';
import { createRegistry } from '#functions/vendors/registry/image-tags.ts';
import { registryAnswers } from '#tests/support/osv-answers.ts';

function open(fetch: Fetch) {
  const asked: string[] = [];
  const registry = createRegistry({
    dockerUrl: 'https://hub.example',
    dockerAuthUrl: 'https://auth.example',
    quayUrl: 'https://quay.example',
    fetch: (input, init) => {
      asked.push(input);
      return fetch(input, init);
    },
  });
  return { registry, asked };
}

const tags = Array.from({ length: 230 }, (_, index) => `2.5.${String(index).padStart(3, '0')}`);

test('pages go on from the last tag until one brings nothing new', async () => {
  const { registry, asked } = open(registryAnswers(() => tags));
  expect(await registry.listTags('docker.io/louislam/uptime-kuma', '')).toEqual(tags);
  expect(
    asked.map((address) => new URL(address)).map((each) => [each.host, each.searchParams.get('last')]),
  ).toEqual([
    ['auth.example', null],
    ['hub.example', null],
    ['hub.example', '2.5.099'],
    ['hub.example', '2.5.199'],
    ['hub.example', '2.5.229'],
  ]);
  expect(asked[0]).toContain('service=registry.docker.io&scope=repository%3Alouislam%2Fuptime-kuma%3Apull');
});

test('only tags after a text are asked for', async () => {
  const { registry, asked } = open(registryAnswers(() => ['25.0.0', '26.7.3', 'latest']));
  expect(await registry.listTags('quay.io/keycloak/keycloak', '26')).toEqual(['26.7.3', 'latest']);
  expect(asked[0]).toContain('https://quay.example/v2/auth?service=quay.io');
});

test('a registry that knows no pages gives its tags once', async () => {
  const { registry } = open(async (input) =>
    Response.json(input.includes('/tags/') ? { tags: ['1.0.0', '1.1.0'] } : { token: 'x' }),
  );
  expect(await registry.listTags('docker.io/restic/restic', '')).toEqual(['1.0.0', '1.1.0']);
});

test('a list that breaks off is no list', async () => {
  let calls = 0;
  const whole = registryAnswers(() => tags);
  const { registry } = open((input, init) => {
    calls += 1;
    return calls === 3 ? Promise.resolve(new Response('', { status: 429 })) : whole(input, init);
  });
  await expect(registry.listTags('docker.io/restic/restic', '')).rejects.toThrow('unavailable with 429');
});

test.each([
  ['a registry without a token', async () => Response.json({}), 'docker.io/restic/restic'],
  [
    'an unknown repository',
    async () => Response.json({ errors: [] }, { status: 404 }),
    'quay.io/nobody/nothing',
  ],
  ['an unknown registry', async () => Response.json({ token: 'x' }), 'ghcr.io/a/b'],
  ['a lost connection', () => Promise.reject(new Error('reset')), 'docker.io/restic/restic'],
])('%s is an error', async (_, fetch, repository) => {
  await expect(open(fetch).registry.listTags(repository, '')).rejects.toThrow(/^registry: /);
});

test('tags without end are an error', async () => {
  let page = 0;
  const { registry } = open(async (input) => {
    page += 1;
    return Response.json(input.includes('/tags/') ? { tags: [`1.0.${page}`] } : { token: 'x' });
  });
  await expect(registry.listTags('docker.io/restic/restic', '')).rejects.toThrow('more tags than are read');
});
