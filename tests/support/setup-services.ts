/**
 * The services that `npm run setup` asks, on one loopback port and in their own shapes: Cloudflare's API v4 (envelope,
 * codes and objects as developers.cloudflare.com/api and issues of workers-sdk show them), DNS over HTTPS, Resend, Asaas,
 * Telegram, and the published site. Keeps what is made, and can lose an answer after the work was done.
 */
import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Services } from '#ops/setup/http.ts';

type Fields = Record<string, unknown>;
interface Reply {
  readonly status: number;
  readonly body: unknown;
}
export interface Asked {
  readonly method: string;
  /** Without the host, with the service's name first. */
  readonly path: string;
  readonly body: Fields;
}

export const TOKEN = 'cf-token-of-the-operator-0000000000000000';
export const ACCOUNT = { id: '0123456789abcdef0123456789abcdef', name: 'Olho' };
export const MAIL_KEY = 're_full_access_key';
export const SANDBOX_KEY = '$aact_hmlg_000sandbox::key';
export const REAL_KEY = '$aact_prod_000real::key';
export const BOT = '123456:AAF-bot-token';

const ok = (result: unknown, info?: Fields): Reply => ({
  status: 200,
  body: { success: true, errors: [], messages: [], result, ...(info ? { result_info: info } : {}) },
});
const refused = (status: number, code: number, message: string): Reply => ({
  status,
  body: { success: false, errors: [{ code, message }], messages: [], result: null },
});
const AUTHENTICATION = refused(403, 10000, 'Authentication error');

export class SetUpServices {
  /** Zones of the account by name; `status` as Cloudflare says it. */
  zones = [
    { id: 'zone-olho', name: 'olho.com.br', status: 'active' },
    { id: 'zone-status', name: 'olho-status.com.br', status: 'active' },
  ];
  token = { value: TOKEN, status: 'active', isOfAccount: false };
  account = ACCOUNT;
  accounts = 1;
  /** Paths after the account for which the token has no permission. */
  lacking: RegExp[] = [];
  isR2On = true;
  isAccessOn = true;
  databases: { uuid: string; name: string; num_tables: number }[] = [];
  namespaces: { id: string; title: string }[] = [];
  buckets: string[] = [];
  tunnels: { id: string; name: string; config: unknown }[] = [];
  serviceTokens: { id: string; name: string; client_id: string; secret: string }[] = [];
  applications: Fields[] = [];
  tokens: { id: string; name: string; value: string; policies: unknown }[] = [];
  records: {
    id: string;
    zone: string;
    type: string;
    name: string;
    content: string;
    comment?: string;
    proxied?: boolean;
  }[] = [];
  mailDomains: { id: string; name: string; status: string }[] = [];
  mx = ['olho.com.br'];
  addresses: Record<string, string> = { 'servidor.olho.com.br': '198.51.99.7' };
  chats: number[] = [-1001];
  /** What `/api/health/ready` of the site answers; `null`: nothing is published. */
  readiness: unknown = null;
  /** Requests that changed something, in order. */
  changes: Asked[] = [];
  asked: Asked[] = [];
  /** The next change that fits is done, and its answer never arrives. */
  losesAnswerOf: RegExp | null = null;
  /** Called before anything is answered. */
  onAsked: (asked: Asked) => void = () => {};

  readonly #server = createServer((request, response) => void this.#answer(request, response));
  #origin = '';

