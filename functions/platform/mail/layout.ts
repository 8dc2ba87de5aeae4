/**
 * The one layout of all mails: readable without images or styles, and as plain text.
 *
 * Sizes and colours are inline, because many mail programs drop style sheets. Light only: mail programs have their own
 * dark mode, and it works worse when a mail has one too.
 */
import { html } from 'hono/html';

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
  /** Short lines of text and lists, in order. */
  readonly paragraphs: readonly (string | MailList)[];
  /** Details that a reader looks up later: amount, day, plan. Shown between the paragraphs and the button. */
  readonly facts?: readonly MailFact[];
  readonly action?: { readonly label: string; readonly url: string };
  /** Less important text, shown after the button. */
  readonly notes?: readonly string[];
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

const colors = { paper: '#f5f3ea', card: '#fdfcf6', ink: '#0d2018', soft: '#4a5b52', line: '#dcd8c9' };
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

function toHtml(
  { subject, paragraphs, facts = [], action, notes = [], isInternal = false }: MailContent,
  sender: MailSender,
): string {
  const paragraph = (text: string) => html`<p style="margin:0 0 16px;overflow-wrap:anywhere">${text}</p>`;
  const item = (text: string) => html`<li style="overflow-wrap:anywhere">${text}</li>`;
  const block = (content: string | MailList) =>
    typeof content === 'string'
      ? paragraph(content)
      : html`<ul style="margin:0 0 16px;padding-left:20px">${content.list.map(item)}</ul>`;
  const small = (text: string) =>
    html`<p style="margin:0 0 8px;color:${colors.soft};font-size:14px;overflow-wrap:anywhere">${text}</p>`;
  const fact = ({ label, value }: MailFact) =>
    html`<tr>
            <td style="padding:8px 16px 8px 0;border-top:1px solid ${colors.line};color:${colors.soft};vertical-align:top;white-space:nowrap">${label}</td>
            <td style="padding:8px 0;border-top:1px solid ${colors.line};font-weight:600;text-align:right;overflow-wrap:anywhere">${value}</td>
          </tr>`;
  const page = html`<!doctype html>
<html lang="pt-BR">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width,initial-scale=1">
    <meta name="color-scheme" content="light">
    <title>${oneLine(subject)}</title>
  </head>
  <body style="margin:0;background:${colors.paper};color:${colors.ink};font:16px/1.6 ${font}">
    <div style="max-width:560px;margin:0 auto;padding:32px 16px">
      <p style="font-size:20px;font-weight:700;margin:0 0 16px;padding:0 8px">${sender.productName}</p>
      <div style="background:${colors.card};border:1px solid ${colors.line};border-radius:14px;padding:24px">
        <h1 style="font-size:22px;line-height:1.3;font-weight:700;margin:0 0 16px;overflow-wrap:anywhere">${oneLine(subject)}</h1>
        ${paragraphs.map(block)}
        ${facts.length > 0 ? html`<table role="presentation" style="width:100%;border-collapse:collapse;margin:0 0 16px;font-size:15px;border-bottom:1px solid ${colors.line}">${facts.map(fact)}</table>` : ''}
        ${
          action
            ? html`<p style="margin:24px 0 12px"><a href="${action.url}" style="display:inline-block;background:${colors.ink};color:${colors.paper};padding:12px 20px;border-radius:10px;font-weight:600;text-decoration:none">${action.label}</a></p>
        ${small(`Se o botão não abrir, copie este endereço: ${action.url}`)}`
            : ''
        }
        ${notes.map(small)}
      </div>
      <div style="padding:16px 8px 0">${foot(isInternal, sender).map(small)}</div>
    </div>
  </body>
</html>`;
  return String(page);
}

function toText(
  { subject, paragraphs, facts = [], action, notes = [], isInternal = false }: MailContent,
  sender: MailSender,
): string {
  const blocks = [
    oneLine(subject),
    ...paragraphs.map((content) =>
      typeof content === 'string' ? content : content.list.map((each) => `- ${each}`).join('\n'),
    ),
    facts.map(({ label, value }) => `${label}: ${value}`).join('\n'),
    action ? `${action.label}: ${action.url}` : '',
    ...notes,
    ['--', ...foot(isInternal, sender)].join('\n'),
  ];
  return `${blocks.filter((block) => block !== '').join('\n\n')}\n`;
}
