/** Time as a dependency: the Worker passes the wall clock, tests pass a clock they control. */
export interface Clock {
  /** Milliseconds since the epoch, UTC. */
  now(): number;
}
