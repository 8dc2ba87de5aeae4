/**
 * The one layout of all mails: readable without images or styles, in light and dark, and as plain text.
 *
 * Sizes and colours are inline, because many mail programs drop style sheets (mail-style.ts). Addresses of buttons and words
 * may hold secrets, so HTML shows none of them; the text has each beside its word.
 */
import { html } from 'hono/html';
import type { Tone } from '#domain/alerts/blocks.ts';
import type { AlertState } from '#domain/alerts/mail-content.ts';
import type { MailLink } from '#domain/email/mail-link.ts';
import { briefState, stateBody, stateHead, stateText } from './mail-states.ts';
import { light, MAIL_SHEET, toneColors } from './mail-style.ts';

export interface MailFact {
  readonly label: string;
  readonly value: string;
}

/** Names or addresses, one a line. */
export interface MailList {
  readonly list: readonly string[];
}

export interface MailContent {
  readonly subject: string;
  /** Colour of its head; without one the head is plain. */
  readonly tone?: Tone;
  /** States of monitors, the most urgent first; they stand before everything else. */
  readonly states?: readonly AlertState[];
  /** Short lines of text and lists, in order. */
  readonly paragraphs: readonly (string | MailList)[];
  /** Details that a reader looks up later: amount, day, plan. Shown between the paragraphs and the button. */
  readonly facts?: readonly MailFact[];
  readonly action?: MailLink;
  /** What else may be done at once, as a second button. */
  readonly other?: MailLink;
  /** Less important text and links, shown after the button. */
  readonly notes?: readonly (string | MailLink)[];
  /** True for mails to the team, which need no support contact. */
  readonly isInternal?: boolean;
}

/** The sender, for head and foot of every mail. */
export interface MailSender {
  readonly productName: string;
  /** Legal name and CNPJ (Decreto 7.962/2013). */
  readonly company: string;
  readonly supportEmail: string;
}

/** States that are shown whole; of the others each is one line. */
const WHOLE_MAX = 8;
const font = 'Figtree,Helvetica,Arial,sans-serif';

/** Removes line breaks from a subject, so that typed text cannot start another header. */
export function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim();
}

/** Renders a mail; every value is escaped. HTML and text have the same content. */
export function renderMail(content: MailContent, sender: MailSender): { html: string; text: string } {
  return { html: toHtml(content, sender), text: toText(content, sender) };
}

function foot(isInternal: boolean, { productName, company, supportEmail }: MailSender): readonly string[] {
  const signature = `${productName} · ${company}`;
  return isInternal ? [signature] : [`Dúvidas? Escreva para ${supportEmail}.`, signature];
}

const wrap = 'overflow-wrap:anywhere';

const paragraph = (text: string) => html`<p style="margin:0 0 16px;${wrap}">${text}</p>`;

const small = (text: string | MailLink) =>
  html`<p class="soft" style="margin:0 0 8px;color:${light('soft')};font-size:14px;${wrap}">${
    typeof text === 'string'
      ? text
      : html`<a class="soft" href="${text.url}" style="color:${light('soft')}">${text.label}</a>`
  }</p>`;

function blockOf(content: string | MailList) {
  if (typeof content === 'string') return paragraph(content);
  return html`<ul style="margin:0 0 16px;padding-left:20px">${content.list.map(
    (text) => html`<li style="${wrap}">${text}</li>`,
  )}</ul>`;
}

const fact = ({ label, value }: MailFact) =>
  html`<tr>
            <td class="line soft" style="padding:8px 16px 8px 0;border-top:1px solid ${light('line')};color:${light('soft')};vertical-align:top;white-space:nowrap">${label}</td>
            <td class="line" style="padding:8px 0;border-top:1px solid ${light('line')};font-weight:600;text-align:right;${wrap}">${value}</td>
          </tr>`;

const factTable = (facts: readonly MailFact[]) =>
  html`<table role="presentation" class="line" style="width:100%;border-collapse:collapse;margin:0 0 16px;font-size:15px;border-bottom:1px solid ${light('line')}">${facts.map(fact)}</table>`;

const box = 'display:inline-block;padding:12px 20px;border-radius:10px;font-weight:600;text-decoration:none';

