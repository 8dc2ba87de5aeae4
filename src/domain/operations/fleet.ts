/** Codes of a walk over all environments, and of an environment that changes its cluster. */

/**
 * `revision`: each environment gets another revision of the chart, and with it another Uptime Kuma. `tokens`: each
 * application is written again, with the sums of the Worker's current tokens.
 */
export const runKinds = ['revision', 'tokens'] as const;

/**
 * `running`: environments are written. `paused`: none is begun; those begun are watched to their end. `failed`: as
 * `paused`, after a failure. `stopped` and `done`: over.
 */
export const runStates = ['running', 'paused', 'failed', 'stopped', 'done'] as const;

/** What an operator asks of a run. `back`: the environments that are done return to their revision of before. */
export const runActions = ['pause', 'resume', 'stop', 'back'] as const;

/** Steps that an operator is shown one by one: the environment is touched and not done, or it failed. */
export const notableSteps = ['copying', 'begun', 'returning', 'returned'] as const;

/**
 * `waiting`: not touched. `copying`: its volume is copied before anything changes. `begun`: it is to be written, or was
 * written and is watched. `done`: healthy and readable. `returning`: it failed and goes back to where it was.
 * `returned`: it is back, healthy and readable. `skipped`: it is gone.
 */
export const stepStates = ['waiting', ...notableSteps, 'done', 'skipped'] as const;

/**
 * Of an environment on its way to another cluster. `copying`: the volume is copied while it runs. `stopping`: it is
 * stopped where it is. `starting`: its row names the new cluster, where it comes back from that copy. `clearing`: it
 * runs there, and is removed where it was.
 */
export const moveStates = ['copying', 'stopping', 'starting', 'clearing'] as const;
