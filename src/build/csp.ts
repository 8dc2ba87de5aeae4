/**
 * Content Security Policy of every page.
 *
 * Astro adds the hashes of inline code. `frame-ancestors` is in public/_headers, because a <meta> cannot contain it.
 */

import { themeScriptHash } from '#layouts/theme-script.ts';
import type { PublicConfig } from '#lib/public-config.ts';
import { layerOrderHash } from './layers.ts';

/** The value of `security.csp`; script sources beyond 'self' are added per page (see base-layout.astro). */
export function contentSecurityPolicy(config: PublicConfig) {
  const identity = new URL(config.keycloak.url).origin;
  const own = new URL(config.siteUrl).origin;
  const api = config.apiUrl === '' ? [] : [new URL(config.apiUrl).origin];
  const others = [...new Set([...api, identity, new URL(config.cepUrl).origin])].filter((url) => url !== own);
  return {
    scriptDirective: { resources: ["'self'"], hashes: [themeScriptHash] },
    styleDirective: { resources: ["'self'"], hashes: [layerOrderHash] },
    directives: [
      "default-src 'none'",
      "base-uri 'none'",
      "object-src 'none'",
      // Layouts add the allowed policies (lib/trusted-types.ts).
      "require-trusted-types-for 'script'",
      "img-src 'self' data:",
      "font-src 'self'",
      "manifest-src 'self'",
      "worker-src 'self'",
      `connect-src ${["'self'", ...others].join(' ')}`,
      // The silent sign-in frame starts at the identity provider and returns to our own page.
      `frame-src 'self' ${identity}`,
      // Sign-out is a form sent to the identity provider.
      `form-action 'self' ${identity}`,
    ] as const,
  };
}
