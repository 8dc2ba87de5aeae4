/** Causes in words: every message of Uptime Kuma 2.5.3, and the article that explains them. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { projectRoot } from '#dev/project-root.ts';
import { findMessages } from '#docs/tools/rules/find-messages.ts';
import { causeOf, causeRows } from '#domain/alerts/causes.ts';

/** A message as the instance writes it, what it is said as, and what the article calls it. */
const samples: readonly (readonly [message: string, words: string, inArticle: string])[] = [
  // The instance
  ['No heartbeat in the time window', 'não deu sinal no prazo', 'No heartbeat in the time window'],
  ['Flip UP to DOWN', 'respondeu, e devia estar fechado', 'Flip UP to DOWN'],
  [
    'Child monitors down: API, Loja; pending: Blog',
    'tem monitores fora do ar: API, Loja',
    'Child monitors down:',
  ],
  ['Group empty', 'é um grupo sem monitores', 'Group empty'],
  ['Pending child monitors: Blog', 'tem monitores em nova tentativa', 'Pending child monitors:'],
  ['Monitor under maintenance', 'está em manutenção', 'Monitor under maintenance'],
  ['Down', 'foi marcado como fora do ar', 'Down, em um monitor Manual'],
  ['Manual monitoring - No status set', 'está sem estado marcado', 'No status set'],
  [
    'Your JSON body is invalid. Unexpected token',
    'tem um corpo de pedido que não é JSON',
    'Your JSON body is invalid',
  ],
  [
    'The oauth config is invalid. unauthorized',
    'não conseguiu o token de acesso (OAuth)',
    'The oauth config is invalid',
  ],
  [
    'Chromium not found, please specify Chromium executable path',
    'é de um tipo que este painel não vigia',
    'Chromium not found',
  ],
  // HTTP
  ['Request failed with status code 403', 'respondeu HTTP 403', 'status code 403'],
  ['Request failed with status code 503', 'respondeu HTTP 503', '502, 503 ou 504'],
  ['Request failed with status code 418', 'respondeu HTTP 418', '400 ou 405'],
  ['Request failed with status code 599', 'respondeu HTTP 599', 'status code 500'],
  ['Request failed with status code 302', 'respondeu HTTP 302', '301 ou 302'],
  ['503 - Service Unavailable', 'respondeu HTTP 503', '502, 503 ou 504'],
  ['Unexpected server response: 403', 'respondeu HTTP 403', 'Unexpected server response'],
  ['Unexpected server response: 200', 'é uma página comum, não um WebSocket', 'Unexpected server response'],
  ['Maximum number of redirects exceeded', 'redireciona em círculo', 'Maximum number of redirects exceeded'],
  ['maxContentLength size of 1048576 exceeded', 'respondeu com conteúdo grande demais', 'maxContentLength'],
  ['Parse Error: Expected HTTP/, RTSP/ or ICE/', 'respondeu com um HTTP inválido', 'Parse Error'],
  ['Invalid URL', 'tem um endereço escrito errado', 'Invalid URL'],
  ['incorrect header check', 'respondeu com conteúdo corrompido', 'incorrect header check'],
  // Content
  ['200 - OK, but keyword is not in [<html>]', 'abriu sem a palavra-chave', 'but keyword is not in'],
  [
    '200 - OK, but keyword is present in [erro]',
    'mostra a palavra que não devia aparecer',
    'keyword is present',
  ],
  ['keyword [ok] is not in [" + falhou + "]', 'abriu sem a palavra-chave', 'but keyword is not in'],
  [
    'JSON query does not pass (comparing erro == ok)',
    'devolveu outro valor que o esperado (erro == ok)',
    'JSON query does not pass',
  ],
  [
    'Error evaluating JSON query: Empty or undefined response.',
    'devolveu um JSON sem o campo esperado',
    'Error evaluating JSON query',
  ],
  [
    'Conditions not met - Topic: a; Message: b',
    'respondeu, e o resultado não passou nas condições',
    'Conditions not met',
  ],
  [
    'Database connection/query failed: Query result did not meet the specified conditions (0)',
    'respondeu, e o resultado não passou nas condições',
    'Query result did not meet',
  ],
  [
    'Database connection/query failed: Query returned no results',
    'devolveu um resultado vazio',
    'Query returned no results',
  ],
  [
    'Database connection/query failed: Multiple values were found, expected only one value',
    'devolveu mais de um valor',
    'Multiple values were found',
  ],
  ['Queried value not found.', 'devolveu outro valor que o esperado', 'Queried value not found'],
  [
    'Message Mismatch - Topic: a; Message: b',
    'mandou uma mensagem diferente da esperada',
    'Message Mismatch',
  ],
  // No connection, or no answer
  ['connect ECONNREFUSED 203.0.113.10:443', 'recusou a conexão', 'connect ECONNREFUSED'],
  ['getaddrinfo ENOTFOUND loja.example', 'tem um nome que não existe (DNS)', 'getaddrinfo ENOTFOUND'],
  ['getaddrinfo EAI_AGAIN loja.example', 'tem um DNS que não respondeu', 'getaddrinfo EAI_AGAIN'],
  ['timeout of 10000ms exceeded', 'não respondeu em 10 s', 'timeout of 48000ms exceeded'],
  ['timeout by AbortSignal (48s)', 'não respondeu em 48 s', 'timeout by AbortSignal'],
  ['connect ETIMEDOUT 203.0.113.10:443', 'não respondeu à conexão', 'connect ETIMEDOUT'],
  ['connect EHOSTUNREACH 203.0.113.10:443', 'não tem caminho pela rede até ele', 'EHOSTUNREACH'],
  ['read ECONNRESET', 'cortou a conexão antes de responder', 'read ECONNRESET'],
  ['socket hang up', 'cortou a conexão antes de responder', 'socket hang up'],
  ['response stream aborted', 'começou a responder e parou no meio', 'response stream aborted'],
  ['connect EACCES 203.0.113.10:25', 'não pode ser alcançado por regra da rede', 'EACCES'],
  ['connect EADDRNOTAVAIL ::1:443', 'tem um endereço que não existe nesta rede', 'EADDRNOTAVAIL'],
  // Certificates and TLS
  ['certificate has expired', 'está com o certificado vencido', 'certificate has expired'],
  [
    'TLS Connection failed: certificate has expired',
    'está com o certificado vencido',
    'certificate has expired',
  ],
  ['certificate is not yet valid', 'tem um certificado que ainda não vale', 'certificate is not yet valid'],
  [
    'unable to verify the first certificate',
    'tem um certificado sem o intermediário',
    'unable to verify the first certificate',
  ],
  [
    'unable to get local issuer certificate',
    'tem um certificado sem o intermediário',
    'unable to get local issuer certificate',
  ],
  ['self-signed certificate', 'tem um certificado feito no próprio servidor', 'self-signed certificate'],
  [
    'self-signed certificate in certificate chain',
    'tem um certificado de uma autoridade desconhecida',
    'self-signed certificate in certificate chain',
  ],
  [
    "Hostname/IP does not match certificate's altnames: Host: a",
    'mostra o certificado de outro nome',
    "Hostname/IP does not match certificate's altnames",
  ],
  ['certificate revoked', 'tem um certificado revogado', 'certificate revoked'],
  [
    'TLS Connection failed: Certificate is invalid',
    'tem um certificado que não vale',
    'Certificate is invalid',
  ],
  [
    'Client network socket disconnected before secure TLS connection was established',
    'cortou a conexão antes do TLS',
    'Client network socket disconnected',
  ],
  [
    'write EPROTO 0A00010B:SSL routines:ssl3_get_record:wrong version number',
    'não fala HTTPS nessa porta',
    'wrong version number',
  ],
  [
    'write EPROTO SSL routines:ssl3_read_bytes:tlsv1 alert protocol version',
    'só aceita um TLS antigo',
    'alert protocol version',
  ],
  [
    'write EPROTO SSL routines:tls12_check_peer_sigalg:wrong signature type',
    'assina o TLS com um algoritmo antigo',
    'wrong signature type',
  ],
  [
    'write EPROTO SSL routines:final_renegotiate:unsafe legacy renegotiation disabled',
    'usa uma renegociação antiga de TLS',
    'unsafe legacy renegotiation',
  ],
  [
    'write EPROTO SSL routines:ssl3_read_bytes:tlsv1 unrecognized name',
    'não conhece o nome no TLS',
    'unrecognized name',
  ],
  [
    'write EPROTO SSL routines:ssl3_read_bytes:tlsv13 alert certificate required',
    'pede um certificado do cliente',
    'certificate required',
  ],
  [
    'write EPROTO SSL routines:ssl3_read_bytes:sslv3 alert handshake failure',
    'recusou o TLS',
    'handshake failure',
  ],
  ['TLS connection timed out', 'não respondeu ao TLS a tempo', 'TLS connection timed out'],
  ['write EPROTO something new', 'não se entendeu em TLS', 'write EPROTO'],
  [
    "Expected TLS alert 'certificate_required' but connection succeeded. The server accepted",
    'aceitou a conexão que devia recusar',
    'Expected TLS alert',
  ],
  [
    "Expected TLS alert 'certificate_required' but received 'bad_certificate' (42)",
    'recusou a conexão de outro modo que o esperado',
    'Expected TLS alert',
  ],
  // DNS
  ['Records: 203.0.113.10 | 203.0.113.11', 'tem no DNS um registro diferente do esperado', 'Records:'],
  ['queryMx ENODATA loja.example', 'não tem registro de DNS do tipo MX', 'queryA ENOTFOUND ou ENODATA'],
  ['queryA ESERVFAIL loja.example', 'tem um erro nos servidores de DNS', 'ESERVFAIL'],
  [
    'queryA ECONNREFUSED loja.example',
    'não foi respondido pelo servidor de DNS',
    'queryA ETIMEOUT ou ECONNREFUSED',
  ],
  [
    'None of the configured resolver servers could be resolved to an IP address.',
    'tem um servidor de resolução que não existe',
    'None of the configured resolver servers',
  ],
  // Databases and queues
  [
    "Can't add new command when connection is in closed state",
    'não abriu a conexão com o banco',
    'connection is in closed state',
  ],
  [
    "Access denied for user 'a'@'b' (using password: YES)",
    'recusou o usuário ou a senha',
    'Access denied for user',
  ],
  [
    'no pg_hba.conf entry for host "203.0.113.10"',
    'não aceita conexões deste endereço',
    'no pg_hba.conf entry for host',
  ],
  ["Table 'loja.pedidos' doesn't exist", 'não tem a tabela da consulta', "Table … doesn't exist"],
  ['database "loja" does not exist', 'não tem esse banco de dados', 'database … does not exist'],
  [
    'The server does not support SSL connections',
    'não aceita conexões com SSL',
    'does not support SSL connections',
  ],
  ['Password is undefined.', 'está sem a senha na string de conexão', 'Password is undefined'],
  ['sorry, too many clients already', 'está com conexões demais', 'too many clients'],
  [
    'Server selection timed out after 30000 ms',
    'não tem servidor de banco que responda',
    'Server selection timed out',
  ],
  ['MongoDB command failed', 'recusou o comando do MongoDB', 'MongoDB command failed'],
  ['WRONGPASS invalid username-password pair', 'recusou a senha do Redis', 'WRONGPASS'],
  [
    'Connection refused: Not authorized',
    'recusou o usuário ou a senha',
    'Connection refused: Not authorized',
  ],
  [
    'Timeout, Message not received',
    'conectou, e nenhuma mensagem chegou no tópico',
    'Timeout, Message not received',
  ],
  ['Cannot subscribe topic', 'não deixou assinar o tópico', 'Cannot subscribe topic'],
  ['Invalid RabbitMQ Nodes', 'está com um campo vazio ou errado', 'Invalid RabbitMQ Nodes'],
  ['All 2 nodes failed because Node 1: 503', 'está com todos os nós fora do ar', 'nodes failed'],
  [
    'Error in producer connection: KafkaJSConnectionError',
    'não aceitou a mensagem do Kafka',
    'Error in producer connection',
  ],
  [
    'Database connection/query failed: syntax error',
    'respondeu com um erro do banco',
    'Database connection/query failed',
  ],
  [
    'Failed to connect to db.example:1433 - Could not connect (sequence)',
    'não respondeu à conexão',
    'Failed to connect to',
  ],
  // WebSocket
  ['Protocol error', 'não se entendeu em WebSocket', 'Protocol error'],
  ['Abnormal Closure', 'fechou a conexão WebSocket sem motivo', 'Abnormal Closure'],
  ['Policy Violation', 'recusou a entrada no WebSocket', 'Policy Violation'],
  ['Service Restart', 'está com problemas no WebSocket', 'Service Restart'],
  ['Unexpected status code: 4001', 'fechou o WebSocket com o código 4001', 'Unexpected status code'],
  ['Unknown Websocket Error', 'não abriu o WebSocket', 'Unknown Websocket Error'],
  // Ping, gRPC, games, containers, others
  [
    'PING a (203.0.113.10) 56(84) bytes of data. 1 packets transmitted, 0 received, 100% packet loss',
    'não respondeu ao ping',
    '100% packet loss',
  ],
  ['Ping timed out: "timeout"', 'não respondeu ao ping', 'Ping timed out'],
  ['PING 203.0.113.10 (203.0.113.10) 56(84) bytes of data.', 'não respondeu ao ping', '100% packet loss'],
  ['Nonexistant or inaccessible due to ACLs: "no peer"', 'não foi alcançado pelo Tailscale', 'due to ACLs'],
  ['14 UNAVAILABLE: No connection established', 'recusou a conexão (gRPC)', '14 UNAVAILABLE'],
  ['4 DEADLINE_EXCEEDED: Deadline exceeded', 'não respondeu a tempo (gRPC)', '4 DEADLINE_EXCEEDED'],
  ['12 UNIMPLEMENTED: unknown service', 'não tem esse serviço ou método (gRPC)', '12 UNIMPLEMENTED'],
  ['16 UNAUTHENTICATED: token', 'recusou a credencial (gRPC)', '16 UNAUTHENTICATED'],
  ['13 INTERNAL: error', 'respondeu com um erro (gRPC)', '13 INTERNAL'],
  ['Failed all 1 attempts', 'não respondeu à consulta do jogo', 'Failed all 1 attempts'],
  ['Steam API Key not found', 'está sem a chave da Steam', 'Steam API Key not found'],
  ['Server not found on Steam', 'não está na lista da Steam', 'Server not found on Steam'],
  [
    'Container State is unhealthy according to its healthcheck',
    'é um contêiner que se diz doente',
    'Container State is',
  ],
  ['Container State is exited', 'é um contêiner parado', 'Container State is'],
  ['Container is in a paused state', 'é um contêiner pausado', 'Container State is'],
  [
    'Container is reporting it is currently restarting',
    'é um contêiner que está reiniciando',
    'Container State is',
  ],
  ['Container state is not available', 'é um contêiner que não existe', 'Container State is'],
  ['Failed to load docker host config', 'está sem o servidor do Docker', 'Failed to load docker host config'],
  ["PM2 process 'fila' was not found.", 'é um processo que não existe', 'PM2 process'],
  ["Service 'nginx' is not running.", 'é um serviço parado', 'Service … is not running'],
  ['Access-Reject', 'recusou o usuário ou a senha (RADIUS)', 'Access-Reject'],
  [
    'RADIUS authentication failed for a:1812: RADIUS request timeout after 3 attempts',
    'recusou o usuário ou a senha',
    'RADIUS',
  ],
  ['RADIUS request timeout after 3 attempts', 'não respondeu a tempo (RADIUS)', 'RADIUS'],
  ['RADIUS socket error: x', 'respondeu com um erro (RADIUS)', 'RADIUS'],
  ['NTP server is unsynchronized (stratum 16)', 'está com o relógio sem sincronia', 'stratum 16'],
  ['Time offset 900.000ms exceeds threshold 500ms', 'está com a hora fora da tolerância', 'Time offset'],
  [
    'Invalid NTP response: expected 48+ bytes, got 4',
    'respondeu com um NTP inválido',
    'Invalid NTP response',
  ],
  [
    "SMTP connection doesn't verify: Error: Greeting never received",
    'não deu a saudação de e-mail (SMTP)',
    'Greeting never received',
  ],
  [
    "SMTP connection doesn't verify: Error: x",
    'não aceitou a conexão de e-mail (SMTP)',
    "SMTP connection doesn't verify",
  ],
  ['No varbinds returned from SNMP session (OID: 1.3)', 'não tem o valor pedido por SNMP', 'No varbinds'],
  ['Error creating SNMP session: x', 'não aceitou a sessão SNMP', 'Error creating SNMP session'],
  ['No output from sipsak', 'não respondeu ao SIP', 'No output from sipsak'],
  [
    'Failed to create measurement: too many requests',
    'não foi medido pelo Globalping',
    'Failed to create measurement',
  ],
  ['Connection failed', 'não aceitou a conexão', 'Connection failed'],
  ['Request timed out', 'não respondeu a tempo', 'Request timed out'],
  ['UDP socket error: x', 'não aceitou o pacote UDP', 'UDP socket error'],
];

