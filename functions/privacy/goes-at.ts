/**
 * When an environment may go after its owner asked for the deletion: at once, or after the notice of who works in it.
 *
 * Owns: that the deletion waits for them. How long, and who was told, is people/deletion-notice.ts.
 */
import type { TenantStore } from '#functions/contract/tenant-store.ts';
import { noticeUntil, tellMembers } from '#functions/people/deletion-notice.ts';
import type { NeedsOf } from '#functions/platform/needs.ts';

type Needs = NeedsOf<typeof noticeUntil>;

/** Tells nobody. @returns Milliseconds UTC: from then on the environment may go. */
export async function goesAt(
  needs: Needs,
  { orderId, requestedAt }: { readonly orderId: string | null; readonly requestedAt: number },
): Promise<number> {
  const until = orderId === null ? null : await noticeUntil(needs, orderId, requestedAt);
  return until ?? requestedAt;
}

/**
 * Tells the members of an account's environment, once; safe to repeat.
 * @param at When the deletion is announced to those who do not know of it yet.
 * @returns As `noticeUntil`; `null` too for an account without an environment.
 */
export async function announce(
  needs: Needs & { readonly tenants: TenantStore },
  subject: string,
  at: number,
): Promise<number | null> {
  const tenant = await needs.tenants.findBySubject(subject);
  return tenant === null ? null : tellMembers(needs, tenant, at);
}
