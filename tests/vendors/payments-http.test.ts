/** The vendor HTTP client of the payment and mail adapters: the outcome of each kind of response. */
import { expect, test } from 'vitest';
import { createVendorHttp, type Fetch, type VendorRequest } from '#functions/platform/vendor-http.ts';

const get: VendorRequest = { method: 'GET', path: '/thing', query: { ref: 'a b&c' } };
const post: VendorRequest = { method: 'POST', path: '/thing', json: { a: 1 } };

function askOnce(
  fetch: Fetch,
  request: VendorRequest,
  limits: { timeoutMs?: number; bodyBytesMax?: number; passingStatuses?: ReadonlySet<number> } = {},
) {
  const headers = { authorization: 'Bearer secret' };
  return createVendorHttp({ baseUrl: 'http://vendor.test/', fetch, timeoutMs: 1000, headers, ...limits })(
    request,
  );
}

const answering =
  (body: BodyInit | null, status = 200): Fetch =>
  async () =>
    new Response(body, { status });
const silent: Fetch = (_, init) =>
  new Promise((_resolve, reject) => {
    init.signal?.addEventListener('abort', () => reject(init.signal?.reason));
  });

test('a request has shared headers and an encoded query, without redirects', async () => {
  const seen: [string, RequestInit][] = [];
  await askOnce(async (input, init) => {
    seen.push([input, init]);
    return new Response(null, { status: 204 });
  }, get);
  expect(seen).toEqual([
    [
      'http://vendor.test/thing?ref=a+b%26c',
      {
        method: 'GET',
        headers: { accept: 'application/json', authorization: 'Bearer secret' },
        body: null,
        redirect: 'manual',
        signal: expect.any(AbortSignal),
      },
    ],
  ]);
});

test.each<[string, Fetch, VendorRequest, unknown]>([
  ['JSON is ok', answering('{"a":1}'), get, { outcome: 'ok', status: 200, body: { a: 1 } }],
  ['no body is ok', answering(null, 204), post, { outcome: 'ok', status: 204, body: null }],
  [
    '400 is refused, with its body',
    answering('{"e":1}', 400),
    post,
    { outcome: 'refused', status: 400, body: { e: 1 } },
  ],
  ['400 with a page is refused', answering('<p>', 400), get, { outcome: 'refused', status: 400, body: null }],
  ['429 may pass', answering('', 429), post, { outcome: 'unavailable', status: 429 }],
  ['503 may pass', answering('', 503), post, { outcome: 'unavailable', status: 503 }],
  ['a redirect is not followed', answering(null, 302), get, { outcome: 'unavailable', status: 302 }],
  ['a page instead of JSON on GET', answering('<p>'), get, { outcome: 'unavailable', status: 200 }],
  ['a page instead of JSON on POST', answering('<p>'), post, { outcome: 'unclear', status: 200 }],
])('%s', async (_, fetch, request, expected) => {
  expect(await askOnce(fetch, request)).toEqual(expected);
});

test.each<[VendorRequest['method'], string]>([
  ['GET', 'unavailable'],
  ['POST', 'unclear'],
  ['PUT', 'unclear'],
  ['DELETE', 'unclear'],
])('%s without an answer in time is %s', async (method, outcome) => {
  expect(await askOnce(silent, { method, path: '/thing' }, { timeoutMs: 5 })).toEqual({
    outcome,
    status: null,
  });
});

test('a vendor whose 429 says more is read', async () => {
  const options = { passingStatuses: new Set([408]) };
  const answer = await askOnce(answering('{"wait":3}', 429), post, options);
  expect(answer).toEqual({ outcome: 'refused', status: 429, body: { wait: 3 } });
  expect(await askOnce(answering('', 408), post, options)).toEqual({ outcome: 'unavailable', status: 408 });
});

test('a response above the limit is unreadable, and reading stops', async () => {
  const endless = new ReadableStream<Uint8Array>({
    pull: (controller) => controller.enqueue(new Uint8Array(1024)),
  });
  expect(await askOnce(answering(endless), get, { bodyBytesMax: 4096 })).toEqual({
    outcome: 'unavailable',
    status: 200,
  });
});
