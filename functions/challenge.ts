/**
 * The variables of the challenge: off, or Cloudflare Turnstile on its own origin.
 *
 * Owns: which variables belong together. The origin must differ from the site's: a third party's script runs there, and
 * on the site's own origin it could reach the pages for sign-in and payment.
 */

export const challengeKinds = ['off', 'turnstile'] as const;

/** The secret that only the challenge needs; never part of `vars`. */
export const CHALLENGE_SECRET = 'TURNSTILE_SECRET';

const TURNSTILE_URL = 'https://challenges.cloudflare.com';

interface Raw {
  readonly SITE_URL: string;
  readonly CHALLENGE: (typeof challengeKinds)[number];
  readonly CHALLENGE_URL?: string | undefined;
  readonly TURNSTILE_SITE_KEY?: string | undefined;
  readonly TURNSTILE_SECRET?: string | undefined;
  readonly TURNSTILE_URL?: string | undefined;
}

/** Where the challenge is shown and checked. */
export interface ChallengePlace {
  /** Origin of the framed page. */
  readonly origin: string;
  readonly siteKey: string;
  readonly secret: string;
  /** Origin of Turnstile itself. */
  readonly turnstileUrl: string;
}

/** @returns `null` while the challenge is off. */
export function challengePlace(raw: Raw): ChallengePlace | null {
  const { CHALLENGE_URL, TURNSTILE_SITE_KEY: siteKey, TURNSTILE_SECRET: secret } = raw;
  if (raw.CHALLENGE === 'off' || !CHALLENGE_URL || !siteKey || !secret) return null;
  return {
    origin: new URL(CHALLENGE_URL).origin,
    siteKey,
    secret,
    turnstileUrl: raw.TURNSTILE_URL ?? TURNSTILE_URL,
  };
}

/** Names of missing or wrong variables while the challenge is on. */
export function missingForChallenge(raw: Raw): readonly string[] {
  if (raw.CHALLENGE === 'off') return [];
  const names = ['CHALLENGE_URL', 'TURNSTILE_SITE_KEY', CHALLENGE_SECRET] as const;
  const missing: string[] = names.filter((name) => raw[name] === undefined);
  const isSame = raw.CHALLENGE_URL && new URL(raw.CHALLENGE_URL).origin === new URL(raw.SITE_URL).origin;
  return isSame ? [...missing, 'CHALLENGE_URL'] : missing;
}
