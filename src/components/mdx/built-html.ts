import type { Policy } from '#lib/trusted-types.ts';

let panels: Policy | undefined;

/** Markup that the site's own build wrote (build/docs-panels.ts), fetched from the site. */
export function builtHtml(html: string): string {
  panels ??= globalThis.trustedTypes?.createPolicy('vigia-panels', { createHTML: (text) => text });
  return panels?.createHTML(html) ?? html;
}
