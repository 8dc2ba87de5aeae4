/**
 * A container's own view of the files, as the chart mounts them, without a cluster: a mount namespace with its volumes in
 * a root of its own, and the pod's user. What a process sees there is what it would see in the pod; the network, the
 * processes and the limits are this machine's.
 */
import { spawnSync } from 'node:child_process';
import { chmodSync, chownSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The fields of a container that its files depend on. */
export interface PodContainer {
  readonly name: string;
  readonly volumeMounts: readonly {
    readonly name: string;
    readonly mountPath: string;
    readonly subPath?: string;
    readonly readOnly?: boolean;
  }[];
  readonly securityContext: { readonly readOnlyRootFilesystem?: boolean };
}

/** The user and group of `tenant.podSecurity`. */
const POD_ID = 1000;

/** Only root may make mount namespaces. */
export const canSeparateFiles: boolean =
  process.getuid?.() === 0 && spawnSync('unshare', ['--mount', 'true']).status === 0;

/** Where node is in a container. */
export const NODE = `/node/${process.execPath.split('/').at(-1)}`;

/** Prints to the shell: `mount` a folder at a path of the new root, and there only for reading if so said. */
const bind = (from: string, at: string, isReadOnly: boolean): string =>
  [
    `mkdir -p "$root${at}"`,
    `mount --bind '${from}' "$root${at}"`,
    ...(isReadOnly ? [`mount -o remount,bind,ro "$root${at}"`] : []),
  ].join('\n');

/** A folder as the kubelet makes it for a `subPath`: the volume's group may write. */
function makeForPod(path: string): void {
  mkdirSync(path, { recursive: true });
  chownSync(path, 0, POD_ID);
  chmodSync(path, 0o2775);
}

/**
 * The program and arguments that run `command` in a container.
 * @param options `volumes` are the folders of this machine by the volume's name; one that is missing starts empty.
 *   `image` is what the image has in `/app`.
 */
export function inContainer(
  container: PodContainer,
  options: { folder: string; volumes: Record<string, string>; image?: string | undefined },
  command: readonly string[],
): [string, string[]] {
  const { folder, volumes, image } = options;
  const root = join(folder, `root-${container.name}`);
  mkdirSync(root, { recursive: true });
  const mounts = container.volumeMounts.map(({ name, mountPath, subPath, readOnly = false }) => {
    const volume = volumes[name] ?? join(folder, `empty-${name}`);
    const from = subPath === undefined ? volume : join(volume, subPath);
    if (volumes[name] === undefined || subPath !== undefined) makeForPod(from);
    return bind(from, mountPath, readOnly);
  });
  const script = [
    'set -e',
    `root='${root}'`,
    'mount -t tmpfs tmpfs "$root"',
    // The image's programs are this machine's. What is a link there is one here.
    'for name in bin sbin lib lib64 usr etc; do',
    '  if [ -L "/$name" ]; then cp -P "/$name" "$root/$name"',
    '  elif [ -d "/$name" ]; then mkdir "$root/$name"; mount --bind "/$name" "$root/$name"; mount -o remount,bind,ro "$root/$name"',
    '  fi',
    'done',
    'mkdir -p "$root/proc" "$root/dev" "$root/app" "$root/tmp"',
    'mount --rbind /proc "$root/proc"; mount --rbind /dev "$root/dev"',
    bind(dirname(process.execPath), '/node', true),
    ...(image === undefined
      ? []
      : [
          bind(image, '/image', true),
          `for path in '${image}'/*; do ln -s "/image/\${path##*/}" "$root/app/"; done`,
        ]),
    ...mounts,
    ...(container.securityContext.readOnlyRootFilesystem === true ? ['mount -o remount,ro "$root"'] : []),
    `exec chroot --userspec=${POD_ID}:${POD_ID} --groups=${POD_ID} "$root" sh -c 'cd /app && exec "$@"' sh "$@"`,
  ].join('\n');
  const file = join(folder, `start-${container.name}.sh`);
  writeFileSync(file, script);
  return ['unshare', ['--mount', '--propagation', 'private', 'sh', file, ...command]];
}
