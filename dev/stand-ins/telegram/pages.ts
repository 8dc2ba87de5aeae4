/** The pages: Ana's conversations, the pages of deep links, and the controls at `/__stand-in`. */
import { type Context, Hono } from 'hono';
import { html, raw } from 'hono/html';
import {
  answerControl,
  button as controlButton,
  settingsControl,
  standInPage,
  table,
} from '../control-page.ts';
import { type RefusalSettings, refusalChoices } from './answers.ts';
import type { Chats } from './chats.ts';
import {
  bot,
  type Chat,
  type ChatMessage,
  type Entity,
  type Press,
  type TelegramState,
  type Webhook,
} from './state.ts';
import { chatStyles } from './styles.ts';

const clock = new Intl.DateTimeFormat('pt-BR', { timeZone: 'America/Sao_Paulo', timeStyle: 'short' });
const addressOf = ({ id }: Chat): string => `/conversas/${id}`;

export function chatRoutes(state: TelegramState, chats: Chats): Hono {
  const routes = new Hono();
  const open = (): readonly Chat[] => state.chats.filter(({ upgradedTo }) => upgradedTo === null);
  const page = (c: Context, chat: Chat, code = '') =>
    c.html(
      chatPage(
        open(),
        chat,
        code,
        state.presses.filter((press) => press.chat === chat.id),
      ),
    );
  const first = (): Chat => open()[0] as Chat;

  routes.get('/', (c) => page(c, first()));
  routes.post('/__stand-in/updates', (c) => {
    for (const update of state.updates) update.dueAt = 0;
    return answerControl(c, {});
  });

  routes.get(`/${bot.username}`, (c) => {
    const group = c.req.query('startgroup');
    return group === undefined
      ? page(c, first(), c.req.query('start') ?? '')
      : c.html(
          groupPage(
            open().filter(({ type }) => type !== 'private'),
            group,
          ),
        );
  });

  routes.post('/conversas', async (c) => {
    const form = await c.req.parseBody();
    const group = chats.newGroup(String(form['titulo'] ?? '').trim() || 'Plantão');
    if (form['codigo'] !== undefined) chats.start(group, String(form['codigo']));
    return c.redirect(addressOf(group), 303);
  });

  /** What Ana does in a conversation; the page of the one that it returns follows. */
  const verb = (path: string, run: (chat: Chat, form: Readonly<Record<string, unknown>>) => Chat) =>
    routes.post(`/conversas/:id/${path}`, async (c) => {
      const chat = chats.find(Number(c.req.param('id')));
      if (chat === undefined) return c.notFound();
      return c.redirect(addressOf(run(chat, await c.req.parseBody())), 303);
    });
  verb('iniciar', (chat, { codigo }) => {
    chats.start(chat, String(codigo ?? ''));
    return chat;
  });
  verb('retirar', (chat) => {
    chats.expel(chat);
    return chat;
  });
  verb('texto', (chat, { texto }) => {
    const text = String(texto ?? '').trim();
    if (text !== '') chats.write(chat, text);
    return chat;
  });
  verb('aperta', (chat, { mensagem, botao }) => {
    const message = chat.messages.find(({ id }) => id === Number(mensagem));
    const button = message?.buttons?.find(({ data }) => data === botao);
    if (message !== undefined && button !== undefined) chats.press(chat, message, button);
    return chat;
  });
  verb('supergrupo', (chat) => chats.upgrade(chat));

  routes.get('/conversas/:id', (c) => {
    const chat = chats.find(Number(c.req.param('id')));
    return chat === undefined ? c.notFound() : page(c, chat);
  });
  return routes;
}

/** Addresses are links, as in Telegram. */
const linked = (text: string) =>
  text
    .split(/(https?:\/\/\S+)/)
    .map((part, index) => (index % 2 === 0 ? part : html`<a href="${part}">${part}</a>`));

/** A text with its parts as Telegram shows them. */
function marked(text: string, entities: readonly Entity[]) {
  let from = 0;
  const parts = entities
    .toSorted((one, other) => one.offset - other.offset)
    .flatMap(({ type, offset, length }) => {
      const before = linked(text.slice(from, offset));
      from = offset + length;
      const part = text.slice(offset, from);
      return [...before, type === 'bold' ? html`<b>${part}</b>` : html`<code>${part}</code>`];
    });
  return [...parts, ...linked(text.slice(from))];
}

function bubble(chat: Chat, { id, from, text, at, hasPreview, entities = [], buttons = [] }: ChatMessage) {
  const who = { ana: 'Ana', bot: bot.first_name, service: '' }[from];
  return html`<li class="${from}">
    ${who === '' ? '' : html`<b>${who}</b>`}
    <p>${marked(text, entities)}</p>
    <small>${clock.format(at)}${hasPreview ? ', com prévia dos links' : ''}</small>
    ${buttons.map(
      ({ text: label, data }) => html`<form method="post" action="${addressOf(chat)}/aperta">
        <input type="hidden" name="mensagem" value="${id}" /><input type="hidden" name="botao" value="${data}" />
        <button>${label}</button></form>`,
    )}
  </li>`;
}

/** What Telegram shows to who pressed a button, for a moment; here the newest one stays. */
function answered(presses: readonly Press[]) {
  const last = presses.at(-1);
  if (last === undefined) return '';
  return html`<li class="service"><p>${last.answer ?? 'Esperando o robô responder ao botão'}</p></li>`;
}

