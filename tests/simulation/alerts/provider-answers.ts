/**
 * What the providers of mail and chats really answer, and what the world expects then. Written from their documentation
 * and public reports, not from our code: Resend (https://resend.com/docs/api-reference/errors, resend-node #455) and
 * Telegram (tdlib/telegram-bot-api, Client.cpp).
 */

/** For how long an answer holds, and of whom it is true. */
type About =
  /** Of one text; the next one is accepted. */
  | 'message'
  /** Of one address or chat, until something there changes. */
  | 'recipient'
  /** Of everything from us, until an operator or the provider mends it. */
  | 'provider';

export interface ProviderAnswer {
  readonly name: string;
  readonly status: number;
  readonly body: unknown;
  readonly retryAfter?: number;
  readonly about: About;
  /**
   * `refused`: this text is never accepted, and its recipient goes on. `ended`: nothing arrives there any more. `waits`:
   * the text is accepted later. `unknown`: it may have been accepted.
   */
  readonly expects: 'refused' | 'ended' | 'waits' | 'unknown';
  /** With `refused`: so many texts in a row, over so long, end the recipient. */
  readonly endsAfter?: { readonly texts: number; readonly overMs: number };
}

const HOUR_MS = 3_600_000;

const mail = (status: number, name: string, message: string) => ({
  status,
  body: { statusCode: status, name, message },
});
const chat = (status: number, description: string, parameters?: object) => ({
  status,
  body: { ok: false, error_code: status, description, ...(parameters === undefined ? {} : { parameters }) },
});

export const mailAnswers: readonly ProviderAnswer[] = [
  {
    name: 'the sender’s domain is not verified',
    ...mail(
      403,
      'validation_error',
      'The vigia.example domain is not verified. Please, add and verify your domain.',
    ),
    about: 'provider',
    expects: 'waits',
  },
  {
    name: 'the key was rotated',
    ...mail(401, 'validation_error', 'API key is invalid'),
    about: 'provider',
    expects: 'waits',
  },
  {
    name: 'the key was rotated, told with 400',
    ...mail(400, 'validation_error', 'API key is invalid'),
    about: 'provider',
    expects: 'waits',
  },
  {
    name: 'the key is suspended',
    ...mail(403, 'suspended_api_key', 'This API key has been suspended.'),
    about: 'provider',
    expects: 'waits',
  },
  {
    name: 'too many requests in a second',
    ...mail(429, 'rate_limit_exceeded', 'Too many requests. You can only make 2 requests per second.'),
    about: 'provider',
    expects: 'waits',
    retryAfter: 2,
  },
  {
    name: 'the day’s quota is used',
    ...mail(429, 'daily_quota_exceeded', 'You have reached your daily email sending quota.'),
    about: 'provider',
    expects: 'waits',
  },
  {
    name: 'an error of the provider',
    ...mail(500, 'application_error', 'An unexpected error occurred.'),
    about: 'provider',
    expects: 'unknown',
  },
  {
    name: 'the provider is overloaded',
    status: 503,
    body: '<html>Service Unavailable</html>',
    about: 'provider',
    expects: 'unknown',
  },
  {
    name: 'an address that is none',
    ...mail(
      422,
      'validation_error',
      'Invalid `to` field. The email address needs to follow the `email@example.com` or `Name <email@example.com>` format.',
    ),
    about: 'recipient',
    expects: 'refused',
    endsAfter: { texts: 3, overMs: HOUR_MS },
  },
  {
    name: 'a field of this mail that the provider does not take',
    ...mail(422, 'invalid_parameter', 'The `headers` field must be an object of strings.'),
    about: 'message',
    expects: 'refused',
  },
  {
    name: 'an answer that nobody has seen before',
    ...mail(418, 'teapot', 'Short and stout.'),
    about: 'message',
    expects: 'refused',
  },
];

export const chatAnswers: readonly ProviderAnswer[] = [
  {
    name: 'the bot was blocked',
    ...chat(403, 'Forbidden: bot was blocked by the user'),
    about: 'recipient',
    expects: 'ended',
  },
  {
    name: 'the bot was removed from the group',
    ...chat(403, 'Forbidden: bot was kicked from the supergroup chat'),
    about: 'recipient',
    expects: 'ended',
  },
  {
    name: 'the account is gone',
    ...chat(403, 'Forbidden: user is deactivated'),
    about: 'recipient',
    expects: 'ended',
  },
  {
    name: 'the chat is not found',
    ...chat(400, 'Bad Request: chat not found'),
    about: 'recipient',
    expects: 'refused',
    endsAfter: { texts: 2, overMs: HOUR_MS },
  },
  {
    name: 'the bot may not write for a while, which Telegram once said falsely to every channel',
    ...chat(400, 'Bad Request: not enough rights to send text messages to the chat'),
    about: 'recipient',
    expects: 'waits',
  },
  {
    name: 'a text that Telegram does not take',
    ...chat(400, 'Bad Request: strings must be encoded in UTF-8'),
    about: 'message',
    expects: 'refused',
  },
  {
    name: 'a 400 that nobody has seen before',
    ...chat(400, 'Bad Request: SOMETHING_NEW'),
    about: 'message',
    expects: 'refused',
  },
  {
    name: 'too many messages to a chat',
    ...chat(429, 'Too Many Requests: retry after 7', { retry_after: 7 }),
    about: 'recipient',
    expects: 'waits',
  },
  {
    name: 'the token was revoked',
    ...chat(401, 'Unauthorized'),
    about: 'provider',
    expects: 'waits',
  },
  {
    name: 'an error of Telegram',
    ...chat(502, 'Bad Gateway'),
    about: 'provider',
    expects: 'unknown',
  },
];
