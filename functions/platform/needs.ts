/**
 * What a verb needs from outside, so that another verb which calls it can say so: `NeedsOf<typeof endContract>`.
 *
 * By convention it is the first parameter of a verb; functions/compose.ts makes what all of them need.
 */
export type NeedsOf<Verb extends (needs: never, ...rest: never[]) => unknown> = Parameters<Verb>[0];
