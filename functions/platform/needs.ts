/**
 * The dependencies of a verb, so that a verb which calls it can require them too: `NeedsOf<typeof endContract>`.
 *
 * By convention they are a verb's first parameter; functions/compose.ts builds them all.
 */
export type NeedsOf<Verb extends (needs: never, ...rest: never[]) => unknown> = Parameters<Verb>[0];
