/** Files of other services: named, with the way that works. */
import { expect, test } from 'vitest';
import { readAny } from '#tests/support/import/files.ts';

test.each<[string, unknown, string]>([
  [
    'Better Stack',
    {
      data: [
        { id: '1', type: 'monitor', attributes: { pronounceable_name: 'Loja', url: 'https://a.com.br' } },
      ],
    },
    'import.file-better-stack',
  ],
  [
    'OpenStatus',
    [{ id: 1, periodicity: '10m', url: 'https://a.com.br', name: 'Loja' }],
    'import.file-openstatus',
  ],
  [
    'Gatus',
    { endpoints: [{ name: 'Loja', url: 'https://a.com.br', conditions: ['[STATUS] == 200'] }] },
    'import.file-gatus',
  ],
  [
    'StatusCake',
    { data: [{ id: '1', name: 'Loja', website_url: 'https://a.com.br', test_type: 'HTTP' }] },
    'import.file-statuscake',
  ],
  [
    'Pingdom',
    { checks: [{ id: 1, name: 'Loja', hostname: 'a.com.br', type: 'http', resolution: 5 }] },
    'import.file-pingdom',
  ],
  [
    'HetrixTools',
    {
      monitors: [{ id: 'a', name: 'Loja', type: 'website', target: 'https://a.com.br', uptime_status: 'up' }],
    },
    'import.file-hetrix',
  ],
  ['Freshping', { checks: [{ check_name: 'Loja', check_url: 'https://a.com.br' }] }, 'import.file-freshping'],
  [
    'UptimeRobot',
    { data: [{ id: 1, friendlyName: 'Loja', type: 'HTTP' }], nextLink: null },
    'import.file-robot',
  ],
  [
    'UptimeRobot, version 2',
    { stat: 'ok', monitors: [{ id: 1, friendly_name: 'Loja', type: 1 }] },
    'import.file-robot',
  ],
  ['something else', { targets: [{ host: 'a' }] }, 'import.file-not-backup'],
])('a JSON of %s is named, with the way that works', async (_, file, problem) => {
  expect(await readAny(JSON.stringify(file))).toEqual({ ok: false, problem });
});

test.each([
  [
    'endpoints:\n  - name: loja\n    url: "https://a.com.br"\n    conditions:\n      - "[STATUS] == 200"\n',
    'import.file-gatus',
  ],
  ['loja:\n  name: Loja\n  kind: http\n  frequency: 10m\n  regions:\n    - gru\n', 'import.file-openstatus'],
  ['modules:\n  http_2xx:\n    prober: http\n', 'import.file-foreign'],
])('a configuration in YAML is no table', async (text, problem) => {
  expect(await readAny(text)).toEqual({ ok: false, problem });
});
