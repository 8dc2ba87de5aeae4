/** A monitor as the instance's own form sends it. */
export const monitor = (name: string, known: object = {}) => ({
  ...{ type: 'http', name, url: 'http://loja.invalid', method: 'GET', parent: null, interval: 20 },
  ...{ retryInterval: 5, resendInterval: 0, maxretries: 2, timeout: 16, maxredirects: 3, upsideDown: false },
  ...{ accepted_statuscodes: ['200-299'], notificationIDList: {}, conditions: [], rabbitmqNodes: [] },
  ...{ kafkaProducerBrokers: [], kafkaProducerSaslOptions: { mechanism: 'None' }, kafkaProducerSsl: false },
  ...{ kafkaProducerAllowAutoTopicCreation: false, httpBodyEncoding: 'json', headers: null },
  ...known,
});
