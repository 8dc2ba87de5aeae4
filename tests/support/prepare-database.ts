import { emptyDatabase } from '#dev/wrangler.ts';

/** Global setup of the journeys: made once, where each of the stacks that start together would make its own. */
export default function setup(): void {
  emptyDatabase();
}
