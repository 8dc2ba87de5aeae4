/** Who hears of a drill: the owner by mail, and a chat; and what each was told of a monitor. */
import { telegramLinkEndpoint } from '#domain/api-schemas/alerts.ts';
import { type Platform, type Rented, until } from './platform.ts';

/** What a line says of a monitor. `brief`: a fall and its return. `left`: it is not watched any more, while it was down. */
export type Told = 'down' | 'up' | 'brief' | 'left' | 'still' | 'first';

const PATIENCE_MS = 60_000;

const sentences: readonly (readonly [RegExp, Told])[] = [
  [/paramos de vigiar/i, 'left'],
  [/ficou fora do ar|caiu \d+ vezes/i, 'brief'],
  [/continua/i, 'still'],
  [/voltou/i, 'up'],
  [/está fora do ar|não teve resposta/i, 'down'],
  [/primeira checagem/i, 'first'],
];

/**
 * What lines of messages say of a monitor, in order; a chat's have a sign before them where they are several. Subjects and
 * lines about maintenance name it elsewhere.
 */
function readLines(texts: readonly string[], name: string): Told[] {
  const named = new RegExp(`^(?:[🔴🟠🟢🔵] )?${name}[ :]`, 'u');
  return texts
    .flatMap((text) => text.split('\n'))
    .filter((line) => named.test(line))
    .flatMap((line) => sentences.find(([sentence]) => sentence.test(line))?.[1] ?? []);
}

/** Connects a chat of the local messenger, and returns what the listeners were told. */
export async function listenTo(platform: Platform, rented: Rented) {
  const { telegram } = platform.stack.services;
  const [chat] = telegram.state.chats;
  if (chat === undefined) throw new Error('The local messenger has no chat.');
  const link = (await (await rented.call(telegramLinkEndpoint, 'POST', {})).json()) as { person: string };
  telegram.chats.start(chat, new URL(link.person).searchParams.get('start') ?? '');
  const isConnected = async () => {
    await telegram.tick();
    return (await rented.alerts()).recipients.some(
      ({ kind, state }) => kind === 'telegram' && state === 'on',
    );
  };
  await until(isConnected, PATIENCE_MS, 'the chat is connected');
  return {
    async told(name: string): Promise<{ readonly mail: readonly Told[]; readonly chat: readonly Told[] }> {
      const mails = await platform.mailsTo(rented.owner, name);
      const texts = chat.messages.filter(({ from }) => from === 'bot').map(({ text }) => text);
      return {
        mail: readLines(
          mails.map(({ text }) => text ?? ''),
          name,
        ),
        chat: readLines(texts, name),
      };
    },
    /** Whole messages that name a monitor, as they were written. */
    async texts(name: string): Promise<readonly string[]> {
      const mails = await platform.mailsTo(rented.owner, name);
      return [
        ...mails.map(({ text }) => text ?? ''),
        ...chat.messages
          .filter(({ from, text }) => from === 'bot' && text.includes(name))
          .map(({ text }) => text),
      ];
    },
  };
}
export type Listeners = Awaited<ReturnType<typeof listenTo>>;
