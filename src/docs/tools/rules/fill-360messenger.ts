/**
 * Fills in a template as the instance does for 360messenger: not with the engine of the other channels, but by replacing
 * a few texts, each only in this spelling (`applyTemplate` in its 360messenger.js).
 */
import { templateScope, type WebhookExample } from './webhook-body.ts';

/** Nothing else is known there. */
const LEFT_OVER = /\{\{|\{%/;
const LEFT_OVER_NOTE =
  "O 360messenger só conhece {{ msg }}, {{ monitorJSON['name'] }}, {{ monitorJSON['url'] }} e {% if monitorJSON %}, escritos assim. O resto chega como está.";

export function fill360messenger(
  template: string,
  example: WebhookExample,
): { readonly text: string; readonly notes: readonly string[] } {
  const scope = templateScope(example);
  const monitor = scope['monitorJSON'] as { readonly name: string; readonly url: string } | null;
  const named =
    monitor === null
      ? template
      : template
          .replaceAll("{{ monitorJSON['name'] }}", () => monitor.name)
          .replaceAll("{{ monitorJSON['url'] }}", () => monitor.url);
  const text = named
    .replaceAll('{{ msg }}', () => String(scope['msg']))
    .replaceAll(/\{% if monitorJSON %\}([\s\S]*?)\{% endif %\}/g, (_, content: string) =>
      monitor === null ? '' : content,
    );
  return { text, notes: LEFT_OVER.test(text) ? [LEFT_OVER_NOTE] : [] };
}