  async start(): Promise<void> {
    await new Promise<void>((done) => this.#server.listen(0, '127.0.0.1', done));
    this.#origin = `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }
  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((done) => this.#server.close(done));
  }
  get origin(): string {
    return this.#origin;
  }
  get services(): Services {
    const at = (name: string) => `${this.#origin}/${name}`;
    return {
      cloudflare: at('cloudflare'),
      dns: at('dns'),
      mail: at('mail'),
      asaasSandbox: at('asaasSandbox'),
      asaas: at('asaas'),
      telegram: at('telegram'),
    };
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const text = Buffer.concat(chunks).toString();
    const url = new URL(request.url ?? '/', this.#origin);
    const { method = 'GET' } = request;
    const body = text === '' ? {} : (JSON.parse(text) as Fields);
    const asked = { method, path: url.pathname.slice(1), body };
    this.asked.push(asked);
    this.onAsked(asked);
    const reply = this.#reply(asked, url.searchParams, request.headers);
    if (method !== 'GET') {
      this.changes.push(asked);
      if (this.losesAnswerOf?.test(`${method} ${asked.path}`)) {
        this.losesAnswerOf = null;
        request.socket.destroy();
        return;
      }
    }
    response.writeHead(reply.status, { 'content-type': 'application/json' });
    response.end(JSON.stringify(reply.body));
  }

  #reply({ method, path, body }: Asked, query: URLSearchParams, headers: IncomingMessage['headers']): Reply {
    const [service = '', ...parts] = path.split('/');
    const rest = `/${parts.join('/')}`;
    if (service === 'cloudflare')
      return this.#cloudflare(method, rest, query, body, headers.authorization ?? '');
    if (service === 'dns') return this.#dns(query);
    if (service === 'mail') return this.#mail(method, rest, body, headers.authorization ?? '');
    if (service === 'asaas' || service === 'asaasSandbox') {
      const key = service === 'asaas' ? REAL_KEY : SANDBOX_KEY;
      return headers['access_token'] === key
        ? { status: 200, body: { object: 'list', data: [], totalCount: 0 } }
        : {
            status: 401,
            body: {
              errors: [{ code: 'invalid_access_token', description: 'A chave de API fornecida é inválida' }],
            },
          };
    }
    if (service === 'telegram') return this.#telegram(rest, query);
    if (service === 'site' && this.readiness !== null) return { status: 200, body: this.readiness };
    return { status: 404, body: {} };
  }

  #dns(query: URLSearchParams): Reply {
    const [name = '', type] = [query.get('name') ?? '', query.get('type')];
    const answer =
      type === 'MX' && this.mx.includes(name)
        ? [{ name, type: 15, TTL: 300, data: '10 mx.example.net.' }]
        : type === 'A' && this.addresses[name] !== undefined
          ? [{ name, type: 1, TTL: 300, data: this.addresses[name] }]
          : [];
    return {
      status: 200,
      body: { Status: 0, TC: false, Question: [], ...(answer.length > 0 ? { Answer: answer } : {}) },
    };
  }

  #mail(method: string, path: string, body: Fields, authorization: string): Reply {
    if (authorization === 'Bearer re_sending_only')
      return {
        status: 401,
        body: {
          statusCode: 401,
          name: 'restricted_api_key',
          message: 'This API key is restricted to only send emails',
        },
      };
    if (authorization !== `Bearer ${MAIL_KEY}`)
      return {
        status: 400,
        body: { statusCode: 400, name: 'validation_error', message: 'API key is invalid' },
      };
    const detail = (domain: { id: string; name: string; status: string }): Reply => ({
      status: 200,
      body: {
        ...domain,
        object: 'domain',
        region: 'sa-east-1',
        records: [
          {
            record: 'SPF',
            name: 'send',
            type: 'MX',
            ttl: 'Auto',
            status: 'not_started',
            value: 'feedback-smtp.sa-east-1.amazonses.com',
            priority: 10,
          },
          {
            record: 'SPF',
            name: 'send',
            type: 'TXT',
            ttl: 'Auto',
            status: 'not_started',
            value: 'v=spf1 include:amazonses.com ~all',
          },
          {
            record: 'DKIM',
            name: 'resend._domainkey',
            type: 'TXT',
            ttl: 'Auto',
            status: 'not_started',
            value: 'p=MIGfMA0G',
          },
        ],
      },
    });
    if (path === '/domains' && method === 'GET')
      return { status: 200, body: { object: 'list', has_more: false, data: this.mailDomains } };
    if (path === '/domains') {
      const domain = { id: randomUUID(), name: String(body['name']), status: 'not_started' };
      this.mailDomains.push(domain);
      return { ...detail(domain), status: 201 };
    }
    const domain = this.mailDomains.find(({ id }) => path.startsWith(`/domains/${id}`));
    if (domain === undefined)
      return { status: 404, body: { statusCode: 404, name: 'not_found', message: 'Domain not found' } };
    if (!path.endsWith('/verify')) return detail(domain);
    if (domain.status === 'not_started') domain.status = 'pending';
    return { status: 200, body: { object: 'domain', id: domain.id } };
  }

