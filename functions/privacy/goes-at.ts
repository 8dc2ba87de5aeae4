/**
 * When an environment may go after its owner asked for the deletion.
 *
 * Owns: the notice to other people who work in it. Only the owner has access today, so nobody has to be told first and the
 * answer is the moment of the asking; where people are invited, their notice is counted here and nowhere else.
 */

/** @returns Milliseconds UTC: from then on the environment may go. */
export async function goesAt(
  _needs: unknown,
  { requestedAt }: { readonly orderId: string | null; readonly requestedAt: number },
): Promise<number> {
  return requestedAt;
}
