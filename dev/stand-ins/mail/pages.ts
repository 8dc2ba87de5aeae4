/** The inbox in the browser. A mail's HTML is sandboxed: no scripts, and links open in a new tab. */
import { html } from 'hono/html';
import { type Faults, faultForm, standInPage } from '../stand-in.ts';
import type { StoredMail } from './state.ts';

const clock = new Intl.DateTimeFormat('pt-BR', {
  timeZone: 'America/Sao_Paulo',
  dateStyle: 'short',
  timeStyle: 'medium',
});

export function inboxPage(messages: readonly StoredMail[], faults: Faults) {
  const rows = messages.toReversed().map(
    (each) => html`<tr>
      <td>${clock.format(each.receivedAt)}</td>
      <td>${each.to.join(', ')}</td>
      <td><a href="/__stand-in/messages/${each.id}">${each.subject}</a></td>
    </tr>`,
  );
  return standInPage(
    'Caixa de entrada',
    html`${faultForm(faults)}
      <div>${messages.length} mensagem(ns).
        <form method="post" action="/__stand-in/messages/delete"><button>Apagar todas</button></form>
      </div>
      <table>
        <thead><tr><th scope="col">Recebida</th><th scope="col">Para</th><th scope="col">Assunto</th></tr></thead>
        <tbody>${rows}</tbody>
      </table>`,
  );
}

export function messagePage(message: StoredMail) {
  return standInPage(
    message.subject,
    html`<p><a href="/__stand-in">Voltar à caixa de entrada</a></p>
      <p>De ${message.from} para ${message.to.join(', ')}, ${clock.format(message.receivedAt)}</p>
      <form method="post" action="/__stand-in/messages/${message.id}/devolver">
        <button>Devolver: a caixa não existe</button>
        <button formaction="/__stand-in/messages/${message.id}/spam">Marcar como spam</button>
      </form>
      ${
        message.html === null
          ? ''
          : html`<h2>HTML</h2>
              <iframe
                title="Mensagem em HTML"
                sandbox="allow-popups allow-popups-to-escape-sandbox"
                srcdoc="${message.html}"
                style="width:100%;height:32rem;border:1px solid #8886;border-radius:10px;background:#fff"
              ></iframe>`
      }
      ${message.text === null ? '' : html`<h2>Texto</h2><pre style="white-space:pre-wrap">${message.text}</pre>`}`,
  );
}
