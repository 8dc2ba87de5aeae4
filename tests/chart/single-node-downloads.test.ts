/** What deploy/single-node/install.sh downloads: nothing that differs from a sum that was written before. */
import { createHash } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createStand, type Stand } from './single-node-stand.ts';
import { setupValues, valuesFile } from './single-node-values.ts';

let stand: Stand;
beforeEach(() => {
  stand = createStand();
});
afterEach(() => stand.remove());

describe('a download', () => {
  test('that differs from its sum is not used', () => {
    stand.program('curl', 'while [ $# -gt 0 ]; do [ "$1" = --output ] && echo other >"$2"; shift; done');
    const { status, err } = stand.install(['k3s']);
    expect([status, err]).toEqual([1, expect.stringMatching(/não confere com a soma escrita/)]);
    expect(Object.keys(stand.files()).filter((name) => /k3s$|\.part$/.test(name))).toEqual([]);
    expect(stand.calls()).not.toContain('k3s-script');
  });

  test('without a sum is refused, and taken with one that setup brought', () => {
    stand.put('../deploy/single-node/sums.txt', '');
    const { status, err } = stand.install(['cert-manager']);
    expect([status, err]).toEqual([
      1,
      expect.stringMatching(/Falta a soma de https:\/\/charts\.jetstack\.io.*write:digests/),
    ]);
    const [, address = ''] = /Falta a soma de (\S+):/.exec(err) ?? [];
    const digests = JSON.stringify({
      'restic/restic:0.18.1': `sha256:${'ab'.repeat(32)}`,
      // "chart": what the stand answers there.
      [address]: `sha256:${createHash('sha256').update('chart').digest('hex')}`,
    });
    const brought = stand.install(['cert-manager'], valuesFile({ ...setupValues, SIGN_IN_DIGESTS: digests }));
    expect(brought).toMatchObject({ status: 0, err: '' });
    // The charts are given the images' digests, and no file's.
    stand.calls();
    stand.install(['entrada'], valuesFile({ ...setupValues, SIGN_IN_DIGESTS: digests }));
    expect(stand.calls().join()).toContain(
      `--set-json digests={"restic/restic:0.18.1":"sha256:${'ab'.repeat(32)}"}`,
    );
  });
});
