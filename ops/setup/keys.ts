/** Whether a service takes a key, asked of the service itself. Each answers with a sentence, or with what it knows. */
import * as z from 'zod';
import { CommandFailure } from '#ops/failure.ts';
import { type Answer, ask } from './http.ts';

const Domains = z.object({
  data: z.array(z.object({ id: z.string(), name: z.string(), status: z.string() })),
});
export type MailDomain = z.output<typeof Domains>['data'][number];
const Problem = z.object({ name: z.string().default(''), message: z.string().default('') });
const DomainDetail = z.object({
  id: z.string(),
  name: z.string(),
  status: z.string(),
  records: z
    .array(
      z.object({
        type: z.enum(['TXT', 'MX', 'CNAME']).catch('TXT'),
        name: z.string(),
        value: z.string(),
        priority: z.number().optional(),
      }),
    )
    .default([]),
});
export type MailDomainDetail = z.output<typeof DomainDetail>;

const mailHeaders = (key: string) => ({ authorization: `Bearer ${key}` });

/**
 * The domains that a key of the mail provider sends for (Resend, `GET /domains`).
 * @throws CommandFailure for a key that it does not know, or that may not read them.
 */
export async function readMailDomains(baseUrl: string, key: string): Promise<readonly MailDomain[]> {
  const answer = await ask('O provedor de e-mail', `${baseUrl}/domains`, { headers: mailHeaders(key) });
  const read = Domains.safeParse(answer.body);
  if (answer.status < 300 && read.success) return read.data.data;
  const { name = '' } = Problem.safeParse(answer.body).data ?? {};
  throw new CommandFailure(
    name === 'restricted_api_key'
      ? 'Esta chave do provedor de e-mail só envia: crie uma com acesso inteiro ("Full access"), que deixa conferir o domínio do remetente.'
      : refusedKey('O provedor de e-mail', answer),
  );
}

/** The domain with its DNS records; made at the provider where it is not there. */
export async function ensureMailDomain(
  baseUrl: string,
  key: string,
  name: string,
): Promise<MailDomainDetail> {
  const known = (await readMailDomains(baseUrl, key)).find((each) => each.name === name);
  const answer = await ask(
    'O provedor de e-mail',
    `${baseUrl}/domains${known === undefined ? '' : `/${known.id}`}`,
    {
      headers: mailHeaders(key),
      // The provider's region in Brazil.
      ...(known === undefined ? { method: 'POST', json: { name, region: 'sa-east-1' } } : {}),
    },
  );
  const read = DomainDetail.safeParse(answer.body);
  if (answer.status < 300 && read.success) return read.data;
  throw new CommandFailure(refusedKey(`O provedor de e-mail, no domínio ${name},`, answer));
}

/** Asks the provider to look at the records now. */
export async function verifyMailDomain(baseUrl: string, key: string, id: string): Promise<void> {
  await ask('O provedor de e-mail', `${baseUrl}/domains/${id}/verify`, {
    method: 'POST',
    headers: mailHeaders(key),
  });
}

/** Beginnings of the keys of both places (docs.asaas.com, "Padrão de chave"). */
const asaasPrefix = { sandbox: '$aact_hmlg_', production: '$aact_prod_' } as const;

/** @throws CommandFailure for a key of the other place, or one that Asaas does not know. */
export async function checkAsaasKey(
  baseUrl: string,
  key: string,
  place: keyof typeof asaasPrefix,
): Promise<void> {
  const other = place === 'sandbox' ? 'production' : 'sandbox';
  if (key.startsWith(asaasPrefix[other]))
    throw new CommandFailure(
      place === 'sandbox'
        ? 'Esta chave do Asaas é de dinheiro de verdade: para começar, use uma de https://sandbox.asaas.com, que começa com $aact_hmlg_.'
        : 'Esta chave do Asaas é da área de testes: a de dinheiro de verdade começa com $aact_prod_.',
    );
  if (!key.startsWith('$'))
    throw new CommandFailure('Uma chave do Asaas começa com $aact_: copie-a inteira, com o cifrão.');
  const answer = await ask('O Asaas', `${baseUrl}/v3/customers?limit=1`, { headers: { access_token: key } });
  if (answer.status >= 300) throw new CommandFailure(refusedKey('O Asaas', answer));
}

const Bot = z.object({ ok: z.literal(true), result: z.object({ username: z.string() }) });
const Chat = z.object({ ok: z.literal(true), result: z.object({ id: z.number() }) });
const Updates = z.object({
  ok: z.literal(true),
  result: z.array(
    z.object({
      message: z.object({ chat: z.object({ id: z.number() }) }).optional(),
      my_chat_member: z.object({ chat: z.object({ id: z.number() }) }).optional(),
    }),
  ),
});

/**
 * The chat in which a Telegram bot writes to the operators.
 * @param chat As typed; without one, the newest that wrote to the bot.
 * @throws CommandFailure
 */
export async function readAlarmChat(
  baseUrl: string,
  token: string,
  chat: string | undefined,
): Promise<string> {
  const call = (method: string) => ask('O Telegram', `${baseUrl}/bot${token}/${method}`);
  const bot = Bot.safeParse((await call('getMe')).body);
  if (!bot.success)
    throw new CommandFailure(
      'O Telegram não conhece este robô: copie o token que o @BotFather deu, inteiro.',
    );
  const name = bot.data.result.username;
  if (chat !== undefined) {
    const found = Chat.safeParse((await call(`getChat?chat_id=${encodeURIComponent(chat)}`)).body);
    if (found.success) return String(found.data.result.id);
    throw new CommandFailure(
      `O robô @${name} não está na conversa ${chat}: ponha-o no grupo e responda de novo.`,
    );
  }
  const updates = Updates.safeParse((await call('getUpdates')).body);
  const chats = (updates.data?.result ?? []).flatMap(({ message, my_chat_member: joined }) => {
    const id = message?.chat.id ?? joined?.chat.id;
    return id === undefined ? [] : [id];
  });
  const newest = chats.at(-1);
  if (newest !== undefined) return String(newest);
  throw new CommandFailure(
    `O robô @${name} ainda não está em conversa nenhuma: escreva a ele, ou ponha-o no grupo da equipe e escreva ali, e responda de novo.`,
  );
}

function refusedKey(who: string, { status }: Answer): string {
  if (status === 429) return `${who} pede que se espere: responda de novo em um minuto.`;
  if (status >= 500) return `${who} falhou (${status}). Nada se perdeu: tente de novo em minutos.`;
  return `${who} recusou a chave (${status}): copie-a de novo, inteira, e confira se ainda está ativa.`;
}
