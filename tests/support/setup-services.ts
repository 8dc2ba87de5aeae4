/**
 * The services that `npm run setup` asks, on one loopback port and in their own shapes: Cloudflare's API v4 (envelope,
 * codes and objects as developers.cloudflare.com/api and issues of workers-sdk show them), DNS over HTTPS, Resend, Asaas,
 * Telegram, and the published site. Keeps what is made, and can lose an answer after the work was done.
 */
import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Services } from '#ops/setup/http.ts';
import { CloudflareStandIn, type Fields, type Reply } from './setup-cloudflare.ts';

export const MAIL_KEY = 're_full_access_key';
export const SANDBOX_KEY = '$aact_hmlg_000sandbox::key';
export const REAL_KEY = '$aact_prod_000real::key';
export const BOT = '123456:AAF-bot-token';

export interface Asked {
  readonly method: string;
  /** Without the host, with the service's name first. */
  readonly path: string;
  readonly body: Fields;
}

export class SetUpServices extends CloudflareStandIn {
  mailDomains: { id: string; name: string; status: string }[] = [];
  mx = ['olho.com.br'];
  addresses: Record<string, string> = { 'servidor.olho.com.br': '8.8.8.8' };
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
      return this.cloudflare(method, rest, query, body, headers.authorization ?? '');
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
}