const button = ({ label, url }: MailLink) =>
  html`<a class="button on-button" href="${url}" style="${box};margin:0 8px 12px 0;border:1px solid transparent;background:${light('button')};color:${light('on-button')}">${label}</a>`;

const outlined = ({ label, url }: MailLink) =>
  html`<a class="outline" href="${url}" style="${box};margin:0 0 12px;border:1px solid ${light('soft')};color:${light('ink')}">${label}</a>`;

/** The first thing that is read: the state, in its colour and in words. */
function head({ subject, tone, states = [] }: MailContent) {
  const [only, ...others] = states;
  const title = oneLine(subject);
  if (only !== undefined && others.length === 0) return ground(only.tone, stateHead(only));
  if (tone !== undefined) return ground(tone, heading(title));
  return html`<div style="padding:24px 24px 0">${heading(title)}</div>`;
}

const heading = (title: string) =>
  html`<h1 style="font-size:22px;line-height:1.3;font-weight:700;margin:0;${wrap}">${title}</h1>`;

function ground(tone: Tone, content: unknown) {
  const [background, color] = toneColors[tone];
  return html`<div style="padding:20px 24px;background:${background};color:${color};border-radius:13px 13px 0 0">${content}</div>`;
}

function toHtml(content: MailContent, sender: MailSender): string {
  const { subject, states = [], paragraphs, facts = [], action, other, notes = [] } = content;
  const isOne = states.length === 1;
  const page = html`<!doctype html>
<html lang="pt-BR">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width,initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <meta name="supported-color-schemes" content="light dark">
    <title>${oneLine(subject)}</title>
    <style>${MAIL_SHEET}</style>
  </head>
  <body class="paper ink" style="margin:0;background:${light('paper')};color:${light('ink')};font:16px/1.6 ${font}">
    <div class="paper ink" style="background:${light('paper')};color:${light('ink')}">
    <div style="max-width:560px;margin:0 auto;padding:24px 16px">
      <p style="font-size:18px;font-weight:700;margin:0 0 12px;padding:0 8px">${sender.productName}</p>
      <div class="card line" style="background:${light('card')};border:1px solid ${light('line')};border-radius:14px">
        ${head(content)}
        <div style="padding:20px 24px 16px">
        ${states.slice(0, WHOLE_MAX).map((state) => stateBody(state, isOne))}
        ${states.slice(WHOLE_MAX).map(briefState)}
        ${paragraphs.map(blockOf)}
        ${facts.length > 0 ? factTable(facts) : ''}
        ${action || other ? html`<p style="margin:20px 0 4px">${action ? button(action) : ''}${other ? outlined(other) : ''}</p>` : ''}
        ${action && states.length === 0 && mayBeShown(action) ? small(`Se o botão não abrir, copie este endereço: ${action.url}`) : ''}
        ${notes.map(small)}
        </div>
      </div>
      <div style="padding:16px 8px 0">${foot(content.isInternal ?? false, sender).map(small)}</div>
    </div>
    </div>
  </body>
</html>`;
  return String(page);
}

/** What stands behind `#` is a secret. */
const mayBeShown = ({ url }: MailLink): boolean => !url.includes('#');

const linkText = ({ label, url }: MailLink): string => `${label}: ${url}`;

function toText(content: MailContent, sender: MailSender): string {
  const { subject, states = [], paragraphs, facts = [], action, other, notes = [] } = content;
  const blocks = [
    oneLine(subject),
    ...states.map((state, place) => stateText(state, place < WHOLE_MAX && states.length > 1)),
    ...paragraphs.map((each) =>
      typeof each === 'string' ? each : each.list.map((item) => `- ${item}`).join('\n'),
    ),
    facts.map(({ label, value }) => `${label}: ${value}`).join('\n'),
    action ? linkText(action) : '',
    other ? linkText(other) : '',
    ...notes.map((note) => (typeof note === 'string' ? note : linkText(note))),
    ['--', ...foot(content.isInternal ?? false, sender)].join('\n'),
  ];
  return `${blocks.filter((block) => block !== '').join('\n\n')}\n`;
}
