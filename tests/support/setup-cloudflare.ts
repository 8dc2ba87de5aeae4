/**
 * Cloudflare's API v4 as the wizard sees it: envelope, codes and objects as developers.cloudflare.com/api and issues of
 * workers-sdk, cloudflared and certbot show them. Keeps what is made.
 */
import { randomUUID } from 'node:crypto';

export type Fields = Record<string, unknown>;
export interface Reply {
  readonly status: number;
  readonly body: unknown;
}

export const TOKEN = 'cf-token-of-the-operator-0000000000000000';
export const ACCOUNT = { id: '0123456789abcdef0123456789abcdef', name: 'Olho' };

const ok = (result: unknown, info?: Fields): Reply => ({
  status: 200,
  body: { success: true, errors: [], messages: [], result, ...(info ? { result_info: info } : {}) },
});
const refused = (status: number, code: number, message: string): Reply => ({
  status,
  body: { success: false, errors: [{ code, message }], messages: [], result: null },
});
const AUTHENTICATION = refused(403, 10000, 'Authentication error');

export class CloudflareStandIn {
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

  cloudflare(
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
