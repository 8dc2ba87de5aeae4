import { expect, test } from 'vitest';
import { decideEntry, isOvertaken, readAction } from '#session/session-entry.ts';

const at = (path: string, fragment = '', isByHistory = false) => ({ path, fragment, isByHistory });

test('a signed-in user sees the page', () => {
  expect(decideEntry(at('/provisionamento?tenant=acme'), 'acme')).toEqual({
    kind: 'show',
    path: '/provisionamento?tenant=acme',
  });
});

test('after login an owner goes to the environment’s dashboard', () => {
  expect(decideEntry(at('/checkout?action=login'), 'acme')).toEqual({ kind: 'dashboard', tenant: 'acme' });
});

test('an owner who chose a plan reads why it is not sold again, however slow the page was', () => {
  const arrives = (query: string) => decideEntry(at(`/checkout?action=register&${query}`), 'acme');
  expect(arrives('plan=pro&cycle=monthly')).toEqual({ kind: 'plan-chosen' });
  expect(arrives('plan=free&cycle=monthly')).toEqual({ kind: 'dashboard', tenant: 'acme' });
  expect(arrives('')).toEqual({ kind: 'dashboard', tenant: 'acme' });
});

test('after login a user without an environment stays, without the action', () => {
  expect(decideEntry(at('/checkout?action=login&plan=pro&cycle=yearly'), null)).toEqual({
    kind: 'show',
    path: '/checkout?plan=pro&cycle=yearly',
  });
});

test('a visitor signs in and returns to the same page', () => {
  expect(decideEntry(at('/provisionamento?tenant=acme&plan=pro'), undefined)).toEqual({
    kind: 'sign-in',
    action: 'login',
    redirectTo: '/provisionamento?tenant=acme&plan=pro',
    isPromptForced: false,
  });
});

test('action=login opens sign-in and returns with the action', () => {
  expect(decideEntry(at('/checkout?action=login&plan=free'), undefined)).toEqual({
    kind: 'sign-in',
    action: 'login',
    redirectTo: '/checkout?action=login&plan=free',
    isPromptForced: true,
  });
});

test('action=register opens registration and returns with plan and cycle only', () => {
  expect(decideEntry(at('/checkout?action=register&plan=pro&cycle=yearly'), undefined)).toEqual({
    kind: 'sign-in',
    action: 'register',
    redirectTo: '/checkout?plan=pro&cycle=yearly',
    isPromptForced: true,
  });
});

test.each(['https://evil.example', '//evil.example', 'LOGIN', 'logout', ''])(
  'action=%s is ignored',
  (written) => {
    const path = `/checkout?action=${encodeURIComponent(written)}&plan=pro`;
    expect(readAction(path)).toBeNull();
    expect(decideEntry(at(path), undefined)).toMatchObject({
      action: 'login',
      redirectTo: '/checkout?plan=pro',
    });
  },
);

test('a failed return from the provider does not redirect again', () => {
  expect(decideEntry(at('/checkout', '#state=1&code=2'), undefined)).toEqual({ kind: 'blocked' });
  expect(decideEntry(at('/checkout', '#error=access_denied&state=1'), undefined)).toEqual({
    kind: 'blocked',
  });
});

test('a silent check without a session still leads to sign-in', () => {
  expect(decideEntry(at('/checkout', '#error=login_required&state=1'), undefined)).toMatchObject({
    kind: 'sign-in',
  });
});

test('a tab that waited while another one signed in asks again, and only it does', () => {
  const overtaken = '#error=temporarily_unavailable&error_description=authentication_expired&state=1';
  expect(decideEntry(at('/checkout', overtaken), undefined)).toMatchObject({ kind: 'sign-in' });
  expect([overtaken, '#error=temporarily_unavailable&state=1', ''].map(isOvertaken)).toEqual([
    true,
    false,
    false,
  ]);
});

test('Back from the sign-in page does not redirect there again', () => {
  expect(decideEntry(at('/checkout?plan=pro', '', true), undefined)).toEqual({ kind: 'returned' });
  expect(decideEntry(at('/checkout?plan=pro', '', true), null)).toMatchObject({ kind: 'show' });
});
