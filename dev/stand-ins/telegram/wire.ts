/** Objects in Telegram's format. Source: core.telegram.org/bots/api, and its server tdlib/telegram-bot-api. */
import { ana, type BotPlace, type Button, bot, type Chat, type ChatMessage } from './state.ts';

const chatObject = ({ id, type, title }: Chat) =>
  type === 'private'
    ? { id, first_name: ana.first_name, type }
    : { id, title, type, ...(type === 'group' ? { all_members_are_administrators: true } : {}) };

const seconds = (ms: number): number => Math.floor(ms / 1000);

/** A message of Ana, or a service message when `content` is one. */
export const messageObject = (chat: Chat, id: number, at: number, content: object) => ({
  message_id: id,
  from: ana,
  chat: chatObject(chat),
  date: seconds(at),
  ...content,
});

/** A text of Ana; a command at its start is marked. */
export function textContent(text: string): object {
  const command = /^\/\w+(?:@\w+)?/.exec(text)?.[0];
  return command === undefined
    ? { text }
    : { text, entities: [{ offset: 0, length: command.length, type: 'bot_command' }] };
}

export const botMessageObject = (chat: Chat, { id, at, text, buttons }: ChatMessage) => ({
  message_id: id,
  from: bot,
  chat: chatObject(chat),
  date: seconds(at),
  text,
  ...(buttons && { reply_markup: { inline_keyboard: buttons.map(buttonRow) } }),
});

const buttonRow = ({ text, data }: Button) => [{ text, callback_data: data }];

/** Ana pressed a button under a message of the bot. */
export const pressObject = (press: string, chat: Chat, message: ChatMessage, { data }: Button) => ({
  id: press,
  from: ana,
  message: botMessageObject(chat, message),
  chat_instance: String(-chat.id),
  data,
});

function memberObject(place: BotPlace) {
  if (place === 'out') return { user: bot, status: 'kicked', until_date: 0 };
  return { user: bot, status: place === 'member' ? 'member' : 'left' };
}

/** The bot came, left, or was blocked. */
export const placeObject = (chat: Chat, before: BotPlace, at: number) => ({
  chat: chatObject(chat),
  from: ana,
  date: seconds(at),
  old_chat_member: memberObject(before),
  new_chat_member: memberObject(chat.bot),
});
