import { emptyDatabase } from '#dev/wrangler.ts';

/** Global setup of the journeys: creates the database once for all stacks that start together. */
export default function setup(): void {
  emptyDatabase();
}
