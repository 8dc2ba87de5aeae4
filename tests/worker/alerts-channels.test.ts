/** Channels of a team: added by an answered test, told like everybody, and ended only by what comes again. */
import { beforeEach, describe, expect, test } from 'vitest';
import { message } from '#domain/messages/alerts.ts';
import { wakePlanned } from '#functions/alerts/member-store.ts';
import { exportCustomer } from '#functions/privacy/export-customer.ts';
import { downOf, reportAlso } from './alert-reports.ts';
import { addPosted, answerWith, cameTo, newAddressOf, newPosted } from './alerts-channels-support.ts';
import { act, fall, GATHERED_MS, newWatched, readView, tell, viewOf } from './alerts-support.ts';
import { calmServices, codeOf, depsAt, sql } from './support.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

beforeEach(calmServices);

describe('adding', () => {
  test.each(['slack', 'discord', 'teams'] as const)('%s is on after an answered test', async (kind) => {
    const customer = await newWatched();
    const channel = await newPosted(customer, kind);
    const [came] = await cameTo(channel.url);
    expect(JSON.stringify(came?.body)).toContain('teste');
    expect(channel.secret).toBeNull();
  });

  test('an address is never shown again', async () => {
    const customer = await newWatched();
    const { url } = await newPosted(customer, 'slack');
    const text = JSON.stringify(await readView(customer));
    expect(text).not.toContain(url);
    expect(text).toContain(`hooks.slack.com · …${url.slice(-4)}`);
  });

  test('nothing is kept of one that does not answer, and the page says what it answered', async () => {
    const customer = await newWatched();
    const url = newAddressOf.slack();
    await answerWith('slack-sem-servico', 1, url);
    const answer = await addPosted(customer, 'slack', url);
    expect(answer.status).toBe(409);
    expect(JSON.stringify(await answer.json())).toContain('não existe mais');
    expect((await readView(customer)).recipients).toHaveLength(1);
  });

  test('a forum of Discord says what its address lacks, and takes one with a topic', async () => {
    const customer = await newWatched();
    const url = newAddressOf.discord();
    await answerWith('discord-forum', 1, url);
    const refused = await addPosted(customer, 'discord', url);
    expect(JSON.stringify(await refused.json())).toContain('?thread_id=');
    expect((await addPosted(customer, 'discord', `${url}?thread_id=1090000000000000000`)).status).toBe(200);
    expect(await cameTo(`${url}?thread_id=1090000000000000000`)).toHaveLength(1);
  });

  test('a webhook says the status that it answered', async () => {
    const customer = await newWatched();
    const url = newAddressOf.webhook();
    await answerWith('webhook-senha', 1, url);
    const answer = await addPosted(customer, 'webhook', url);
    const motivo = message('channel.status', { status: 401 });
    expect(await answer.json()).toMatchObject({ error: message('channel.silent', { motivo }) });
  });

  test.each([
    ['slack', 'https://hooks.slack.com.mau.com.br/services/a/b/c', 'channel.slack'],
    ['discord', 'https://discord.com/channels/1/2', 'channel.discord'],
    ['teams', 'https://loja.webhook.office.com/webhookb2/abc', 'channel.teams-retired'],
    ['webhook', 'http://loja.com.br/a', 'channel.https'],
    ['webhook', 'https://ana:senha@loja.com.br/a', 'channel.user'],
    ['webhook', 'https://loja.com.br:8443/a', 'channel.port'],
    ['webhook', 'https://0x7f.1/a', 'channel.ip'],
    ['webhook', 'https://[2804:14c::1]/a', 'channel.ip'],
    ['webhook', 'https://banco.svc.cluster.local/a', 'channel.private'],
    ['webhook', 'https://escondido.onion/a', 'channel.private'],
    ['webhook', 'https://localhost/a', 'channel.private'],
  ] as const)('%s refuses %s', async (kind, address, sentence) => {
    const customer = await newWatched();
    const answer = await addPosted(customer, kind, address);
    expect(answer.status).toBe(422);
    expect(await answer.json()).toMatchObject({ fields: { address: message(sentence) } });
  });

  test('the free plan has none, and says from which plan on', async () => {
    const customer = await newWatched('free');
    const answer = await addPosted(customer, 'slack', newAddressOf.slack());
    expect(answer.status).toBe(403);
    expect(JSON.stringify(await answer.json())).toContain('Essencial');
  });
});

