/**
 * A fake keycloak-js: the same methods without a provider.
 *
 * `provider` sets its behaviour and records its calls.
 */
export interface FakeProvider {
  /** `null`: signed out. */
  account: { sub: string; email: string; name: string; groups: string[] } | null;
  /** A promise: answers when it resolves. */
  init: 'answers' | 'rejects' | 'hangs' | Promise<void>;
  refresh: 'works' | 'refused' | 'unreachable';
  userInfo: object;
  readonly calls: { method: string; options: unknown }[];
  /** Number of tokens issued so far. */
  issued: number;
}

/** On the global object, so that reloaded modules share the same provider. */
const shared = globalThis as { fakeProvider?: FakeProvider };
shared.fakeProvider ??= {
  account: null,
  init: 'answers',
  refresh: 'works',
  userInfo: {},
  calls: [],
  issued: 0,
};
export const provider: FakeProvider = shared.fakeProvider;

export const ana = { sub: 'ana-1', email: 'ana@example.com', name: 'Ana Souza', groups: [] as string[] };

/** Resets to a working provider with Ana signed in. */
export function resetProvider(): void {
  Object.assign(provider, {
    account: { ...ana },
    init: 'answers',
    refresh: 'works',
    userInfo: {},
    issued: 0,
  });
  provider.calls.length = 0;
}

export default class FakeKeycloak {
  authenticated = false;
  token: string | undefined;
  refreshToken: string | undefined;
  tokenParsed: object | undefined;
  idTokenParsed: object | undefined;

  async init(options: unknown): Promise<boolean> {
    provider.calls.push({ method: 'init', options });
    if (provider.init instanceof Promise) await provider.init;
    if (provider.init === 'hangs') await new Promise(() => {});
    if (provider.init === 'rejects')
      throw new Error('Timeout when waiting for 3rd party check iframe message.');
    if (provider.account) this.issue();
    return this.authenticated;
  }

  async updateToken(minValidity: number): Promise<boolean> {
    provider.calls.push({ method: 'updateToken', options: minValidity });
    if (provider.refresh === 'refused') this.clearToken();
    if (provider.refresh !== 'works') throw new Error('Failed to refresh token');
    if (minValidity === -1) this.issue();
    return minValidity === -1;
  }

  async loadUserInfo(): Promise<object> {
    provider.calls.push({ method: 'loadUserInfo', options: undefined });
    return provider.userInfo;
  }

  async login(options: unknown): Promise<void> {
    provider.calls.push({ method: 'login', options });
  }

  async register(options: unknown): Promise<void> {
    provider.calls.push({ method: 'register', options });
  }

  async logout(options: unknown): Promise<void> {
    provider.calls.push({ method: 'logout', options });
  }

  clearToken(): void {
    this.authenticated = false;
    this.token = undefined;
    this.refreshToken = undefined;
    this.tokenParsed = undefined;
  }

  private issue(): void {
    provider.issued += 1;
    this.authenticated = true;
    this.token = `token-${provider.issued}`;
    this.refreshToken = 'refresh';
    this.tokenParsed = { ...provider.account };
  }
}
