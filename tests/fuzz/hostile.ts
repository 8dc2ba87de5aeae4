/** Hostile and broken input. Each text contains a mark, so that an echo is noticed. */
import fc from 'fast-check';

/** Must not appear in any response. The underscore makes it invalid as any name. */
export const MARK = 'zq7_mark';

const tricks = [
  "' OR 1=1 --",
  "'; DROP TABLE orders; --",
  '%_%',
  '\\',
  '"',
  '{{7*7}}',
  '$where',
  '`id`',
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  'javascript:alert(1)',
  '//evil.example',
  'https://evil.example',
  'x\r\nBcc: outro@evil.example',
  'x\nSubject: outro',
  '%0d%0aSet-Cookie: a=b',
  '\u0000',
  '\u202e\u2066',
  '\ud800',
  '\udfff\ud83d',
  'e\u0301',
  '\u212b',
  'ﷺ',
  '👩‍👩‍👧‍👦',
  '\ufeff',
  '\u2028',
  'İ',
  'ß',
  '１２３',
  '../../etc/passwd',
  '%2e%2e%2f',
  '__proto__',
  'constructor',
  'toString',
  'null',
  'NaN',
  '0x10',
  '1e9',
  '-1',
  '',
  ' ',
  'true',
  'Infinity',
  '9'.repeat(400),
  'a'.repeat(9000),
  'й'.repeat(4000),
] as const;

/** Any text, usually marked. */
export const hostileText: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(...tricks).map((trick) => `${MARK}${trick}`),
  fc.constantFrom(...tricks),
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.string({ unit: 'grapheme', maxLength: 60 }).map((text) => `${text}${MARK}`),
);

const numbers = [0, -0, -1, 1.5, 1e308, -1e308, 2 ** 53, 1e-320] as const;

/** Any JSON value. */
export const hostileJson: fc.Arbitrary<unknown> = fc.oneof(
  hostileText,
  fc.constantFrom(...numbers),
  fc.constantFrom(null, true, false, [], {}, [[]], [null]),
  fc.jsonValue({ maxDepth: 3 }),
  fc.dictionary(hostileText, hostileText, { maxKeys: 4 }),
  fc.integer({ min: 10, max: 200 }).map((depth) => nested(depth)),
);

function nested(depth: number): unknown {
  let value: unknown = MARK;
  for (let level = 0; level < depth; level += 1) value = level % 2 === 0 ? [value] : { a: value };
  return value;
}

const bodies = [
  '',
  '{',
  '}',
  'null',
  '[]',
  '""',
  '0',
  'undefined',
  'NaN',
  '{"a":1e999}',
  '\ufeff{}',
  '{}{}',
  "{'a':1}",
  `{"${MARK}":1,"${MARK}":2}`,
  `{"__proto__":{"isAdmin":true}}`,
  `{"constructor":{"prototype":{"x":1}}}`,
  '{"a":1,}',
  '{"a":1} // x',
  '\u0000{}',
  `plano=${MARK}`,
  `<a>${MARK}</a>`,
  '"\\ud800"',
  '{"a":"\\u0000"}',
  '['.repeat(7000),
  '{"a":'.repeat(3000),
  `"${MARK.repeat(1900)}"`,
] as const;

/** Bytes instead of JSON: broken text, deep nesting, sizes around and far above the limit. */
export const hostileBytes: fc.Arbitrary<Uint8Array> = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...bodies).map((text) => Buffer.from(text)) },
  { weight: 2, arbitrary: fc.uint8Array({ maxLength: 200 }) },
  { weight: 1, arbitrary: fc.constant(Buffer.from('{"a":1}', 'utf16le')) },
  {
    weight: 1,
    arbitrary: fc
      .constantFrom(16_383, 16_384, 16_385, 70_000, 1_000_000)
      .map((size) => Buffer.alloc(size, `${MARK} `)),
  },
);

const foreign = 'https://evil.example';

/** Forged headers that a server might trust. `site` is our own origin. */
export function headerTricks(site: string): fc.Arbitrary<readonly (readonly [string, string])[]> {
  const trick = fc.oneof(
    fc.constantFrom<readonly (readonly [string, string])[]>(
      [['X-HTTP-Method-Override', 'DELETE']],
      [['X-Method-Override', 'GET']],
      [['X-Forwarded-For', '127.0.0.1, 10.0.0.1']],
      [
        ['X-Forwarded-Host', 'evil.example'],
        ['X-Forwarded-Proto', 'javascript'],
      ],
      [['Forwarded', 'for=127.0.0.1;host=evil.example;proto=http']],
      [['Host', 'evil.example']],
      [['X-Original-URL', '/api/health/ready']],
      [['Origin', foreign]],
      [['Origin', 'null']],
      [['Origin', site]],
      [['Origin', `${site}.evil.example`]],
      [['Sec-Fetch-Site', 'cross-site']],
      [['Cf-Ray', `${MARK}`]],
      [['Cf-Ray', 'a'.repeat(4000)]],
      [['X-Request-Id', MARK]],
      [['Cookie', `${MARK}=${'x'.repeat(4000)}`]],
      [['Accept', 'text/html']],
      [['Range', 'bytes=0-1']],
      [['If-None-Match', '*']],
      [['Access-Control-Request-Method', 'DELETE']],
      [['Content-Encoding', 'gzip']],
      [['Connection', 'close']],
      [['X-Operador', `${MARK}%0d%0aBcc: x`]],
      [['X-Operador', '%']],
      [['asaas-access-token', MARK]],
    ),
    fc
      .constantFrom(
        '',
        'text/plain',
        'application/jsonp',
        'application/json; charset=utf-16',
        'APPLICATION/JSON',
        'application/json;',
        'multipart/form-data; boundary=x',
        `text/${MARK}`,
        'application/json, text/html',
      )
      .map((type) => [['Content-Type', type] as const]),
    fc
      .constantFrom('', ' ', '"', '"a"', MARK, `${MARK}é`, 'k'.repeat(255), 'k'.repeat(256), '""', 'a b')
      .map((key) => [['Idempotency-Key', key] as const]),
    fc.constant([
      ['Idempotency-Key', 'um'],
      ['Idempotency-Key', 'dois'],
    ] as const),
  );
  return fc.array(trick, { maxLength: 3 }).map((chosen) => chosen.flat());
}
