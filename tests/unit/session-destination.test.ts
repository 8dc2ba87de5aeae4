import { expect, test } from 'vitest';
import {
  authRedirectUrl,
  checkoutPath,
  type KnownSession,
  resolveDestination,
} from '#session/session-destination.ts';

const tenantUrlTemplate = 'https://{tenant}.vigia.example';
const choice = { plan: 'pro', cycle: 'yearly' } as const;
const signedIn = (tenant: string | null): KnownSession => ({
  status: 'authenticated',
  tenant,
  token: async () => 'token',
});
const asVisitor = '/api/auth/redirect?action=register&plan=pro&cycle=yearly';
const plan = { visitorUrl: asVisitor, action: 'register', tenantUrlTemplate, choice } as const;
const button = (action: 'login' | 'register') => ({
  visitorUrl: authRedirectUrl('', action),
  action,
  tenantUrlTemplate,
});

test.each<[string, KnownSession, string]>([
  ['a visitor registers and keeps the choice', { status: 'visitor' }, asVisitor],
  ['an account without environment goes to the form', signedIn(null), '/checkout?plan=pro&cycle=yearly'],
])('%s', async (_guarantee, session, address) => {
  expect(await resolveDestination(async () => session, plan)).toBe(address);
});

test('a customer’s choice of a plan leads to the support page', async () => {
  const session = async () => signedIn('acme');
  expect(await resolveDestination(session, plan)).toBe('/suporte?motivo=plano');
});

test.each(['login', 'register'] as const)(
  '%s without a chosen plan leads to the environment',
  async (action) => {
    expect(await resolveDestination(async () => signedIn('acme'), button(action))).toBe(
      'https://acme.vigia.example/dashboard',
    );
  },
);

test('a registration without a chosen plan opens the free one', async () => {
  const free = 'plan=free&cycle=monthly';
  expect(authRedirectUrl('', 'register')).toBe(`/api/auth/redirect?action=register&${free}`);
  expect(await resolveDestination(async () => signedIn(null), button('register'))).toBe(`/checkout?${free}`);
  expect(await resolveDestination(async () => signedIn(null), button('login'))).toBe('/checkout');
});

test('a group added since the last token counts', async () => {
  let tenant: string | null = null;
  const session = async (): Promise<KnownSession> => ({
    status: 'authenticated',
    tenant,
    token: async () => {
      tenant = 'acme';
      return 'token';
    },
  });
  expect(await resolveDestination(session, button('login'))).toBe('https://acme.vigia.example/dashboard');
});

test('a choice of plan continues when the token cannot be renewed', async () => {
  const unreachable = async (): Promise<KnownSession> => ({
    status: 'authenticated',
    tenant: null,
    token: () => Promise.reject(new Error('offline')),
  });
  expect(await resolveDestination(unreachable, plan)).toBe('/checkout?plan=pro&cycle=yearly');
});

test('an unknown session leads to the identity provider', async () => {
  const unreachable = () => Promise.reject(new Error('offline'));
  expect(await resolveDestination(unreachable, plan)).toBe(asVisitor);
});

test('a token that cannot be renewed leads to the identity provider', async () => {
  const expired: KnownSession = {
    status: 'authenticated',
    tenant: 'acme',
    token: () => Promise.reject(new Error('expired')),
  };
  expect(await resolveDestination(async () => expired, button('login'))).toBe(
    '/api/auth/redirect?action=login',
  );
});

test('an API on its own host gets a full URL', () => {
  expect(authRedirectUrl('https://api.vigia.example', 'login')).toBe(
    'https://api.vigia.example/api/auth/redirect?action=login',
  );
});

test('the form also opens without a choice', () => {
  expect(checkoutPath()).toBe('/checkout');
});
