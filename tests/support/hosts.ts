/**
 * Hosts in the writings that programs read in their own way, with what the terms say to each, by the
 * rule of pages, Worker and companion (src/domain/address/host.ts).
 */

/** As written, as it is opened, and why it may not be watched. */
export const writtenHosts: readonly (readonly [string, string | null, 'ip' | 'onion' | 'private' | null])[] =
  [
    ['loja.com.br', 'loja.com.br', null],
    ['LOJA.com.br.', 'loja.com.br', null],
    ['pão.com.br', 'xn--po-sia.com.br', null],
    ['_dmarc.loja.com.br', '_dmarc.loja.com.br', null],
    ['127.0.0.1.com.br', '127.0.0.1.com.br', null],
    // Other scripts and signs for a point, and characters that nobody sees.
    ['ｌｏｊａ．com．br', 'loja.com.br', null],
    ['１２７.０.０.１', '127.0.0.1', 'ip'],
    ['𝟏𝟐𝟕.𝟎.𝟎.𝟏', '127.0.0.1', 'ip'],
    ['①②⑦.⓪.⓪.①', '127.0.0.1', 'ip'],
    ['127。0．0｡1', '127.0.0.1', 'ip'],
    ['127.0.0.1\u00ad', '127.0.0.1', 'ip'],
    ['12\u200b7.0.0.1', '127.0.0.1', 'ip'],
    ['127%2e0.0.1', '127.0.0.1', 'ip'],
    ['%31%32%37.0.0.1', '127.0.0.1', 'ip'],
    // Numbers: one to four parts, decimal, octal, hexadecimal.
    ['127.0.0.1', '127.0.0.1', 'ip'],
    ['127.0.0.1.', '127.0.0.1', 'ip'],
    ['127.1', '127.0.0.1', 'ip'],
    ['127.0.1', '127.0.0.1', 'ip'],
    ['2130706433', '127.0.0.1', 'ip'],
    ['0x7f000001', '127.0.0.1', 'ip'],
    ['0X7F.1', '127.0.0.1', 'ip'],
    ['0177.0.0.01', '127.0.0.1', 'ip'],
    ['017700000001', '127.0.0.1', 'ip'],
    ['0x7f.0.0x0.0001', '127.0.0.1', 'ip'],
    ['0', '0.0.0.0', 'ip'],
    ['0x', '0.0.0.0', 'ip'],
    ['169.254.169.254', '169.254.169.254', 'ip'],
    ['0xa9fea9fe', '169.254.169.254', 'ip'],
    // IPv6, also with an IPv4 inside: mapped, compatible, NAT64, 6to4.
    ['[::1]', '[::1]', 'ip'],
    ['[0:0:0:0:0:0:0:1]', '[::1]', 'ip'],
    ['[::ffff:127.0.0.1]', '[::ffff:7f00:1]', 'ip'],
    ['[::127.0.0.1]', '[::7f00:1]', 'ip'],
    ['[64:ff9b::127.0.0.1]', '[64:ff9b::7f00:1]', 'ip'],
    ['[2002:7f00:1::]', '[2002:7f00:1::]', 'ip'],
    ['[2606:4700::1111]', '[2606:4700::1111]', 'ip'],
    ['abc.onion', 'abc.onion', 'onion'],
    ['ABC.ｏｎｉｏｎ.', 'abc.onion', 'onion'],
    ['abc。onion', 'abc.onion', 'onion'],
    ['localhost', 'localhost', 'private'],
    ['ⓛocalhost', 'localhost', 'private'],
    ['x.localhost', 'x.localhost', 'private'],
    ['banco.local', 'banco.local', 'private'],
    ['metadata.google.internal', 'metadata.google.internal', 'private'],
    ['kubernetes.default.svc', 'kubernetes.default.svc', 'private'],
    ['kubernetes.default.svc.cluster.local', 'kubernetes.default.svc.cluster.local', 'private'],
    ['banco', 'banco', 'private'],
  ];

/** What is no host for anybody. */
export const noHosts: readonly string[] = [
  '',
  '.',
  ' ',
  '[',
  '[::1',
  '1.2.3.4.5',
  '256.0.0.1',
  'a b',
  'a<b',
  '%zz',
  '%',
];

/** Addresses with the host that a program opens. */
export const writtenAddresses: readonly (readonly [string, string])[] = [
  ['https://loja.com.br/x@127.0.0.1', 'loja.com.br'],
  ['https://loja.com.br@127.0.0.1/', '127.0.0.1'],
  ['https://loja.com.br:x@127.0.0.1/', '127.0.0.1'],
  ['https://127.0.0.1\\@loja.com.br/', '127.0.0.1'],
  ['https://loja.com.br#@127.0.0.1', 'loja.com.br'],
  ['https:////127.0.0.1/', '127.0.0.1'],
  ['http://１２７.０.０.１:3002//', '127.0.0.1'],
  ['mqtt://user:pass@０x7f.1:1883', '127.0.0.1'],
  ['postgres://a:b@10.1/x', '10.0.0.1'],
  ['abc.onion:50051', 'abc.onion'],
  ['amqp://a:b@ABC.ONION.:5672/', 'abc.onion'],
];
