/** When an Argo CD project token ends. */
import { decodeJwt } from 'jose';

/**
 * The `exp` of the token, in milliseconds; `null` for a token without an end. Read, not verified: Argo CD does that.
 */
export function tokenEnd(token: string): number | null {
  try {
    const { exp } = decodeJwt(token);
    return exp === undefined ? null : exp * 1000;
  } catch {
    // Not a JWT: the probe of the cluster says whether it is accepted.
    return null;
  }
}
