/** A service that the product cannot do without, and a question that proves it works with our credentials. */
export interface Dependency {
  /** In our words, never a host. */
  readonly name: string;
  /** Asks for something small that changes nothing. @throws Whatever the adapter throws when it does not work. */
  check(): Promise<void>;
}
