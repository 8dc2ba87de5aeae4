/** Headers that every response of the site must have (OWASP ASVS 5.0, 3.4.1 to 3.4.8), and a check for missing ones. */

const YEAR_SECONDS = 31_536_000;

/** Permissions that no page uses; remove one here when a page starts to use it. */
const refusedPermissions = ['camera', 'microphone', 'geolocation', 'payment', 'usb', 'browsing-topics'];

const hasDirective = (policy: string, directive: string): boolean =>
  policy.split(/[;,]/).some((part) => part.trim() === directive);

function isLongHsts(value: string): boolean {
  const seconds = Number(/(?:^|;)\s*max-age=(\d+)/i.exec(value)?.[1] ?? 0);
  return seconds >= YEAR_SECONDS && /(?:^|;)\s*includeSubDomains/i.test(value);
}

type Rule = (value: string) => boolean;

/** @param frameAncestors 'self' for the one page that we frame ourselves; 'none' for all others. */
function rules(frameAncestors: "'none'" | "'self'"): Readonly<Record<string, Rule>> {
  return {
    'strict-transport-security': isLongHsts,
    'x-content-type-options': (value) => value === 'nosniff',
    'cross-origin-opener-policy': (value) => value === 'same-origin',
    'cross-origin-resource-policy': (value) => ['same-origin', 'same-site'].includes(value),
    'referrer-policy': (value) => ['no-referrer', 'strict-origin-when-cross-origin'].includes(value),
    'permissions-policy': (value) =>
      refusedPermissions.every((name) => value.split(', ').includes(`${name}=()`)),
    'content-security-policy': (value) =>
      hasDirective(value, `frame-ancestors ${frameAncestors}`) &&
      (hasDirective(value, "default-src 'none'") ||
        (hasDirective(value, "object-src 'none'") && hasDirective(value, "base-uri 'none'"))),
  };
}

/**
 * @param options.frameAncestors Who may frame the page; no one by default.
 * @returns `name: value` of every header that is missing or too weak.
 */
export function weakHeaders(
  headers: Headers,
  { frameAncestors = "'none'" }: { frameAncestors?: "'none'" | "'self'" } = {},
): string[] {
  return Object.entries(rules(frameAncestors)).flatMap(([name, isStrong]) => {
    const value = headers.get(name) ?? '';
    return isStrong(value) ? [] : [`${name}: ${value || '(missing)'}`];
  });
}
