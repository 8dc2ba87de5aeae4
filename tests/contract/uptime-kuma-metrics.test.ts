/** Reading `/metrics` as a real instance writes it. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { countMonitors } from '#functions/vendors/uptime-kuma/metrics.ts';

const recorded = readFileSync(new URL('uptime-kuma-metrics.txt', import.meta.url), 'utf8');

test('each monitor counts once, groups and what is left of paused ones do not', () => {
  expect(countMonitors(recorded)).toBe(3);
});

test('right after a start no monitor shows, and that is a count', () => {
  const fresh = recorded.replace(/^monitor_.*\n/gm, '');
  expect(countMonitors(fresh)).toBe(0);
});

test('versions without ids are told apart by name, so that the count stays a lower bound', () => {
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
