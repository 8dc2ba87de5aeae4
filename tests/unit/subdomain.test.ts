import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { message } from '#domain/messages.ts';
import {
  checkSubdomain,
  normalizeSubdomain,
  reservedSubdomains,
  tenantUrl,
} from '#domain/subdomain/subdomain.ts';

describe('checkSubdomain', () => {
  test.each([
    ['', 'Subdomínio é obrigatório'],
    ['  ', 'Subdomínio é obrigatório'],
    ['ab', 'Subdomínio deve ter pelo menos 3 caracteres'],
    ['a'.repeat(64), 'Subdomínio deve ter no máximo 63 caracteres'],
    ['-abc', 'Subdomínio deve começar e terminar com letra ou número'],
    ['abc-', 'Subdomínio deve começar e terminar com letra ou número'],
    ['a--b', 'Subdomínio não pode ter hífens consecutivos'],
    ['xn--abc', 'Subdomínio não pode ter hífens consecutivos'],
    ['padaria.central', 'Use só letras sem acento, números e hífen'],
    ['ação', 'Use só letras sem acento, números e hífen'],
    ['admin', 'Este subdomínio é reservado. Escolha outro.'],
  ])('refuses %j: %s', (typed, sentence) => {
    const checked = checkSubdomain(typed);
    expect(checked.ok ? null : message(checked.problem)).toBe(sentence);
  });

  test.each([
    ['padaria-central', 'padaria-central'],
    ['  ACME ', 'acme'],
    ['1a2', '1a2'],
    ['a'.repeat(63), 'a'.repeat(63)],
  ])('takes %j as %s', (typed, value) => {
    expect(checkSubdomain(typed)).toEqual({ ok: true, value });
  });

  test('whatever passes is one DNS label that is not reserved', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom(...'abz019-'), minLength: 1, maxLength: 70 }),
        (typed) => {
          const checked = checkSubdomain(typed);
          if (!checked.ok) return;
          expect(checked.value).toMatch(/^(?!.*--)[a-z0-9][a-z0-9-]{1,61}[a-z0-9]$/);
          expect(reservedSubdomains.has(checked.value)).toBe(false);
        },
      ),
    );
  });
});

test('typing keeps only what a subdomain may hold, and typing it again changes nothing', () => {
  expect(normalizeSubdomain('Padaria São José!')).toBe('padariasaojose');
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (typed) => {
      const once = normalizeSubdomain(typed);
      expect(once).toMatch(/^[a-z0-9-]*$/);
      expect(normalizeSubdomain(once)).toBe(once);
    }),
  );
});

test('a tenant address fills the template', () => {
  expect(tenantUrl('http://{tenant}.localhost:4334', 'acme')).toBe('http://acme.localhost:4334');
});