describe('telling', () => {
  test.each(['slack', 'discord', 'teams'] as const)('%s is told of a fall', async (kind) => {
    const customer = await newWatched();
    const { url } = await newPosted(customer, kind);
    await fall(customer);
    const came = await cameTo(url);
    expect(came).toHaveLength(2);
    const text = JSON.stringify(came[1]?.body);
    expect(text).toContain('Loja');
    expect(text).toContain('/avisos/vendo#');
    expect(came[1]?.headers['x-request-id']).toBeUndefined();
    const { messages } = await readView(customer);
    expect(messages.find((each) => each.kind === kind)).toMatchObject({ state: 'sent' });
  });

  test('a plan without it sends nothing, names it, and gives it back by itself', async () => {
    const customer = await newWatched();
    const { url, id } = await newPosted(customer, 'slack');
    await sql(`UPDATE tenants SET plan = 'free' WHERE order_id = ?`, customer.orderId);
    await fall(customer);
    expect(await cameTo(url)).toHaveLength(1);
    const shown = (await readView(customer)).recipients.find((each) => each.id === id);
    expect(shown).toMatchObject({ isOffPlan: true, state: 'on' });
    await sql(`UPDATE tenants SET plan = 'pro' WHERE order_id = ?`, customer.orderId);
    // As the set-up does that follows a change of plan.
    await wakePlanned(depsAt(0).db, customer.orderId, Date.now()).run();
    await tell(2 * GATHERED_MS);
    // What is down by then, with its beginning.
    expect(JSON.stringify((await cameTo(url)).at(-1)?.body)).toContain('Loja');
  });
});

describe('a lower plan', () => {
  /** Of what a plan below it lacks, and what it answers. */
  async function lowered(plan: 'essential' | 'free') {
    const customer = await newWatched();
    const [hook, slack] = [await newPosted(customer, 'webhook'), await newPosted(customer, 'slack')];
    await act(customer, slack.id, 'preferencias', { ...slack.preferences, text: '{{name}} caiu' });
    await sql('UPDATE tenants SET plan = ? WHERE order_id = ?', plan, customer.orderId);
    return { customer, hook, slack };
  }
  const codesOf = (answers: readonly Response[]) => Promise.all(answers.map(codeOf));
  const refused = [403, 'alert-not-on-plan'];

  test.each(['essential', 'free'] as const)(
    '%s refuses to test a webhook and to change its secret',
    async (plan) => {
      const { customer, hook } = await lowered(plan);
      const answers = [await act(customer, hook.id, 'teste'), await act(customer, hook.id, 'segredo')];
      expect(await codesOf(answers)).toEqual([refused, refused]);
      expect(await cameTo(hook.url)).toHaveLength(1);
    },
  );

  test.each(['essential', 'free'] as const)(
    '%s refuses a new choice that only Pro has, and keeps an old one',
    async (plan) => {
      const { customer, slack } = await lowered(plan);
      const write = (more: object) =>
        act(customer, slack.id, 'preferencias', { ...slack.preferences, ...more });
      const kept = { text: '{{name}} caiu' };
      expect(
        await codesOf([
          await write({ text: '{{name}} voltou' }),
          await write({ ...kept, monitors: ['1:1'] }),
          await write({ ...kept, monitors: [], tags: ['loja'] }),
        ]),
      ).toEqual([refused, refused, refused]);
      expect((await write({ ...kept, reminderHours: 1 })).status).toBe(200);
      expect((await write({ text: null })).status).toBe(200);
    },
  );
});

test('a tag stands for its monitors, also for one that gets it later', async () => {
  const customer = await newWatched();
  const { url, id } = await newPosted(customer, 'slack');
  const { preferences } = (await readView(customer)).recipients.find((each) => each.id === id) ?? {};
  await act(customer, id, 'preferencias', { ...preferences, monitors: [], tags: ['produção'] });
  const since = Date.now() - MINUTE_MS;
  const down = (monitor: number, tags?: string[]) =>
    downOf(monitor, since, {
      ...{ checkedAt: Date.now(), monitor: { id: monitor, name: `Site ${monitor}`, ...(tags && { tags }) } },
    });
  await reportAlso(customer, { levels: [down(1, ['produção']), down(2)] });
  await tell();
  const said = async () => JSON.stringify((await cameTo(url)).slice(1).map(({ body }) => body));
  expect(await said()).toContain('Site 1');
  expect(await said()).not.toContain('Site 2');
  await reportAlso(customer, { levels: [down(2, ['loja', 'produção'])] });
  await tell(30_000);
  expect(await said()).toContain('Site 2');
  expect((await readView(customer)).tags).toEqual(['loja', 'produção']);
});

