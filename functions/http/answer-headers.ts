import { OWN_HEADER } from '#domain/alerts/second-look.ts';

/** Headers of every API response, errors included; pages get theirs from public/_headers. */
export const answerHeaders: Readonly<Record<string, string>> = {
  'Cache-Control': 'no-store',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Cross-Origin-Opener-Policy': 'same-origin',
  // The API may have its own host under the same domain.
  'Cross-Origin-Resource-Policy': 'same-site',
  'Permissions-Policy':
    'accelerometer=(), browsing-topics=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), magnetometer=(), microphone=(), midi=(), payment=(), serial=(), usb=()',
  'Referrer-Policy': 'no-referrer',
  'Strict-Transport-Security': 'max-age=63072000; includeSubDomains',
  'X-Content-Type-Options': 'nosniff',
  // A look from another network that ends at us is none.
  [OWN_HEADER]: 'api',
};
