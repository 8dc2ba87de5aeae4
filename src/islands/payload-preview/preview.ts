/** What the preview shows for a body and a situation. */
import { renderTemplate } from '#domain/payload/liquid.ts';
import { TemplateMistake } from '#domain/payload/liquid-values.ts';
import {
  defaultBody,
  platformBody,
  templateScope,
  variableNotes,
  type WebhookExample,
} from '#domain/payload/webhook-body.ts';

export type BodyKind = 'default' | 'platform' | 'custom';

export const bodyNames: Readonly<Record<BodyKind, string>> = {
  default: 'Predefinição - application/json',
  platform: 'Corpo da plataforma',
  custom: 'Corpo Customizado',
};

export interface Preview {
  readonly body: string;
  readonly error: string | undefined;
  /** What the reader should know although it works. */
  readonly notes: readonly string[];
}

export function preview(kind: BodyKind, example: WebhookExample, template: string): Preview {
  if (kind === 'default') return { body: pretty(defaultBody(example)), error: undefined, notes: [] };
  if (kind === 'platform') return platform(example);
  try {
    const { text, unknown } = renderTemplate(template, templateScope(example));
    return { body: text, error: undefined, notes: [...variableNotes(template, unknown), ...jsonNotes(text)] };
  } catch (problem) {
    if (problem instanceof TemplateMistake) return { body: '', error: problem.message, notes: [] };
    throw problem;
  }
}

const pretty = (body: object): string => JSON.stringify(body, null, 2);

function platform(example: WebhookExample): Preview {
  if (example.situation !== 'test')
    return { body: pretty(platformBody(example)), error: undefined, notes: [] };
  return {
    body: '',
    error: undefined,
    notes: ['A plataforma só descreve monitor.down e monitor.up. Escolha uma das duas.'],
  };
}

/** A body need not be JSON; one that begins like it should be. */
function jsonNotes(text: string): string[] {
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
