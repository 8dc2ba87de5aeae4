/** A service that the product depends on, as its readiness check sees it. */

/** A required service, and a check that proves it works with our credentials. */
export interface Dependency {
  /** Our name for it, never a host. */
  readonly name: string;
  /**
   * Makes a small call that changes nothing.
   * @throws When it fails.
   */
  check(): Promise<void>;
}

/** Thrown by a check: the service answers, but its version is too old. */
export class Outdated extends Error {
  override readonly name = 'Outdated';
}

/** Thrown by a check: the service answers, and sends nothing for our domain. */
export class Unverified extends Error {
  override readonly name = 'Unverified';
}

/** @throws Outdated Unless a version such as `v2.14.9+abc` is at least `[2, 14]`. */
export function requireVersion(
  version: string,
  [major, minor]: readonly [major: number, minor: number],
): void {
  const [, given, then] = /^v?(\d+)\.(\d+)/.exec(version) ?? [];
  const isEnough = Number(given) > major || (Number(given) === major && Number(then) >= minor);
  if (!isEnough) throw new Outdated(`${version} is older than ${major}.${minor}`);
}
