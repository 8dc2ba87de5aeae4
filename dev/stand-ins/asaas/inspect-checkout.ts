/** The vendor's validation of hosted pages and webhooks. */
import { isCalendarDate, isCycle } from './dates.ts';
import { CARD_REAIS_MIN } from './inspect-charge.ts';
import type { Checkout, CheckoutItem, Cycle } from './objects.ts';
import { type Body, Inspection, isBody } from './refusal.ts';
import type { WebhookConfig } from './state.ts';

const REFERENCE_MAX = 200;
const ITEM_NAME_MAX = 30;
const ITEM_DESCRIPTION_MAX = 150;
const MINUTES = { min: 10, max: 1440 };

export type CheckoutFields = Omit<Checkout, 'id' | 'status' | 'expiresAt'>;

/** Of the charge types only `RECURRENT` is supported: the shop sells nothing else. */
export function inspectCheckout(body: Body, today: string): CheckoutFields {
  const inspection = new Inspection();
  const billingTypes = inspectList(inspection, body, 'billingTypes', ['CREDIT_CARD', 'PIX']);
  const chargeTypes = inspectList(inspection, body, 'chargeTypes', ['RECURRENT']);
  const minutesToExpire = body['minutesToExpire'] ?? MINUTES.max;
  inspection.complainIf(
    !Number.isInteger(minutesToExpire) ||
      Number(minutesToExpire) < MINUTES.min ||
      Number(minutesToExpire) > MINUTES.max,
    'invalid_minutesToExpire',
    'O campo minutesToExpire deve estar entre 10 e 1440.',
  );
  const externalReference = inspection.text(body, 'externalReference', true);
  inspection.complainIf(
    (externalReference ?? '').length > REFERENCE_MAX,
    'invalid_externalReference',
    'O campo externalReference é longo demais.',
  );
  const callback = inspection.object(body, 'callback') ?? {};
  const subscription = inspection.object(body, 'subscription') ?? {};
  const { cycle } = subscription;
  inspection.complainIf(!isCycle(cycle), 'invalid_cycle', 'O campo cycle deve ser informado.');
  // The reference says a date; the guide's example adds a time.
  const nextDueDate = String(subscription['nextDueDate'] ?? '').slice(0, 10);
  inspection.complainIf(
    !isCalendarDate(nextDueDate) || nextDueDate < today,
    'invalid_nextDueDate',
    'O campo nextDueDate é inválido.',
  );
  const fields = {
    billingTypes,
    chargeTypes,
    minutesToExpire: Number(minutesToExpire),
    externalReference,
    callback: {
      successUrl: inspection.text(callback, 'successUrl') ?? '',
      cancelUrl: inspection.text(callback, 'cancelUrl') ?? '',
      expiredUrl: inspection.text(callback, 'expiredUrl', true),
    },
    items: inspectItems(inspection, body),
    customer: inspection.text(body, 'customer', true),
    subscription: { cycle: cycle as Cycle, nextDueDate },
  };
  inspection.conclude();
  return fields;
}

function inspectList(inspection: Inspection, body: Body, field: string, allowed: string[]): string[] {
  const value = body[field];
  const isFine = Array.isArray(value) && value.length > 0 && value.every((each) => allowed.includes(each));
  inspection.complainIf(!isFine, `invalid_${field}`, `O campo ${field} deve ser informado.`);
  return isFine ? value : [];
}

function inspectItems(inspection: Inspection, body: Body): CheckoutItem[] {
  const items = Array.isArray(body['items']) ? body['items'].filter(isBody) : [];
  inspection.complainIf(items.length === 0, 'invalid_items', 'O campo items deve ser informado.');
  return items.map((item) => {
    const name = inspection.text(item, 'name') ?? '';
    inspection.complainIf(
      name.length > ITEM_NAME_MAX,
      'invalid_name',
      'O nome do item deve ter no máximo 30 caracteres.',
    );
    const description = inspection.text(item, 'description', true);
    inspection.complainIf(
      (description ?? '').length > ITEM_DESCRIPTION_MAX,
      'invalid_description',
      'A descrição do item deve ter no máximo 150 caracteres.',
    );
    inspection.complainIf(
      !/^[A-Za-z0-9+/]+=*$/.test(inspection.text(item, 'imageBase64') ?? ''),
      'invalid_imageBase64',
      'A imagem do item deve ser informada em Base64.',
    );
    const { quantity, value } = item;
    inspection.complainIf(
      !Number.isInteger(quantity) || Number(quantity) < 1,
      'invalid_quantity',
      'O campo quantity deve ser informado.',
    );
    inspection.complainIf(
      typeof value !== 'number' || value < CARD_REAIS_MIN || value !== Number(value.toFixed(2)),
      'invalid_value',
      'O campo value do item é inválido.',
    );
    return { name, description, quantity: Number(quantity), value: Number(value) };
  });
}

/**
 * Measured at the vendor's sandbox: name, address, e-mail, kind of sending and events are required, the rest is
 * optional.
 */
export function inspectWebhook(body: Body): Omit<WebhookConfig, 'id'> {
  const inspection = new Inspection();
  const events = body['events'];
  inspection.complainIf(
    !Array.isArray(events) || events.length === 0,
    'invalid_events',
    'O campo events deve ser informado.',
  );
  const authToken = inspection.text(body, 'authToken', true);
  inspection.complainIf(
    authToken !== null && (authToken.length < 32 || authToken.length > 255),
    'invalid_authToken',
    'O token deve ter entre 32 e 255 caracteres.',
  );
  const sendType = inspection.text(body, 'sendType');
  inspection.complainIf(
    sendType !== 'SEQUENTIALLY' && sendType !== 'NON_SEQUENTIALLY',
    'invalid_sendType',
    'O campo sendType é inválido.',
  );
  const url = inspection.text(body, 'url') ?? '';
  inspection.complainIf(!URL.canParse(url), 'invalid_url', 'A URL informada é inválida.');
  const config = {
    name: inspection.text(body, 'name') ?? '',
    url,
    email: inspection.text(body, 'email') ?? '',
    enabled: body['enabled'] !== false,
    interrupted: body['interrupted'] === true,
    apiVersion: 3,
    authToken,
    sendType: sendType as WebhookConfig['sendType'],
    events: (events as string[] | undefined) ?? [],
  };
  inspection.conclude();
  return config;
}
