/** The port to a database of published advisories about packages. */
import type { Severity } from '#domain/operations/severity.ts';

/** A package in one version, as its ecosystem names both. */
export interface PublishedPackage {
  /** `npm`, `Go`, `Maven`, `Bitnami`. */
  readonly ecosystem: string;
  readonly name: string;
  readonly version: string;
}

/** Versions of one package that an advisory is about. */
export interface AffectedVersions {
  readonly ecosystem: string;
  readonly name: string;
  /** The first affected version, and the first one after it without the fault; `null` when there is none yet. */
  readonly spans: readonly { readonly from: string; readonly fixedIn: string | null }[];
}

export interface Advisory {
  readonly id: string;
  /** Its ids in other databases. */
  readonly aliases: readonly string[];
  readonly severity: Severity;
  /** Taken back: it never was a fault. */
  readonly isWithdrawn: boolean;
  readonly affected: readonly AffectedVersions[];
}

export interface AdvisorySource {
  /**
   * The ids of the advisories about each package, in the order given. `null` where the answer is missing or not whole:
   * that is never "no advisory".
   */
  findIds(packages: readonly PublishedPackage[]): Promise<readonly (readonly string[] | null)[]>;
  /** @throws Error when it does not answer. */
  read(id: string): Promise<Advisory>;
}
