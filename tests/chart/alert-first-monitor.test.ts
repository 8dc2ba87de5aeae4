/** The monitor that a customer asked for at the sign-up: made once, and told within the minute. */
import { beforeEach, describe, expect, test } from 'vitest';
import { UP } from '#dev/stand-ins/tenants/kuma-tables.ts';
import { monitorsOf } from '#dev/stand-ins/tenants/monitors.ts';
import { createStand, type Stand, setUp } from './alert-stand.ts';

let stand: Stand;
beforeEach(() => {
  stand = createStand();
});

describe('what is watched first', () => {
  const first = { key: 'order-1', address: 'https://loja.com.br', interval: 600 };
  const made = () => stand.rows.filter(({ url }) => url === first.address);

  test('is made once, with the plan’s interval and the channel', async () => {
    const alerts = await stand.started({ first });
    await alerts.setUp({ ...setUp, first });
    await stand.companion().setUp({ ...setUp, first });
    expect(made()).toMatchObject([{ name: 'loja.com.br', interval: 600, maxretries: 1 }]);
    const id = made()[0]?.id ?? 0;
    expect(stand.instance.channels.of(id)).toEqual([1]);
    const [, sent] = stand.calls.find(([command]) => command === 'add') ?? [];
    expect(sent).toMatchObject({
      ...{ timeout: 10, retryInterval: 20, accepted_statuscodes: ['200-299'] },
      ...{ expiryNotification: true, domainExpiryNotification: false },
    });
    stand.beat(id, UP);
    await alerts.poll();
    expect(stand.events()).toEqual([['first', id]]);
    expect(stand.receiver.levelOf(id)?.look).toBe(`${first.address}/`);
    expect(alerts.report().first).toMatchObject({ state: 'made', monitor: id, beats: [{ status: 'up' }] });
  });

  test('is told as the first result, though it was checked before anybody looked', async () => {
    const alerts = stand.companion();
    await alerts.setUp({ ...setUp, first });
    stand.beat(made()[0]?.id ?? 0, UP);
    await alerts.poll();
    expect(stand.events()).toEqual([['first', made()[0]?.id]]);
  });

  test('is not made again after a start that broke off, nor after it was deleted', async () => {
    stand.disturb = (command) => {
      if (command !== 'add') return;
      stand.rows = [
        ...stand.rows,
        ...monitorsOf(['http']).map((row) => ({ ...row, id: 9, url: first.address })),
      ];
      stand.instance.mirror(stand.rows);
      throw new Error('the connection broke');
    };
    const alerts = stand.companion();
    await expect(alerts.setUp({ ...setUp, first })).rejects.toThrow('broke');
    stand.disturb = () => undefined;
    await stand.companion().setUp({ ...setUp, first });
    expect(made()).toHaveLength(1);
    stand.rows = stand.rows.filter(({ url }) => url !== first.address);
    stand.instance.mirror(stand.rows);
    const again = stand.companion();
    await again.setUp({ ...setUp, first });
    expect([made(), again.report().first?.state]).toEqual([[], 'deleted']);
  });

  test('that the instance refuses says why, and may be another then', async () => {
    stand.disturb = (command, value) => {
      if (command === 'add') (value as { interval: number }).interval = 0;
    };
    const alerts = await stand.started({ first });
    expect(alerts.report().first).toMatchObject({
      state: 'refused',
      reason: expect.stringContaining('Interval'),
    });
    stand.disturb = () => undefined;
    const other = { ...first, address: 'https://blog.com.br' };
    await alerts.setUp({ ...setUp, first: other });
    expect(alerts.report().first).toMatchObject({ state: 'made' });
  });
});
