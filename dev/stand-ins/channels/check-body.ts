/** What the real ones refuse in a body, in their words. */
import type { Provider } from './answers.ts';

type Body = Readonly<Record<string, unknown>>;
const isObject = (value: unknown): value is Body => typeof value === 'object' && value !== null;
const list = (value: unknown): readonly Body[] => (Array.isArray(value) ? value.filter(isObject) : []);
const length = (value: unknown): number => (typeof value === 'string' ? value.length : 0);

/** Why a body is refused; `null` when it is taken. */
export function complaintOf(provider: Provider, body: unknown): string | object | null {
  if (!isObject(body)) return provider === 'slack' ? 'invalid_payload' : 'bad request';
  switch (provider) {
    case 'slack':
      return slackComplaint(body);
    case 'discord':
      return discordComplaint(body);
    case 'teams':
      return teamsComplaint(body);
    case 'webhook':
      return null;
  }
}

function slackComplaint(body: Body): string | null {
  const attachments = list(body['attachments']);
  if (length(body['text']) === 0 && attachments.length === 0) return 'no_text';
  if (attachments.length > 100) return 'too_many_attachments';
  // A bare `<` or `&` is markup that does not end.
  const texts = [body['text'], ...attachments.map(({ text }) => text)].map(String);
  return texts.some((text) => /&(?!amp;|lt;|gt;)|<(?![^<>]*>)/.test(text)) ? 'invalid_payload' : null;
}

function discordComplaint(body: Body): object | null {
  const embeds = list(body['embeds']);
  if (length(body['content']) === 0 && embeds.length === 0)
    return { message: 'Cannot send an empty message', code: 50006 };
  const isLong = embeds.some(({ title, description }) => length(title) > 256 || length(description) > 4096);
  const isColour = embeds.every(({ color }) => color === undefined || Number.isInteger(color));
  return isLong || !isColour ? { message: 'Invalid Form Body', code: 50035 } : null;
}

/** A card is 28 KB at most, and of a type that the flow's template expects. */
function teamsComplaint(body: Body): object | null {
  const cards = list(body['attachments']);
  const isCard = ({ contentType, content }: Body): boolean =>
    contentType === 'application/vnd.microsoft.card.adaptive' &&
    isObject(content) &&
    content['type'] === 'AdaptiveCard';
  const isTaken = body['type'] === 'message' && cards.length > 0 && cards.every(isCard);
  if (!isTaken)
    return {
      error: { code: 'TriggerInputSchemaMismatch', message: 'The input body did not match its schema.' },
    };
  return new TextEncoder().encode(JSON.stringify(body)).length > 28 * 1024
    ? { error: { code: 'RequestEntityTooLarge', message: 'The message is too large.' } }
    : null;
}