describe('an own text', () => {
  const text = '{{name}} está {{status}}, veja {{monitorURL}}';
  const write = async (customer: Awaited<ReturnType<typeof newWatched>>, id: string) => {
    const { preferences } = (await readView(customer)).recipients.find((each) => each.id === id) ?? {};
    return act(customer, id, 'preferencias', { ...preferences, text });
  };

  test('is what a channel of Pro is told', async () => {
    const customer = await newWatched();
    const { url, id } = await newPosted(customer, 'slack');
    expect((await write(customer, id)).status).toBe(200);
    await fall(customer);
    expect(JSON.stringify((await cameTo(url)).at(-1)?.body)).toContain('Loja está fora do ar, veja http');
  });

  test('is kept on a lower plan, and does not count there', async () => {
    const customer = await newWatched();
    const { url, id } = await newPosted(customer, 'slack');
    await write(customer, id);
    await sql(`UPDATE tenants SET plan = 'essential' WHERE order_id = ?`, customer.orderId);
    await fall(customer);
    expect(JSON.stringify((await cameTo(url)).at(-1)?.body)).not.toContain('veja http');
    const view = await readView(customer);
    expect(view.canWriteText).toBe(false);
    expect(view.recipients.find((each) => each.id === id)?.preferences.text).toBe(text);
  });
});

test('a copy of one’s data has no secret address', async () => {
  const customer = await newWatched();
  const { url } = await newPosted(customer, 'slack');
  const { secret } = await newPosted(customer, 'webhook');
  const text = JSON.stringify(await exportCustomer(depsAt(0), customer.email));
  expect(text).toContain('hooks.slack.com · …');
  for (const each of [url, secret ?? '']) expect(text).not.toContain(each);
});

describe('answers', () => {
  test('a webhook of Slack that is gone ends after three answers over an hour, not before', async () => {
    const customer = await newWatched();
    const { url, id } = await newPosted(customer, 'slack');
    await answerWith('slack-sem-servico', -1, url);
    const isOn = async () => (await readView(customer)).recipients.find((each) => each.id === id)?.state;
    await fall(customer);
    await tell(5 * MINUTE_MS);
    await tell(40 * MINUTE_MS);
    expect(await isOn()).toBe('on');
    await tell(HOUR_MS + MINUTE_MS);
    expect(await isOn()).toBe('off');
    await answerWith('', 0);
    const view = await viewOf(act(customer, id, 'codigo'));
    expect(view.recipients.find((each) => each.id === id)).toMatchObject({ state: 'on', offReason: null });
  });

  test('a ban of Discord stops the provider, and ends nobody', async () => {
    const customer = await newWatched();
    const { url, id } = await newPosted(customer, 'discord');
    await answerWith('discord-banido', 1, url);
    await fall(customer);
    expect(await sql(`SELECT reason FROM providers WHERE kind = 'discord'`)).toEqual([{ reason: 'banned' }]);
    await tell(2 * GATHERED_MS);
    expect(await cameTo(url)).toHaveLength(2);
    await tell(11 * MINUTE_MS);
    expect(await cameTo(url)).toHaveLength(3);
    expect((await readView(customer)).recipients.find((each) => each.id === id)?.state).toBe('on');
  });

  test('a flow of Teams that is off waits, and its owner hears of it once', async () => {
    const customer = await newWatched();
    const { url } = await newPosted(customer, 'teams');
    await answerWith('teams-desligado', 2, url);
    await fall(customer);
    await tell(31 * MINUTE_MS);
    await tell(62 * MINUTE_MS);
    const { messages } = await readView(customer);
    expect(messages.find(({ kind }) => kind === 'teams')).toMatchObject({ state: 'sent' });
    const warned = await sql(
      `SELECT template FROM outbox WHERE template = 'alert-recipient-waits' AND payload LIKE '%logic.azure.com%'`,
    );
    expect(warned).toHaveLength(1);
  });
});