const button = (chat: Chat, verb: string, label: string, code = '') =>
  html`<form method="post" action="${addressOf(chat)}/${verb}">
    ${code === '' ? '' : html`<input type="hidden" name="codigo" value="${code}" />`}<button>${label}</button>
  </form>`;

/** What Ana can do with the bot here. */
function actions(chat: Chat, code: string) {
  if (chat.type === 'private') {
    const canStart = chat.bot !== 'member' || code !== '';
    return html`${canStart ? button(chat, 'iniciar', chat.bot === 'out' ? 'Desbloquear e iniciar' : 'Iniciar', code) : ''}
      ${chat.bot === 'member' ? button(chat, 'retirar', 'Bloquear') : ''}`;
  }
  return html`${chat.bot === 'member' ? button(chat, 'retirar', 'Remover o robô') : button(chat, 'iniciar', 'Adicionar o robô')}
    ${chat.type === 'group' ? button(chat, 'supergrupo', 'Virar supergrupo') : ''}`;
}

const kinds: Readonly<Record<Chat['type'], string>> = {
  private: 'conversa',
  group: 'grupo',
  supergroup: 'supergrupo',
};
const places: Readonly<Record<Chat['bot'], string>> = {
  absent: 'o robô ainda não está aqui',
  member: 'o robô está aqui',
  out: 'o robô não pode escrever aqui',
};

const newGroupForm = (code?: string) =>
  html`<form method="post" action="/conversas" class="line">
    ${code === undefined ? '' : html`<input type="hidden" name="codigo" value="${code}" />`}
    <label>Novo grupo <input name="titulo" value="Plantão" required maxlength="60" /></label>
    <button>Criar</button>
  </form>`;

/** New messages appear by themselves; what is typed stays. */
const refresh = `setInterval(async () => {
  const next = await fetch(location.href).then((answer) => answer.text()).catch(() => '');
  const list = new DOMParser().parseFromString(next, 'text/html').querySelector('ol');
  const shown = document.querySelector('ol');
  if (list && list.innerHTML !== shown.innerHTML) shown.replaceWith(list);
}, 1500);`;

function chatPage(all: readonly Chat[], chat: Chat, code: string, presses: readonly Press[]) {
  const list = all.map(
    (each) => html`<li><a href="${addressOf(each)}" ${each === chat ? raw('aria-current="page"') : ''}>
      ${each.title} <small>${kinds[each.type]}</small></a></li>`,
  );
  return standInPage(
    'Telegram',
    html`${chatStyles}
      <p>Você é a Ana. <a href="/__stand-in">Falhas e entregas</a></p>
      <div class="telegram">
        <nav aria-label="Conversas"><ul>${list}</ul>${newGroupForm()}</nav>
        <main>
          <h2>${chat.title} <small>${kinds[chat.type]}, ${places[chat.bot]}</small></h2>
          <div class="line">${actions(chat, code)}</div>
          ${code === '' ? '' : html`<p>Este link traz um código: “Iniciar” o envia ao robô.</p>`}
          <ol>${chat.messages.map((message) => bubble(chat, message))}${answered(presses)}</ol>
          <form method="post" action="${addressOf(chat)}/texto" class="line">
            <label>Mensagem <input name="texto" autocomplete="off" required maxlength="4096" /></label>
            <button>Enviar</button>
          </form>
        </main>
      </div>
      <script>${raw(refresh)}</script>`,
  );
}

/** Where a link with `startgroup` lands: the bot joins a group, which gets the code. */
function groupPage(groups: readonly Chat[], code: string) {
  return standInPage(
    `Adicionar ${bot.first_name} a um grupo`,
    html`${chatStyles}
      <p>O grupo recebe o código do link. <a href="/">Voltar às conversas</a></p>
      <div class="line">${groups.map((group) => button(group, 'iniciar', group.title, code))}</div>
      ${newGroupForm(code)}`,
  );
}

/** How many messages are answered with 429, and for how long. */
export const pauseControl = (state: TelegramState) =>
  settingsControl<Pick<TelegramState, 'pauses' | 'retryAfter'>>({
    name: 'pauses',
    legend: 'Pedir pausa (429)',
    fields: { pauses: 'Mensagens a recusar', retryAfter: 'Pausa (s)' },
    read: () => state,
  });

/** What messages are refused with, in one chat or in all. */
export const answersControl = (state: TelegramState) =>
  settingsControl<RefusalSettings>({
    name: 'answers',
    legend: 'Recusar assim',
    fields: {
      refusal: { label: 'Resposta', choices: refusalChoices },
      times: 'Quantas vezes',
      chat: 'só na conversa',
    },
    read: () => state.answers,
  });

/** @param forms What can be set. */
export const deliveriesPage = (state: TelegramState, webhook: Webhook | null, forms: unknown) =>
  html`<p><a href="/">Voltar às conversas</a></p>
    ${forms}
    <h2>Entregas</h2>
    <p>Webhook: <code>${webhook?.url ?? 'nenhum'}</code>
      ${state.lastError === null ? '' : html`<br />Última falha: ${state.lastError.message}`}</p>
    ${controlButton('updates', 'Tentar já')}
    ${table(
      ['Número', 'Tipo', 'Tentativas', 'Próxima'],
      state.updates.map(({ body, tries, dueAt }) => [
        body.update_id,
        Object.keys(body)[1],
        tries,
        clock.format(dueAt),
      ]),
    )}`;
