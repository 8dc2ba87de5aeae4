/**
 * `/metrics` of an instance with the irregularities measured on the real one: paused and unchecked monitors are
 * missing, groups are included, absent labels are `null`, and a tag adds a label to every series.
 */
import type { Monitor } from './monitors.ts';

const gauges = {
  monitor_cert_days_remaining: 'The number of days remaining until the certificate expires',
  monitor_cert_is_valid: 'Is the certificate still valid? (1 = Yes, 0= No)',
  monitor_uptime_ratio:
    "Uptime ratio calculated over sliding window specified by the 'window' label. (0.0 - 1.0)",
  monitor_response_time_seconds:
    "Average response time in seconds calculated over sliding window specified by the 'window' label",
  monitor_response_time: 'Monitor Response Time (ms)',
  monitor_status: 'Monitor Status (1 = UP, 0= DOWN, 2= PENDING, 3= MAINTENANCE)',
} as const;

const windows = ['1d', '30d', '365d'] as const;

const escaped = (value: string): string =>
  value.replaceAll('\\', '\\\\').replaceAll('\n', '\\n').replaceAll('"', '\\"');

function labels({ id, name, type, url, hostname }: Monitor, more: Record<string, string> = {}): string {
  const pairs = {
    produo: '',
    monitor_id: String(id),
    monitor_name: name,
    monitor_type: type,
    monitor_url: String(url),
    monitor_hostname: String(hostname),
    monitor_port: 'null',
    ...more,
  };
  return Object.entries(pairs)
    .map(([label, value]) => `${label}="${escaped(value)}"`)
    .join(',');
}

/** The series of one gauge for one monitor. */
function series(gauge: keyof typeof gauges, monitor: Monitor): string[] {
  const isWindowed = gauge === 'monitor_uptime_ratio' || gauge === 'monitor_response_time_seconds';
  if (isWindowed) return windows.map((window) => `${gauge}{${labels(monitor, { window })}} 1`);
  const isCertificate = gauge.startsWith('monitor_cert');
  if (isCertificate && monitor.url?.startsWith('https:') !== true) return [];
  return [`${gauge}{${labels(monitor)}} 1`];
}

/** The whole response, in Prometheus text format. */
export function metricsText(monitors: readonly Monitor[]): string {
  const seen = monitors.filter(({ active, kind }) => active && kind !== 'pending');
  const families = Object.entries(gauges).map(([name, help]) =>
    [
      `# HELP ${name} ${help}`,
      `# TYPE ${name} gauge`,
      ...seen.flatMap((monitor) => series(name as keyof typeof gauges, monitor)),
    ].join('\n'),
  );
  const version =
    '# HELP app_version The service version by package.json\n# TYPE app_version gauge\napp_version{version="2.5.3",major="2",minor="5",patch="3"} 1';
  return `${[version, ...families].join('\n\n')}\n`;
}
