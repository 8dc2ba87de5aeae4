/** Parsing `/metrics` of a real instance. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { countMonitors } from '#functions/vendors/uptime-kuma/metrics.ts';

const recorded = readFileSync(new URL('uptime-kuma-metrics.txt', import.meta.url), 'utf8');

test('each monitor counts once, without groups and leftovers of paused ones', () => {
  expect(countMonitors(recorded)).toBe(3);
});

test('right after a start no monitor is listed, which counts as zero', () => {
  const fresh = recorded.replace(/^monitor_.*\n/gm, '');
  expect(countMonitors(fresh)).toBe(0);
});

test('versions without ids use names, as a lower bound', () => {
  const older = recorded.replaceAll(/monitor_id="\d+",/g, '');
  expect(countMonitors(older)).toBe(3);
});

test.each([
  ['monitor_status{monitor_id="1",monitor_type="http"', null],
  ['monitor_status{monitor_id="1",monitor_type="http"}', null],
  ['monitor_status{monitor_id="1" monitor_type="http"} 1', null],
  ['monitor_status{monitor_id=1} 1', null],
  ['monitor_status{monitor_id="1",monitor_type="http",} 1', 1],
  ['monitor_status{ monitor_id = "1" , monitor_type = "http" } 1 1763745600000', 1],
  ['monitor_status{monitor_id="1",monitor_type="group"} 1', 0],
  ['monitor_status_other{monitor_id="1"} 1', 0],
  ['# monitor_status{monitor_id="1"} 1', 0],
])('%s', (line, count) => {
  expect(countMonitors(`# TYPE monitor_status gauge\n${line}\n`)).toBe(count);
});
