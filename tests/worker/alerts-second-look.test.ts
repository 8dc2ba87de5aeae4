/** The second look: what is asked for whom, how often, and what is kept of it. */
import { beforeEach, describe, expect, test } from 'vitest';
import { lookSoon, lookWork } from '#functions/alerts/second-look.ts';
import {
  comeBack,
  depsOn,
  knownOf,
  lookAtFalls,
  lookNow,
  looksOf,
  newEnvironment,
  newInternet,
  newLimiter,
  putFall,
  putMonitor,
} from './alerts-look-support.ts';
import {
  addresses,
  calmServices,
  clearWork,
  depsAt,
  depsWith,
  env,
  runDue,
  sendJson,
  setDue,
  sql,
} from './support.ts';
import { countedDb, killed, watchedDb } from './watched-db.ts';

const DAY = 86_400_000;

beforeEach(async () => {
  await calmServices();
  await sql('DELETE FROM alert_levels');
  await sql('DELETE FROM alert_falls');
});

describe('of a monitor that fell', () => {
  test.each([
    ['answers', 200, '200'],
    ['redirects', 301, '301'],
    ['refuses', 403, null],
    ['limits', 429, null],
    ['has an error of its own', 500, null],
    ['asks for a sign-in', 401, null],
    ['gives a challenge', { status: 200, headers: { 'cf-mitigated': 'challenge' } }, null],
    ['is ours under another name', { status: 200, headers: { 'x-vigia': 'environment' } }, null],
    ['breaks off', 'breaks', null],
    ['is not reached', 522, null],
  ] as const)('whose site %s', async (_, site, kept) => {
    const monitor = await putMonitor(await newEnvironment());
    await lookAtFalls(depsOn(newInternet(() => site)), [monitor]);
    expect(await looksOf(monitor)).toEqual([kept]);
  });

  test.each([
    ['breaks off', 'breaks'],
    ['is not reached', 522],
  ] as const)('whose site %s, and had answered while it was up', async (_, site) => {
    const look = 'https://loja.com.br/';
    const monitor = await putMonitor(await newEnvironment(), { look, looked: look });
    await lookAtFalls(depsOn(newInternet(() => site)), [monitor]);
    expect(await looksOf(monitor)).toEqual(['failed']);
  });

  test('whose address was another one when it had answered: a failure says nothing', async () => {
    const monitor = await putMonitor(await newEnvironment(), { looked: 'https://antes.com.br/' });
    await lookAtFalls(depsOn(newInternet(() => 'breaks')), [monitor]);
    expect(await looksOf(monitor)).toEqual([null]);
  });

  test.each([
    ['that is not plain', { look: null }],
    ['at an IP', { look: 'http://127.0.0.1/' }],
    ['at a private name', { look: 'http://kuma.t-x.svc.cluster.local/' }],
    ['with a query', { look: 'https://loja.com.br/?x=1' }],
    ['of our own', { look: 'https://auth.vigia.com.br/' }],
    ['that is back', { state: 'up', dueAt: Date.now() + DAY }],
  ] as const)('%s: nobody is asked', async (_, row) => {
    const monitor = await putMonitor(await newEnvironment(), row);
    const internet = newInternet();
    await lookAtFalls(depsOn(internet), [monitor]);
    expect(internet.asked).toEqual([]);
  });

  test('whose fall ended while the site was asked: the look is not about it', async () => {
    const monitor = await putMonitor(await newEnvironment());
    const internet = newInternet();
    const deps = depsOn(internet);
    const db = watchedDb({ on: /^UPDATE alert_falls SET look/, before: () => comeBack(monitor) });
    await lookAtFalls({ ...deps, db }, [monitor]);
    expect(internet.asked).toHaveLength(1);
    expect(await looksOf(monitor)).toEqual([null]);
  });

  test('whose Worker dies before the look is kept: as if nobody had looked, and nothing else fails', async () => {
    const monitor = await putMonitor(await newEnvironment());
    const db = watchedDb({ on: /^UPDATE alert_falls SET look/, before: killed });
    await lookAtFalls({ ...depsOn(newInternet()), db }, [monitor]);
    expect(await looksOf(monitor)).toEqual([null]);
  });

  test('an older fall of the same monitor keeps what was said of it', async () => {
    const monitor = await putMonitor(await newEnvironment());
    await lookAtFalls(depsOn(newInternet(() => 301)), [monitor]);
    await comeBack(monitor);
    const again = { ...monitor, since: monitor.since + 10_000 };
    await putFall(again);
    await sql(`UPDATE alert_levels SET state = 'down' WHERE monitor_id = ?`, monitor.monitorId);
    await lookAtFalls(depsOn(newInternet()), [again]);
    expect(await looksOf(monitor)).toEqual(['301', '200']);
  });
});

