/** Where the payment processor reports events; the address is registered there. */
export const asaasWebhookEndpoint = '/api/webhooks/asaas';
