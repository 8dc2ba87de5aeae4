/** What the preview shows for a body and a situation. */
import { renderTemplate } from '#domain/payload/liquid.ts';
import { TemplateMistake } from '#domain/payload/liquid-values.ts';
import {
  defaultBody,
  platformBody,
  platformVariables,
  type Situation,
  templateScope,
  type WebhookExample,
} from '#domain/payload/webhook-body.ts';

export type BodyKind = 'default' | 'platform' | 'custom';

export const bodyNames: Readonly<Record<BodyKind, string>> = {
  default: 'Predefinição - application/json',
  platform: 'Corpo da plataforma',
  custom: 'Corpo Customizado',
};

export const situationNames: Readonly<Record<Situation, string>> = {
  down: 'O serviço caiu',
  up: 'O serviço voltou',
  test: 'Botão Testar',
};

export const messages: Readonly<Record<Situation, string>> = {
  down: 'Request failed with status code 503',
  up: '200 - OK',
  test: '',
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

function variableNotes(template: string, unknown: readonly string[]): string[] {
  const missing = unknown.map((name) => `${name} não é uma variável e sai vazia.`);
  const named = Object.entries(platformVariables).filter(([name]) =>
    new RegExp(String.raw`\{\{-?\s*${name}\s*[|}-]`).test(template),
  );
  const foreign = named.map(
    ([name, same]) => `${name} só existe nos modelos da plataforma. No Corpo Customizado, use ${same}.`,
  );
  return [...missing, ...foreign];
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
