import type { Policy } from '#lib/trusted-types.ts';

let panels: Policy | undefined;

/** Trusted markup from our build (build/docs-panels.ts), fetched from the site. */
export function builtHtml(html: string): string {
  panels ??= globalThis.trustedTypes?.createPolicy('vigia-panels', { createHTML: (text) => text });
  return panels?.createHTML(html) ?? html;
}