describe('bounds', () => {
  test('ten hosts that hang: six are asked, five at a time, and none waits for a connection', async () => {
    const orderId = await newEnvironment();
    const falls = await Promise.all(
      Array.from({ length: 10 }, (_, at) => {
        const look = `https://site${at}.com.br/`;
        return putMonitor(orderId, { look, looked: look });
      }),
    );
    const internet = newInternet(() => 'hangs');
    const looking = lookAtFalls(depsOn(internet), falls);
    await expect.poll(internet.hangingNow).toBe(5);
    internet.passTime();
    await expect.poll(() => internet.asked.length).toBe(6);
    internet.passTime();
    await looking;
    expect(internet.seen).toEqual({ waited: 0, most: 5 });
    const kept = (await Promise.all(falls.map(looksOf))).flat();
    expect(kept.filter((look) => look === 'failed')).toHaveLength(6);
    expect(kept.filter((look) => look === null)).toHaveLength(4);
  });

  test('an Internet asked by more than its connections shows it', async () => {
    const internet = newInternet(() => 'hangs');
    const looks = Array.from({ length: 7 }, (_, at) =>
      internet.network.look({ url: `https://site${at}.com.br/`, host: `site${at}.com.br` }),
    );
    await expect.poll(internet.hangingNow).toBe(5);
    internet.passTime();
    expect(await Promise.all(looks)).toEqual(Array(7).fill('failed'));
    expect(internet.seen.waited).toBe(2);
    expect(internet.asked).toHaveLength(5);
  });

  test('one host: one look, also for the same address twice', async () => {
    const orderId = await newEnvironment();
    const looks = [
      'https://loja.com.br/a',
      'https://loja.com.br/a',
      'https://LOJA.com.br./b',
      'http://loja.com.br/a',
    ];
    const falls = [];
    for (const look of looks) falls.push(await putMonitor(orderId, { look }));
    const internet = newInternet();
    await lookAtFalls(depsOn(internet), falls);
    expect(internet.asked).toEqual(['https://loja.com.br/a']);
    expect((await Promise.all(falls.map(looksOf))).flat()).toEqual(['200', '200', null, null]);
  });

  /** A monitor that falls and rises each second for a minute, as somebody makes it who edits it all the time. */
  async function storm(deps: ReturnType<typeof depsOn>, orderId: string, times = 60) {
    const look = 'https://vitima.com.br/';
    const monitor = await putMonitor(orderId, { look, looked: look });
    for (let at = 1; at <= times; at += 1) {
      await lookAtFalls(deps, [{ ...monitor, since: monitor.since + (at - 1) * 10 }]);
      await comeBack(monitor);
      await lookNow(deps, orderId);
      await putFall({ ...monitor, since: monitor.since + at * 10 });
      await sql(`UPDATE alert_levels SET state = 'down' WHERE order_id = ?`, orderId);
    }
  }

  test('a monitor that is edited each second on a victim: ten looks a minute', async () => {
    const internet = newInternet(() => 599);
    await storm(depsOn(internet), await newEnvironment());
    expect(internet.asked).toHaveLength(10);
  });

  test('six environments that do it: thirty looks a minute at the victim', async () => {
    const internet = newInternet(() => 599);
    const limiter = newLimiter();
    for (let at = 0; at < 6; at += 1) await storm(depsOn(internet, limiter), await newEnvironment(), 12);
    expect(internet.asked).toHaveLength(30);
  });

  test('the platform’s own counters hold it too', async () => {
    const internet = newInternet(() => 599);
    // A clock minute may end in between.
    await storm(depsWith({ otherNetwork: internet.network }), await newEnvironment(), 30);
    expect(internet.asked.length).toBeGreaterThanOrEqual(10);
    expect(internet.asked.length).toBeLessThanOrEqual(20);
  });

  test('what is not looked at costs one statement, and a fall four in two round trips', async () => {
    const orderId = await newEnvironment();
    const internet = newInternet();
    const calm = countedDb();
    await lookNow({ ...depsOn(internet), db: calm.db }, orderId);
    expect(calm.counted).toEqual({ trips: 1, statements: 1 });
    const { counted, db } = countedDb();
    await lookAtFalls({ ...depsOn(internet), db }, [await putMonitor(orderId)]);
    expect(counted).toEqual({ trips: 2, statements: 4 });
  });
});

