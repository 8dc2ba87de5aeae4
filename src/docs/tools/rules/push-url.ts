/**
 * The address that a push monitor listens on: `{host}/api/push/{token}?status=up&msg=OK&ping=42` (requirements 001 §7).
 *
 * Owns: parsing, building and validating it. The result contains only characters that have no special meaning inside
 * quotes in any shell or programming language.
 */

import { EXAMPLE_ENVIRONMENT } from '#domain/subdomain/tenant-url.ts';
import { parseBrazilianNumber } from './brazilian-number.ts';

export interface PushCall {
  /** Address of the environment, as typed but in ASCII: "https://aurora.exemplo.com.br". */
  readonly host: string;
  readonly token: string;
  readonly status: 'up' | 'down';
  readonly msg: string;
  /** Milliseconds, as typed; empty to leave it out. */
  readonly ping: string;
}

export type PushField = 'host' | 'token' | 'msg' | 'ping';

/** Longest response time that the instance accepts (measured). */
const PING_MAX_MS = 100_000_000_000;
/** About one line of the instance's event list; longer texts only make the address break in some tools. */
export const MESSAGE_LENGTH_MAX = 250;
export const TOKEN_LENGTH = 32;

/**
 * Parses a whole push address, as copied from the monitor's form.
 *
 * @returns Its parts, or `null` when the text is not a push address.
 */
export function parsePushUrl(text: string): Partial<PushCall> | null {
  const found =
    /^\s*((?:https?:\/\/)?[^/:\s?#]+(?::\d+)?(?:\/[^?#\s]*?)?)\/api\/push\/([^/?#\s]+)(?:\?([^#\s]*))?/i.exec(
      text,
    );
  if (!found) return null;
  const [, host = '', token = '', query = ''] = found;
  const values = new Map(query.split('&').map((pair) => readPair(pair)));
  return {
    host,
    token: decode(token),
    ...(values.has('status') && { status: values.get('status') === 'up' ? 'up' : 'down' }),
    ...(values.has('msg') && { msg: values.get('msg') ?? '' }),
    ...(values.has('ping') && { ping: values.get('ping') ?? '' }),
  };
}

function readPair(pair: string): readonly [string, string] {
  const [name = '', value = ''] = pair.split('=', 2);
  return [decode(name), decode(value.replaceAll('+', ' '))];
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    // A lone "%" means that the text is not percent-encoded.
    return text;
  }
}

/** Says what is wrong with each part, in Portuguese sentences; valid parts are omitted. */
export function pushMistakes({ host, token, msg, ping }: PushCall): Partial<Record<PushField, string>> {
  const milliseconds = parseBrazilianNumber(ping);
  return {
    ...(hostMistake(host) !== null && { host: hostMistake(host) ?? '' }),
    ...(token.trim() === '' && { token: 'Copie o token do formulário do monitor.' }),
    ...(token.trim() !== '' &&
      !/^[\w-]+$/.test(token.trim()) && {
        token: 'O token tem só letras e números. Copie de novo, sem espaços.',
      }),
    ...(msg.length > MESSAGE_LENGTH_MAX && { msg: `A mensagem passa de ${MESSAGE_LENGTH_MAX} caracteres.` }),
    ...(milliseconds === 0 && { ping: 'O painel descarta 0. Escreva pelo menos 1, ou deixe vazio.' }),
    ...(ping !== '' &&
      (milliseconds === null || milliseconds > PING_MAX_MS) && {
        ping: 'Escreva os milissegundos como número, sem unidade: 42. Ou deixe vazio.',
      }),
  };
}

/** Pages of the panel, whose addresses people copy from the browser; they do not accept pushes. */
const PANEL_PAGE =
  /\/(?:dashboard|add|edit|clone|list|settings|maintenance|add-maintenance|manage-status-page|add-status-page|status|status-page|api)(?:\/|$)/i;

function hostMistake(host: string): string | null {
  const origin = originOf(host);
  if (origin === null) return `Escreva o endereço do seu painel, como ${EXAMPLE_ENVIRONMENT}.`;
  if (/^https?:\/\/(?!localhost(?:\/|$))[^.:/]+(?:\/|$)/i.test(origin))
    return `Falta o resto do endereço. Ele é como ${EXAMPLE_ENVIRONMENT}.`;
  const page = PANEL_PAGE.exec(origin);
  if (page === null) return null;
  return `Este é o endereço de uma página do painel. Deixe só ${origin.slice(0, page.index)}, ou cole a Push URL do monitor.`;
}

/** Keeps the scheme and host of an address, and the folder when there is one; `null` when it is not an address. */
function originOf(host: string): string | null {
  const text = host.trim().replace(/\/+$/, '');
  const address = /^[a-z]+:\/\//i.test(text) ? text : `https://${text}`;
  const isPlain = /^https?:\/\/[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?(?::\d{1,5})?(?:\/[\w./-]*)?$/i.test(address);
  return isPlain ? address : null;
}

/**
 * Builds the address to call. Invalid parts are inserted unchecked, so show the result only when `pushMistakes` is
 * empty.
 */
export function buildPushUrl({ host, token, status, msg, ping }: PushCall): string {
  const milliseconds = parseBrazilianNumber(ping);
  const query = [
    `status=${status}`,
    `msg=${encode(msg)}`,
    ...(ping === '' ? [] : [`ping=${milliseconds ?? encode(ping)}`]),
  ];
  return `${originOf(host) ?? 'https://SEU-AMBIENTE'}/api/push/${encode(token.trim()) || 'SEU_TOKEN'}?${query.join('&')}`;
}

/** `encodeURIComponent` keeps `'()!*`, which shells interpret, and throws on half a surrogate pair. */
function encode(text: string): string {
  return encodeURIComponent(text.replace(/\p{Surrogate}/gu, '\uFFFD')).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