const article = readFileSync(join(projectRoot, 'content/docs/check-messages.mdx'), 'utf8');

test.each(samples)('%s', (message, words, inArticle) => {
  expect(causeOf(message)?.words).toBe(words);
  expect(article.includes(inArticle), inArticle).toBe(true);
});

/** What each message of a part of the article is called, and all that is said of it; a fold of a type has several. */
const messagesIn = (text: string) => [
  ...[...text.matchAll(/<Fold title="([^"]+)" hint="([^"]+)">([\s\S]*?)<\/Fold>/g)].flatMap(
    ([, title = '', hint = '', body = '']) =>
      body.includes(' isLinked>') ? [] : [{ title, text: `${title} ${hint} ${body}` }],
  ),
  ...[...text.matchAll(/<Field name="([^"]+)" isLinked>(.*?)<\/Field>/g)].map(
    ([, title = '', said = '']) => ({
      title,
      text: `${title}: ${said}`,
    }),
  ),
];

/** What the article's field is given: every message that it explains. */
const explained = messagesIn(article);

test.each(samples)('the article’s field finds %s', (message, _words, inArticle) => {
  const found = findMessages(explained, message).map((place) => explained[place]?.text ?? '');
  expect(found.length).toBeGreaterThan(0);
  expect(found.length).toBeLessThanOrEqual(10);
  expect(
    found.some((text) => text.includes(inArticle)),
    found.join(' | '),
  ).toBe(true);
});

test('the article’s field shows all for nothing typed, and none for what nobody explains', () => {
  expect(findMessages(explained, '  ')).toHaveLength(explained.length);
  expect(findMessages(explained, 'abracadabra 42')).toEqual([]);
});

test('every row of the table is met by a message', () => {
  const met = new Set(samples.map(([message]) => causeRows.find(({ says }) => says.test(message))));
  expect(causeRows.filter((row) => !met.has(row)).map(({ says }) => String(says))).toEqual([]);
});

test('every failure of the article has its words', () => {
  const [failures = ''] = article.split('## Mensagens que não são falha');
  const body = failures.slice(failures.indexOf('## A conexão falhou'));
  const unknown = messagesIn(body).flatMap(({ title }) => {
    const isKnown = samples.some(([, , inArticle]) => title.includes(inArticle)) || causeOf(title) !== null;
    return title === 'A mensagem vem em branco' || isKnown ? [] : [title];
  });
  expect(unknown).toEqual([]);
});

test('what a customer’s own program wrote has no words of ours', () => {
  for (const message of ['', 'fila de pedidos parada', 'OK', 'Backup falhou: disco cheio'])
    expect(causeOf(message)).toBeNull();
});