test('while the database answers late nobody looks', async () => {
  const monitor = await putMonitor(await newEnvironment());
  const internet = newInternet();
  const deps = depsOn(internet);
  await lookSoon(deps, monitor.orderId, [monitor], deps.clock.now() - 2_000);
  expect([internet.asked, await looksOf(monitor)]).toEqual([[], [null]]);
});

describe('of a monitor that is up', () => {
  test('it is looked at when it came up, and not again before tomorrow', async () => {
    const orderId = await newEnvironment();
    const monitor = await putMonitor(orderId, { state: 'up', look: 'https://loja.com.br/' });
    const internet = newInternet();
    await lookNow(depsOn(internet), orderId);
    await lookNow(depsOn(internet), orderId);
    expect(internet.asked).toEqual(['https://loja.com.br/']);
    const { looked, look_due_at } = await knownOf(monitor);
    expect(looked).toBe('https://loja.com.br/');
    expect(look_due_at).toBeGreaterThan(Date.now() + DAY / 2);
  });

  test('after a return it is looked at again, and a failure of the next fall is said', async () => {
    const monitor = await putMonitor(await newEnvironment(), { dueAt: Date.now() + DAY });
    const { orderId } = monitor;
    await lookAtFalls(depsOn(newInternet(() => 'breaks')), [monitor]);
    await comeBack(monitor);
    await lookNow(depsOn(newInternet()), orderId);
    const again = { ...monitor, since: monitor.since + 10_000 };
    await putFall(again);
    await sql(`UPDATE alert_levels SET state = 'down' WHERE order_id = ?`, orderId);
    await lookAtFalls(depsOn(newInternet(() => 'breaks')), [again]);
    expect(await looksOf(monitor)).toEqual([null, 'failed']);
  });

  test.each([
    ['refuses', 403],
    ['does not answer', 'breaks'],
  ] as const)('whose site %s: what was known is over', async (_, site) => {
    const look = 'https://loja.com.br/';
    const monitor = await putMonitor(await newEnvironment(), { state: 'up', look, looked: look });
    await lookNow(depsOn(newInternet(() => site)), monitor.orderId);
    expect(await knownOf(monitor)).toMatchObject({ looked: null, looked_at: null });
  });

  test('whose address changed is due at once', async () => {
    const monitor = await putMonitor(await newEnvironment(), {
      state: 'up',
      look: 'https://nova.com.br/',
      looked: 'https://antes.com.br/',
      dueAt: Date.now() + DAY,
    });
    const internet = newInternet();
    await lookNow(depsOn(internet), monitor.orderId);
    expect(internet.asked).toEqual(['https://nova.com.br/']);
    expect((await knownOf(monitor)).looked).toBe('https://nova.com.br/');
  });

  test('whose address changed while it was asked: the answer is not about it', async () => {
    const monitor = await putMonitor(await newEnvironment(), { state: 'up' });
    const edit = () => sql(`UPDATE alert_levels SET look = 'https://nova.com.br/'`);
    const db = watchedDb({ on: /^UPDATE alert_levels SET looked/, before: edit });
    await lookNow({ ...depsOn(newInternet()), db }, monitor.orderId);
    expect(await knownOf(monitor)).toMatchObject({ looked: null, look_due_at: 0 });
  });

  test('an address that nobody asks for is not read again before tomorrow', async () => {
    const monitor = await putMonitor(await newEnvironment(), { state: 'up', look: 'http://10.0.0.1/' });
    const internet = newInternet();
    await lookNow(depsOn(internet), monitor.orderId);
    expect(internet.asked).toEqual([]);
    expect((await knownOf(monitor)).look_due_at).toBeGreaterThan(Date.now() + DAY / 2);
  });

  test('falls go before it', async () => {
    const orderId = await newEnvironment();
    for (let at = 0; at < 6; at += 1)
      await putMonitor(orderId, { state: 'up', look: `https://no-ar${at}.com.br/` });
    const falls = [];
    for (let at = 0; at < 6; at += 1)
      falls.push(await putMonitor(orderId, { look: `https://caiu${at}.com.br/` }));
    const internet = newInternet();
    await lookAtFalls(depsOn(internet), falls);
    expect(internet.asked.map((url) => new URL(url).hostname).toSorted()).toEqual(
      falls.map((_, at) => `caiu${at}.com.br`),
    );
  });
});

