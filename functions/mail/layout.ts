/** The one layout of every message: readable without images or style, and as plain text. */
import { html } from 'hono/html';

export interface MailContent {
  readonly subject: string;
  /** Short lines of text, in order. */
  readonly paragraphs: readonly string[];
  readonly action?: { readonly label: string; readonly url: string };
}

/** Renders a message; every value is escaped. */
export function renderMail(
  { subject, paragraphs, action }: MailContent,
  productName: string,
): { html: string; text: string } {
  const page = html`<!doctype html>
<html lang="pt-BR">
  <head><meta charset="utf-8"><title>${subject}</title></head>
  <body style="margin:0;background:#f5f3ea;color:#0d2018;font:16px/1.6 Figtree,Helvetica,Arial,sans-serif">
    <div style="max-width:560px;margin:0 auto;padding:32px 24px">
      <p style="font-size:20px;font-weight:700;margin:0 0 24px">${productName}</p>
      ${paragraphs.map((paragraph) => html`<p style="margin:0 0 16px">${paragraph}</p>`)}
      ${
        action
          ? html`<p style="margin:24px 0"><a href="${action.url}" style="display:inline-block;background:#0d2018;color:#f5f3ea;padding:12px 20px;border-radius:10px;text-decoration:none">${action.label}</a></p>
      <p style="margin:0;color:#4a5b52;font-size:14px">Se o botão não abrir, copie este endereço: ${action.url}</p>`
          : ''
      }
    </div>
  </body>
</html>`;
  const lines = [...paragraphs, ...(action ? [`${action.label}: ${action.url}`] : [])];
  return { html: String(page), text: `${lines.join('\n\n')}\n` };
}
