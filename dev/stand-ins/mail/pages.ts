/** The inbox in the browser. A mail's HTML is sandboxed: no scripts, and links open in a new tab. */
import { html } from 'hono/html';
import { button, standInPage, table } from '../control-page.ts';
import { endLabels } from './answers.ts';
import type { StoredMail } from './state.ts';

const clock = new Intl.DateTimeFormat('pt-BR', {
  timeZone: 'America/Sao_Paulo',
  dateStyle: 'short',
  timeStyle: 'medium',
});

export const inboxPage = (messages: readonly StoredMail[]) => html`<div>${messages.length} mensagem(ns).
    ${button('messages/delete', 'Apagar todas')}</div>
  ${table(
    ['Recebida', 'Para', 'Assunto'],
    messages
      .toReversed()
      .map(({ id, receivedAt, to, subject }) => [
        clock.format(receivedAt),
        to.join(', '),
        html`<a href="/__stand-in/messages/${id}">${subject}</a>`,
      ]),
  )}`;

/** A mail's pages may not be framed, and a mail program opens them in the browser. */
function withLinksInTabs(mail: string): string {
  const base = '<base target="_blank">';
  return /<head\b/i.test(mail) ? mail.replace(/<head\b[^>]*>/i, `$&${base}`) : `${base}${mail}`;
}

export function messagePage(message: StoredMail) {
  return standInPage(
    message.subject,
    html`<p><a href="/__stand-in">Voltar à caixa de entrada</a></p>
      <p>De ${message.from} para ${message.to.join(', ')}, ${clock.format(message.receivedAt)}</p>
      <form method="post">
        ${Object.entries(endLabels).map(
          ([end, label]) =>
            html`<button formaction="/__stand-in/messages/${message.id}/${end}">${label}</button> `,
        )}
      </form>
      ${
        message.html === null
          ? ''
          : html`<h2>HTML</h2>
              <iframe
                title="Mensagem em HTML"
                sandbox="allow-popups allow-popups-to-escape-sandbox"
                srcdoc="${withLinksInTabs(message.html)}"
                style="width:100%;height:44rem;border:1px solid #8886;border-radius:10px;background:#fff"
              ></iframe>`
      }
      ${message.text === null ? '' : html`<h2>Texto</h2><pre style="white-space:pre-wrap">${message.text}</pre>`}`,
  );
}
