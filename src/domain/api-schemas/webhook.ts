/** Path that the payment processor reports events to; it is registered there. */
export const asaasWebhookEndpoint = '/api/webhooks/asaas';
/** Route for what the mail provider tells of mail that it had accepted. */
export const mailWebhookEndpoint = '/api/webhooks/mail';
