/**
 * What a channel or a webhook can be told to answer, in the words of the real ones: api.slack.com (changelog of 2016-05-17),
 * discord.com/developers and discord-api-docs #5810, learn.microsoft.com (Azure Logic Apps), Standard Webhooks 1.0.0.
 */

/** Whose address it is. */
const providers = ['slack', 'discord', 'teams', 'webhook'] as const;
export type Provider = (typeof providers)[number];

interface Answer {
  readonly status: number;
  /** Text, or an object that is sent as JSON. */
  readonly body: string | object;
  readonly headers?: Readonly<Record<string, string>>;
}

export const providerOf = (host: string): Provider => {
  if (host === 'hooks.slack.com') return 'slack';
  if (host === 'discord.com' || host === 'discordapp.com') return 'discord';
  return /logic\.azure\.com$|powerplatform\.com$|powerautomate\.com$/.test(host) ? 'teams' : 'webhook';
};

/** As it answers on a good day. */
export const accepted: Readonly<Record<Provider, Answer>> = {
  slack: { status: 200, body: 'ok' },
  discord: { status: 204, body: '' },
  // The flow was started; whether it posts is the flow's matter.
  teams: { status: 202, body: '' },
  webhook: { status: 200, body: 'recebido' },
};

const discordError = (code: number, message: string): object => ({ message, code });
const teamsError = (code: string, message: string): object => ({ error: { code, message } });

/** By the name in the form. */
export const refusals: Readonly<Record<string, Answer>> = {
  'slack-revogado': { status: 403, body: 'invalid_token' },
  'slack-sem-servico': { status: 404, body: 'no_service' },
  'slack-sem-canal': { status: 404, body: 'channel_not_found' },
  'slack-arquivado': { status: 410, body: 'channel_is_archived' },
  'slack-proibido': { status: 403, body: 'action_prohibited' },
  'slack-conteudo': { status: 400, body: 'invalid_payload' },
  'slack-pausa': { status: 429, body: 'rate_limited', headers: { 'retry-after': '30' } },
  'slack-erro': { status: 500, body: 'rollup_error' },
  'discord-apagado': { status: 404, body: discordError(10015, 'Unknown Webhook') },
  'discord-token': { status: 401, body: discordError(50027, 'Invalid Webhook Token') },
  'discord-permissao': { status: 403, body: discordError(50013, 'Missing Permissions') },
  'discord-conteudo': { status: 400, body: discordError(50035, 'Invalid Form Body') },
  'discord-forum': {
    status: 400,
    body: discordError(220001, 'Webhooks posted to forum channels must have a thread_name or thread_id'),
  },
  'discord-pausa': {
    status: 429,
    body: { message: 'You are being rate limited.', retry_after: 0.75, global: false },
    headers: { 'retry-after': '1' },
  },
  'discord-pausa-geral': {
    status: 429,
    body: { message: 'You are being rate limited.', retry_after: 20, global: true },
    headers: { 'retry-after': '20' },
  },
  'discord-banido': { status: 429, body: 'error code: 1015' },
  'discord-bloqueado': {
    status: 429,
    body: {
      message:
        'You are being blocked from accessing our API temporarily due to exceeding our rate limits frequently.',
    },
  },
  'teams-desligado': {
    status: 400,
    body: teamsError(
      'WorkflowTriggerIsNotEnabled',
      'Could not execute workflow because its trigger is not enabled.',
    ),
  },
  'teams-apagado': { status: 404, body: teamsError('WorkflowNotFound', 'The workflow could not be found.') },
  'teams-assinatura': {
    status: 401,
    body: teamsError('DirectApiAuthorizationRequired', 'The request must be authenticated.'),
  },
  'teams-conteudo': {
    status: 400,
    body: teamsError('TriggerInputSchemaMismatch', 'The input body did not match its schema.'),
  },
  'teams-pausa': { status: 429, body: '', headers: { 'retry-after': '20' } },
  'teams-erro': { status: 502, body: '' },
  'webhook-acabou': { status: 410, body: '' },
  'webhook-recusa': { status: 400, body: 'bad request' },
  'webhook-senha': { status: 401, body: '' },
  'webhook-erro': { status: 500, body: 'Internal Server Error' },
  'webhook-pausa': { status: 503, body: '', headers: { 'retry-after': '120' } },
  'webhook-desvio': { status: 302, body: '', headers: { location: 'https://outro.example/' } },
  'outro-4xx': { status: 418, body: 'I am a teapot' },
};

/** Beside refusals: it takes the connection and says nothing, or breaks it off. */
const silences = { cala: 'aceita e não responde', cai: 'cai no meio' } as const;

export const refusalChoices: Readonly<Record<string, string>> = {
  '': 'como sempre',
  ...Object.fromEntries(
    Object.entries(refusals).map(([name, { status, body }]) => [
      name,
      `${name}: ${status} ${typeof body === 'string' ? body : JSON.stringify(body)}`.slice(0, 70),
    ]),
  ),
  ...silences,
};
