/** Renders the preview of a body. */

import type { Rendered, renderTemplate } from '#docs/tools/parts/liquid.ts';
import {
  defaultBody,
  isAboutCheck,
  platformBody,
  type WebhookExample,
} from '#docs/tools/rules/webhook-body.ts';

export type BodyKind = 'default' | 'platform' | 'custom';

export const bodyNames: Readonly<Record<BodyKind, string>> = {
  default: 'Predefinição - application/json',
  platform: 'Corpo da plataforma',
  custom: 'Corpo Customizado',
};

/** @param render Renders the reader's own template. */
export function preview(
  kind: BodyKind,
  example: WebhookExample,
  template: string,
  render: typeof renderTemplate,
): Rendered {
  if (kind === 'default') return pretty(defaultBody(example));
  if (kind === 'custom') {
    const rendered = render(template, example);
    return { ...rendered, notes: [...rendered.notes, ...jsonNotes(rendered.text)] };
  }
  if (isAboutCheck(example.situation)) return pretty(platformBody(example));
  const note = 'A plataforma só descreve monitor.down e monitor.up. Escolha uma das duas.';
  return { text: '', error: undefined, notes: [note] };
}

const pretty = (body: object): Rendered => ({
  text: JSON.stringify(body, null, 2),
  error: undefined,
  notes: [],
});

/** A body need not be JSON, but one that starts like JSON should be valid. */
function jsonNotes(text: string): string[] {
  if (text === '') return [];
  if (!/^\s*[[{]/.test(text)) return ['O corpo não é JSON. Está certo se o seu sistema espera texto.'];
  try {
    JSON.parse(text);
    return ['JSON válido.'];
  } catch {
    return [
      'Isto não é um JSON válido: confira vírgulas e aspas. Para textos, use {{ name | json }} sem aspas em volta.',
    ];
  }
}
