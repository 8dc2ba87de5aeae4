/** Time as a dependency: the Worker passes the wall clock, tests pass one that they move. */
export interface Clock {
  /** Milliseconds since the epoch, UTC. */
  now(): number;
}