describe('the daily looks', () => {
  const runLooks = async (deps: ReturnType<typeof depsOn>) => {
    await clearWork();
    await setDue(lookWork, lookWork.kind);
    await runDue(lookWork, deps);
  };

  test('monitors that are up and due are looked at, two at a time, and never those that are down', async () => {
    const orders = [await newEnvironment(), await newEnvironment(), await newEnvironment()];
    const due = [];
    for (const orderId of orders)
      due.push(await putMonitor(orderId, { state: 'up' }), await putMonitor(orderId, { state: 'up' }));
    await putMonitor(orders[0] ?? '', { state: 'down' });
    await putMonitor(orders[0] ?? '', { state: 'up', dueAt: Date.now() + DAY });
    const internet = newInternet();
    await runLooks(depsOn(internet));
    expect(internet.asked).toHaveLength(due.length);
    expect(internet.seen.most).toBeLessThanOrEqual(2);
    await runLooks(depsOn(internet));
    expect(internet.asked).toHaveLength(due.length);
    await runLooks(depsOn(internet, newLimiter(), 2 * DAY));
    expect(internet.asked.length).toBeGreaterThan(due.length);
  });

  test('of an environment with many, some wait, so that its falls can be looked at', async () => {
    const orderId = await newEnvironment();
    for (let at = 0; at < 20; at += 1) await putMonitor(orderId, { state: 'up' });
    const internet = newInternet();
    const limiter = newLimiter();
    await runLooks(depsOn(internet, limiter));
    expect(internet.asked).toHaveLength(4);
    const monitor = await putMonitor(orderId);
    await lookAtFalls(depsOn(newInternet(), limiter), [monitor]);
    expect(await looksOf(monitor)).toEqual(['200']);
  });

  test('those of an environment that is off wait until tomorrow', async () => {
    const orderId = await newEnvironment();
    await sql(`UPDATE tenants SET state = 'suspended' WHERE order_id = ?`, orderId);
    const monitor = await putMonitor(orderId, { state: 'up' });
    const internet = newInternet();
    await runLooks(depsOn(internet));
    expect(internet.asked).toEqual([]);
    expect((await knownOf(monitor)).look_due_at).toBeGreaterThan(Date.now() + DAY / 2);
  });

  test('one whose limit is used up is tried again within the hour', async () => {
    const monitor = await putMonitor(await newEnvironment(), {
      state: 'up',
      looked: 'https://antes.com.br/',
    });
    await runLooks(depsOn(newInternet(), newLimiter({})));
    const { looked, look_due_at } = await knownOf(monitor);
    expect(looked).toBe('https://antes.com.br/');
    expect(look_due_at).toBeLessThan(Date.now() + 2 * 3_600_000);
    expect(look_due_at).toBeGreaterThan(Date.now());
  });
});

test('on this machine the local other network is asked, also for a private host', async () => {
  const monitor = await putMonitor(await newEnvironment(), { look: 'https://10.1.2.3/saude' });
  await sendJson(`${addresses.otherNetworkUrl}/__stand-in/settings`, 'PATCH', {
    hosts: { '10.1.2.3': 'redirects' },
  });
  await lookAtFalls(depsAt(0), [monitor]);
  expect(await looksOf(monitor)).toEqual(['301']);
  expect(env.OTHER_NETWORK_URL).toBe(addresses.otherNetworkUrl);
});
