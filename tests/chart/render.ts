/** Renders the project's charts like Argo CD, and parses the result. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inject } from 'vitest';
import { parseAllDocuments, stringify } from 'yaml';
import { projectRoot } from '#dev/project-root.ts';
import { KUBERNETES_VERSION } from './tools.ts';

/** The fields of a Kubernetes object that the tests read. */
export interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: {
    readonly name: string;
    readonly labels?: Record<string, string>;
    readonly annotations?: Record<string, string>;
    readonly finalizers?: readonly string[];
  };
  // biome-ignore lint/suspicious/noExplicitAny: manifests are looked into by path, as in kubectl.
  readonly spec?: any;
  readonly data?: Record<string, string>;
}

function inFolder<T>(work: (folder: string) => T): T {
  const folder = mkdtempSync(join(tmpdir(), 'vigia-chart-'));
  try {
    return work(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** What Helm wrote, by its arguments: many tests look at the same environment. */
const rendered = new Map<string, string>();

/**
 * `helm template` with these values on top of the chart's own.
 * @throws Error with Helm's message when it fails.
 */
export function render(chart: string, release: string, values: unknown): Manifest[] {
  const key = JSON.stringify([chart, release, values]);
  const text = rendered.get(key) ?? template(chart, release, values);
  rendered.set(key, text);
  return readManifests(text);
}

function template(chart: string, release: string, values: unknown): string {
  return inFolder((folder) => {
    const file = join(folder, 'values.yaml');
    writeFileSync(file, stringify(values));
    const { status, stdout, stderr } = spawnSync(
      inject('chartTools').helm ?? '',
      // biome-ignore format: one option with its value to a line
      [
        'template', release, join(projectRoot, chart),
        '--namespace', release,
        '--kube-version', KUBERNETES_VERSION,
        '--values', file,
      ],
      { encoding: 'utf8' },
    );
    if (status !== 0) throw new Error(stderr);
    return stdout;
  });
}

/** Every object of a file. */
export function readManifests(text: string): Manifest[] {
  return parseAllDocuments(text)
    .map((document) => document.toJS() as Manifest | null)
    .filter((manifest) => manifest !== null);
}

/** The one object of a kind; by name if there are several. */
export function pick(manifests: readonly Manifest[], kind: string, name?: string): Manifest {
  const found = manifests.filter(
    (manifest) => manifest.kind === kind && (name === undefined || manifest.metadata.name === name),
  );
  const [only] = found;
  if (only === undefined || found.length > 1) throw new Error(`${found.length} objects of kind ${kind}`);
  return only;
}
