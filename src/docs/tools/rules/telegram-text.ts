/**
 * How Telegram shows a template in the format chosen in the form, and what it refuses.
 *
 * Owns: MarkdownV2 and HTML as the Bot API reads them (https://core.telegram.org/bots/api#formatting-options). A message
 * with a mistake does not arrive at all, so a mistake is a sentence for the author.
 */
import type { Mark, Piece } from './marked-text.ts';

/** The form's names (`Formato da mensagem`). */
export const telegramFormats = { plain: 'Texto Simples', HTML: 'HTML', MarkdownV2: 'MarkdownV2' } as const;
export type TelegramFormat = keyof typeof telegramFormats;

type TelegramReading =
  | { readonly pieces: readonly Piece[]; readonly mistake?: undefined }
  | { readonly pieces?: undefined; readonly mistake: string };

/** Escapes values as the instance does for MarkdownV2, before it fills in a template. */
export const escapeMarkdown = (text: string): string => text.replace(/[_*[\]()~>#+\-=|{}.!\\]/g, '\\$&');

export function readTelegram(text: string, format: TelegramFormat): TelegramReading {
  if (format === 'plain') return { pieces: [{ text, marks: [] }] };
  return format === 'HTML' ? readHtml(text) : readMarkdown(text);
}

/** Collects text under the marks that are open. */
function writer() {
  const pieces: Piece[] = [];
  let open: readonly Mark[] = [];
  return {
    pieces,
    add(text: string, ...more: Mark[]): void {
      const marks = [...open, ...more];
      const last = pieces.at(-1);
      if (last !== undefined && last.marks.join() === marks.join())
        pieces[pieces.length - 1] = { text: last.text + text, marks };
      else pieces.push({ text, marks });
    },
    open: (mark: Mark): void => {
      open = [...open, mark];
    },
    close: (): void => {
      open = open.slice(0, -1);
    },
    last: (): Mark | undefined => open.at(-1),
    has: (mark: Mark): boolean => open.includes(mark),
  };
}

/** Longer signs first. */
const signs: readonly (readonly [sign: string, mark: Mark])[] = [
  ['__', 'underline'],
  ['||', 'spoiler'],
  ['*', 'bold'],
  ['_', 'italic'],
  ['~', 'strike'],
];
const RESERVED = /^[_*[\]()~`>#+\-=|{}.!]/;

function readMarkdown(text: string): TelegramReading {
  const out = writer();
  let at = 0;
  while (at < text.length) {
    const rest = text.slice(at);
    const [escaped] = /^\\[\x21-\x7e]/.exec(rest) ?? [];
    const code = /^(```)(?:\w*\n)?([\s\S]*?)```|^(`)([^`]*)`/.exec(rest);
    const link = /^\[((?:\\.|[^\]\\])+)\]\(((?:\\.|[^)\\])+)\)/.exec(rest);
    const found = signs.find(([sign]) => rest.startsWith(sign));
    if (escaped !== undefined) {
      out.add(escaped.slice(1));
      at += 2;
    } else if (code !== null) {
      out.add((code[2] ?? code[4] ?? '').replace(/\\([`\\])/g, '$1'), 'code');
      at += code[0].length;
    } else if (link !== null) {
      out.add((link[1] ?? '').replace(/\\(.)/g, '$1'), 'link');
      at += link[0].length;
    } else if (found !== undefined) {
      const [sign, mark] = found;
      if (out.last() === mark) out.close();
      else if (out.has(mark)) return { mistake: crossed(sign) };
      else out.open(mark);
      at += sign.length;
    } else if (rest.startsWith('>') && (at === 0 || text[at - 1] === '\n')) {
      at += 1;
    } else if (RESERVED.test(rest)) {
      return {
        mistake: `O Telegram recusa “${rest[0]}” sem uma barra antes. Escreva \\${rest[0]} no modelo.`,
      };
    } else {
      out.add(rest[0] ?? '');
      at += 1;
    }
  }
  const left = signs.find(([, mark]) => mark === out.last());
  return left === undefined
    ? { pieces: out.pieces }
    : { mistake: `O Telegram recusa a mensagem: um “${left[0]}” abre e não fecha.` };
}

const crossed = (sign: string): string =>
  `O Telegram recusa a mensagem: “${sign}” fecha antes do que foi aberto depois dele.`;

const tags: Readonly<Record<string, Mark>> = {
  b: 'bold',
  strong: 'bold',
  i: 'italic',
  em: 'italic',
  u: 'underline',
  ins: 'underline',
  s: 'strike',
  strike: 'strike',
  del: 'strike',
  code: 'code',
  pre: 'code',
  a: 'link',
  'tg-spoiler': 'spoiler',
};
const entities: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"' };

function readHtml(text: string): TelegramReading {
  const out = writer();
  const opened: string[] = [];
  for (const [part] of text.matchAll(/<[^<>]*>|&\w+;|<|[^<&]+|&/g)) {
    const [, slash, name = ''] = /^<(\/?)([a-z][\w-]*)[^>]*>$/i.exec(part) ?? [];
    const mark = tags[name.toLowerCase()];
    if (slash === undefined && !part.startsWith('<')) {
      out.add(/^&\w+;$/.test(part) ? (entities[part.slice(1, -1)] ?? part) : part);
    } else if (mark === undefined) {
      return { mistake: `O Telegram recusa “${part}” neste formato. Um < que é só texto se escreve &lt;` };
    } else if (slash === '') {
      opened.push(name.toLowerCase());
      out.open(mark);
    } else if (opened.pop() === name.toLowerCase()) {
      out.close();
    } else {
      return { mistake: `O Telegram recusa a mensagem: ${part} fecha o que não está aberto.` };
    }
  }
  const left = opened.at(-1);
  return left === undefined
    ? { pieces: out.pieces }
    : { mistake: `O Telegram recusa a mensagem: <${left}> abre e não fecha.` };
}
