/** Before and after a publication: whether everybody can open what the landing page leads to. */
import { expect, test } from 'vitest';
import site from '#content/site.json' with { type: 'json' };
import { closedToVisitors } from '#ops/deploy/visitors.ts';

const values = {
  PUBLIC_SITE_URL: 'https://vigia.test',
  PUBLIC_KEYCLOAK_URL: 'https://conta.vigia.test',
  PUBLIC_TENANT_URL_TEMPLATE: 'https://{tenant}.paineis.test',
  PUBLIC_CEP_URL: 'https://viacep.com.br',
};
const opens = () => new Response('<title>Uptime Kuma</title>');
const leads = (location: string) => () => new Response(null, { status: 302, headers: { location } });

/** Answers by host, then by path. */
const closed = (answers: Record<string, () => Response>) =>
  closedToVisitors(values, site, async (url) => {
    const { host, pathname } = new URL(url);
    const answer = answers[`${host}${pathname}`];
    if (answer === undefined) throw new Error('no such host');
    return answer();
  });
const status = {
  'status.paineis.test/': leads('/status/vigia'),
  'status.paineis.test/status/vigia': opens,
};
const demo = { 'demo.paineis.test/': leads('/dashboard'), 'demo.paineis.test/dashboard': opens };

test('nothing is said where both open, through their own redirect', async () => {
  expect(await closed({ ...demo, ...status })).toEqual([]);
});

test.each([
  ['no such host', {}, 'não responde em https://demo.paineis.test'],
  ['a broken gateway', { 'demo.paineis.test/': () => new Response(null, { status: 502 }) }, 'não responde'],
  ['an endless redirect', { 'demo.paineis.test/': leads('/') }, 'não responde'],
  ['the sign-in', { 'demo.paineis.test/': leads('https://conta.vigia.test/realms/vigia') }, 'pede um login'],
  ['a closed gateway', { 'demo.paineis.test/': () => new Response(null, { status: 401 }) }, 'pede um login'],
])('the demonstration behind %s is named with the command that mends it', async (_, answers, said) => {
  const sentences = await closed({ ...answers, ...status });
  expect(sentences).toEqual([expect.stringContaining(`A demonstração ${said}`)]);
  expect(sentences[0]).toContain('npm run ops -- demonstracao --sim');
});

test('values that are not complete ask nobody', async () => {
  const nobody = async () => Promise.reject(new Error('asked'));
  expect(await closedToVisitors({}, site, nobody)).toEqual([]);
  expect(await closedToVisitors({ ...values, PUBLIC_SITE_URL: 'vigia' }, site, nobody)).toEqual([]);
});