  #telegram(path: string, query: URLSearchParams): Reply {
    const wrong = (status: number, description: string): Reply => ({
      status,
      body: { ok: false, error_code: status, description },
    });
    if (!path.startsWith(`/bot${BOT}/`)) return wrong(401, 'Unauthorized');
    const fine = (result: unknown): Reply => ({ status: 200, body: { ok: true, result } });
    if (path.endsWith('/getMe')) return fine({ id: 123456, is_bot: true, username: 'olho_bot' });
    if (path.endsWith('/getUpdates'))
      return fine(this.chats.map((id) => ({ update_id: 1, message: { chat: { id } } })));
    const chat = Number(query.get('chat_id'));
    return this.chats.includes(chat)
      ? fine({ id: chat, type: 'group' })
      : wrong(400, 'Bad Request: chat not found');
  }

  #cloudflare(
    method: string,
    path: string,
    query: URLSearchParams,
    body: Fields,
    authorization: string,
  ): Reply {
    if (authorization !== `Bearer ${this.token.value}`)
      return authorization.length < 30
        ? refused(400, 6003, 'Invalid request headers')
        : refused(401, 1000, 'Invalid API Token');
    if (path === '/user/tokens/verify')
      return this.token.isOfAccount
        ? refused(401, 1000, 'Invalid API Token')
        : ok({ id: 'own-token', status: this.token.status });
    if (path === '/accounts')
      return ok(
        Array.from({ length: this.accounts }, (_, index) =>
          index === 0 ? this.account : { id: `${index}`, name: 'Outra' },
        ),
        { page: 1, per_page: 50, total_pages: 1, count: this.accounts, total_count: this.accounts },
      );
    const own = path.replace(`/accounts/${this.account.id}`, '');
    if (this.lacking.some((each) => each.test(path))) return AUTHENTICATION;
    if (path.startsWith('/zones')) return this.#zone(method, path, query, body);
    if (own === path) return refused(403, 9109, 'Unauthorized to access requested resource');
    return this.#ofAccount(method, own, query, body);
  }

  #zone(method: string, path: string, query: URLSearchParams, body: Fields): Reply {
    if (path === '/zones') {
      const found = this.zones.filter(({ name }) => name === query.get('name'));
      return ok(
        found.map((zone) => ({ ...zone, account: this.account })),
        { page: 1, total_pages: 1 },
      );
    }
    const [, , zone = '', kind, id] = path.split('/');
    if (kind === 'workers') return ok([]);
    const named = this.records.filter((each) => each.zone === zone && each.name === query.get('name'));
    if (method === 'GET') return ok(named, { page: 1, total_pages: 1 });
    const wanted = body as unknown as { type: string; name: string; content: string };
    if (method === 'PUT') {
      const record = this.records.find((each) => each.id === id);
      if (record === undefined) return refused(404, 81044, 'Record does not exist.');
      return ok(Object.assign(record, body));
    }
    const same = this.records.filter((each) => each.zone === zone && each.name === wanted.name);
    if (same.some((each) => each.type === wanted.type && each.content === wanted.content))
      return refused(400, 81058, 'An identical record already exists.');
    const isTarget = (type: string) => ['A', 'AAAA', 'CNAME'].includes(type);
    if (isTarget(wanted.type) && same.some(({ type }) => isTarget(type)))
      return refused(400, 81053, 'An A, AAAA, or CNAME record with that host already exists.');
    const record = { id: randomUUID(), zone, ...wanted };
    this.records.push(record);
    return ok(record);
  }

  #ofAccount(method: string, path: string, query: URLSearchParams, body: Fields): Reply {
    const name = String(body['name'] ?? '');
    if (path === '/tokens/verify') return ok({ id: 'own-token', status: this.token.status });
    if (path === '/workers/scripts') return ok([]);
    if (path === '/d1/database') {
      if (method === 'GET')
        return ok(this.databases.filter((each) => each.name === query.get('name') || !query.has('name')));
      if (this.databases.some((each) => each.name === name))
        return refused(400, 7502, `Database with name '${name}' already exists`);
      const database = { uuid: randomUUID(), name, num_tables: 0 };
      this.databases.push(database);
      return ok(database);
    }
    if (path === '/storage/kv/namespaces') {
      if (method === 'GET') return ok(this.namespaces, { page: 1, total_pages: 1 });
      const title = String(body['title']);
      if (this.namespaces.some((each) => each.title === title))
        return refused(400, 10014, 'a namespace with this account ID and title already exists');
      const namespace = { id: randomUUID().replaceAll('-', ''), title };
      this.namespaces.push(namespace);
      return ok(namespace);
    }
    if (path.startsWith('/r2/buckets')) return this.#buckets(method, path, name);
    if (path.startsWith('/cfd_tunnel')) return this.#tunnel(method, path, body);
    if (path.startsWith('/access'))
      return this.isAccessOn
        ? this.#access(method, path, body)
        : refused(403, 9999, 'access.api.error.not_enabled');
    if (path.startsWith('/tokens')) return this.#apiTokens(method, path, body);
    return refused(404, 7003, `Could not route to ${path}`);
  }

  #buckets(method: string, path: string, name: string): Reply {
    if (!this.isR2On) return refused(403, 10042, 'Please enable R2 through the Cloudflare Dashboard.');
    const wanted = path.split('/')[3];
    if (method === 'GET' && wanted === undefined)
      return ok({ buckets: this.buckets.map((each) => ({ name: each })) });
    if (method === 'GET')
      return this.buckets.includes(wanted ?? '')
        ? ok({ name: wanted, location: 'ENAM' })
        : refused(404, 10006, 'The specified bucket does not exist.');
    if (this.buckets.includes(name))
      return refused(409, 10004, 'The bucket you tried to create already exists, and you own it.');
    this.buckets.push(name);
    return ok({ name, location: 'ENAM' });
  }

  #tunnel(method: string, path: string, body: Fields): Reply {
    const [, , id, kind] = path.split('/');
    const tunnel = this.tunnels.find((each) => each.id === id);
    if (kind === 'token') return ok(Buffer.from(`tunnel ${id}`).toString('base64'));
    if (kind === 'configurations' && tunnel !== undefined) {
      tunnel.config = body['config'];
      return ok({ tunnel_id: id, version: 1, config: body['config'] });
    }
    if (method === 'GET') return ok(this.tunnels, { page: 1, total_pages: 1 });
    if (this.tunnels.some(({ name }) => name === body['name']))
      return refused(409, 1013, 'You already have a tunnel with this name');
    const made = { id: randomUUID(), name: String(body['name']), config: null };
    this.tunnels.push(made);
    return ok({ ...made, status: 'inactive', remote_config: true, token: 'unused' });
  }

  #access(method: string, path: string, body: Fields): Reply {
    const rotated = this.serviceTokens.find(({ id }) => path === `/access/service_tokens/${id}/rotate`);
    const shown = ({ id, name, client_id }: (typeof this.serviceTokens)[number]) => ({ id, name, client_id });
    if (rotated !== undefined) {
      rotated.secret = randomUUID();
      return ok({ ...shown(rotated), client_secret: rotated.secret });
    }
    if (path === '/access/service_tokens') {
      if (method === 'GET') return ok(this.serviceTokens.map(shown));
      const made = {
        id: randomUUID(),
        name: String(body['name']),
        client_id: `${randomUUID()}.access`,
        secret: randomUUID(),
      };
      this.serviceTokens.push(made);
      return { ...ok({ ...shown(made), client_secret: made.secret }), status: 201 };
    }
    if (method === 'GET') return ok(this.applications);
    const made = { id: randomUUID(), aud: 'aud', ...body };
    this.applications.push(made);
    return { ...ok(made), status: 201 };
  }

  #apiTokens(method: string, path: string, body: Fields): Reply {
    if (path === '/tokens/permission_groups')
      return ok([
        { id: 'dns-write', name: 'DNS Write', scopes: ['com.cloudflare.api.account.zone'] },
        { id: 'zone-read', name: 'Zone Read', scopes: ['com.cloudflare.api.account.zone'] },
        {
          id: 'r2-write',
          name: 'Workers R2 Storage Bucket Item Write',
          scopes: ['com.cloudflare.edge.r2.bucket'],
        },
        {
          id: 'r2-read',
          name: 'Workers R2 Storage Bucket Item Read',
          scopes: ['com.cloudflare.edge.r2.bucket'],
        },
      ]);
    const [, , id, kind] = path.split('/');
    const token = this.tokens.find((each) => each.id === id);
    if (token !== undefined && kind === 'value') {
      token.value = randomUUID();
      return ok(token.value);
    }
    if (token !== undefined) return ok(Object.assign(token, body));
    if (method === 'GET')
      return ok(this.tokens.map(({ id: each, name }) => ({ id: each, name, status: 'active' })));
    const made = {
      id: randomUUID().replaceAll('-', ''),
      name: String(body['name']),
      value: randomUUID(),
      policies: body['policies'],
    };
    this.tokens.push(made);
    return ok({ ...made, status: 'active' });
  }
}
