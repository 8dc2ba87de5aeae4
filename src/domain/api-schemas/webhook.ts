/** Path that the payment processor reports events to; it is registered there. */
export const asaasWebhookEndpoint = '/api/webhooks/asaas';
