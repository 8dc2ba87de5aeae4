/** What Ana can do, and the updates that follow from it. */
import { type Button, bot, type Chat, type ChatMessage, type TelegramState } from './state.ts';
import { messageObject, placeObject, pressObject, textContent } from './wire.ts';

/** Supergroups are -100 and ten digits. */
const SUPERGROUPS_BELOW = -1_000_000_000_000;

export interface Chats {
  find(id: number): Chat | undefined;
  say(
    chat: Chat,
    from: ChatMessage['from'],
    text: string,
    more?: Pick<ChatMessage, 'hasPreview' | 'entities' | 'buttons'>,
  ): ChatMessage;
  /** Ana presses a button under a message, also an old one and again; the bot has to answer. */
  press(chat: Chat, message: ChatMessage, button: Button): void;
  /** Ana writes. In a group the bot sees only commands, as with Telegram's privacy mode. */
  write(chat: Chat, text: string): void;
  /** Ana presses "Iniciar", or adds the bot to a group, with the code of a deep link. */
  start(chat: Chat, code: string): void;
  /** Ana blocks the bot, or removes it from a group. */
  expel(chat: Chat): void;
  newGroup(title: string): Chat;
  /** A group becomes a supergroup, which has another id; nothing says that the bot left the old one. */
  upgrade(group: Chat): Chat;
}

/** @param send Queues an update of this type about a chat. */
export function createChats(
  state: TelegramState,
  now: () => number,
  send: (chat: Chat, type: 'message' | 'my_chat_member' | 'callback_query', content: object) => void,
): Chats {
  const nextId = (): number => {
    state.lastId += 1;
    return state.lastId;
  };
  const say: Chats['say'] = (chat, from, text, more = {}) => {
    const message = { id: nextId(), from, text, at: now(), ...more };
    chat.messages.push(message);
    return message;
  };
  const service = (chat: Chat, text: string, content: object): void => {
    const { id, at } = say(chat, 'service', text);
    send(chat, 'message', messageObject(chat, id, at, content));
  };
  const place = (chat: Chat, bot: Chat['bot']): void => {
    const before = chat.bot;
    chat.bot = bot;
    // A first "Iniciar" in a private chat is told by its message alone.
    if (chat.type !== 'private' || before !== 'absent')
      send(chat, 'my_chat_member', placeObject(chat, before, now()));
  };
  const write: Chats['write'] = (chat, text) => {
    if (chat.type === 'private' && chat.bot !== 'member') place(chat, 'member');
    const { id, at } = say(chat, 'ana', text);
    const isSeen = chat.bot === 'member' && (chat.type === 'private' || text.startsWith('/'));
    if (isSeen) send(chat, 'message', messageObject(chat, id, at, textContent(text)));
  };
  const newChat = (id: number, type: Chat['type'], title: string): Chat => {
    const chat: Chat = { id, type, title, bot: 'absent', upgradedTo: null, messages: [] };
    state.chats.push(chat);
    return chat;
  };

  return {
    find: (id) => state.chats.find((chat) => chat.id === id),
    say,
    write,
    press(chat, message, button) {
      const press = { id: String(nextId()), chat: chat.id, at: now(), answer: null };
      state.presses.push(press);
      send(chat, 'callback_query', pressObject(press.id, chat, message, button));
    },
    start(chat, code) {
      if (chat.type === 'private') return write(chat, `/start ${code}`.trim());
      if (chat.bot !== 'member') {
        place(chat, 'member');
        service(chat, `Ana adicionou ${bot.first_name}`, {
          new_chat_participant: bot,
          new_chat_member: bot,
          new_chat_members: [bot],
        });
      }
      if (code !== '') write(chat, `/start@${bot.username} ${code}`);
    },
    expel(chat) {
      if (chat.bot !== 'member') return;
      if (chat.type !== 'private')
        service(chat, `Ana removeu ${bot.first_name}`, {
          left_chat_participant: bot,
          left_chat_member: bot,
        });
      place(chat, 'out');
    },
    newGroup: (title) => newChat(-nextId() - 4_000_000, 'group', title),
    upgrade(group) {
      const supergroup = newChat(SUPERGROUPS_BELOW - nextId(), 'supergroup', group.title);
      const wasMember = group.bot === 'member';
      group.upgradedTo = supergroup.id;
      if (wasMember) {
        place(supergroup, 'member');
        service(supergroup, 'O grupo virou supergrupo', { migrate_from_chat_id: group.id });
        service(group, 'O grupo virou supergrupo', { migrate_to_chat_id: supergroup.id });
      }
      return supergroup;
    },
  };
}
