import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { message } from '#domain/messages.ts';
import { checkSubdomain, normalizeSubdomain } from '#domain/subdomain/subdomain.ts';
import { drawSuggestions, proposedSubdomain, subdomainCandidates } from '#domain/subdomain/suggest.ts';
import { shownAddress, tenantUrl } from '#domain/subdomain/tenant-url.ts';
import { holdsBrand, isReservedName, reservedNames } from '#domain/tenants/reserved-names.ts';

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
    ['entrar-2', 'Este subdomínio é reservado. Escolha outro.'],
    ['suporte-vigia', message('subdomain.brand')],
  ])('refuses %j: %s', (typed, sentence) => {
    const checked = checkSubdomain(typed);
    expect(checked.ok ? null : message(checked.problem)).toBe(sentence);
  });

  test.each([
    ['padaria-central', 'padaria-central'],
    ['  ACME ', 'acme'],
    ['1a2', '1a2'],
    ['a'.repeat(63), 'a'.repeat(63)],
  ])('accepts %j as %s', (typed, value) => {
    expect(checkSubdomain(typed)).toEqual({ ok: true, value });
  });

  test('every accepted name is one DNS label and not reserved', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom(...'abz019-'), minLength: 1, maxLength: 70 }),
        (typed) => {
          const checked = checkSubdomain(typed);
          if (!checked.ok) return;
          expect(checked.value).toMatch(/^(?!.*--)[a-z0-9][a-z0-9-]{1,61}[a-z0-9]$/);
          expect(isReservedName(checked.value) || holdsBrand(checked.value)).toBe(false);
        },
      ),
    );
  });
});

test('the input filter keeps allowed characters only and is idempotent', () => {
  expect(normalizeSubdomain('Padaria São José!')).toBe('padariasaojose');
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (typed) => {
      const once = normalizeSubdomain(typed);
      expect(once).toMatch(/^[a-z0-9-]*$/);
      expect(normalizeSubdomain(once)).toBe(once);
    }),
  );
});

test('a tenant address fills the template and is shown without scheme', () => {
  expect(tenantUrl('http://{tenant}.localhost:4334', 'acme')).toBe('http://acme.localhost:4334');
  expect(shownAddress('https://acme.vigia.example')).toBe('acme.vigia.example');
});

test.each([
  ['ana@padaria-central.com.br', 'Ana Souza', 'padaria-central'],
  ['ana@loja.padaria.net', 'Ana Souza', 'padaria'],
  ['ana@gmail.com', 'Ana Lúcia de Souza', 'ana-lucia-de-souza'],
  ['ana@xn--po-zja.com.br', 'Ana Souza', 'ana-souza'],
  ['ana@gmail.com', 'Ó', ''],
  ['', '', ''],
])('the account of %s, %s, begins with "%s"', (email, name, proposed) => {
  expect(proposedSubdomain(email, name)).toBe(proposed);
});

test('a reserved name is proposed in a form that is not', () => {
  expect(proposedSubdomain('ana@status.com.br', 'Ana')).toMatch(/^status-/);
});

describe('suggestions', () => {
  test('a name gets the usual additions, never one it already has', () => {
    expect(subdomainCandidates('acme')).toEqual([
      'acme-br',
      'acme-app',
      'acme-online',
      'acme-site',
      'acme-web',
      'acme-digital',
      'grupo-acme',
      'equipe-acme',
    ]);
    expect(subdomainCandidates('acme-br')).not.toContain('acme-br-br');
    expect(subdomainCandidates('grupo-acme')).not.toContain('grupo-grupo-acme');
  });

  test('a name with the brand gets suggestions from the rest of it', () => {
    expect(subdomainCandidates('padaria-vigia')).toContain('padaria-br');
    expect(subdomainCandidates('vigia')).toEqual([]);
  });

  test('every suggestion is valid and differs from the wanted name', () => {
    const letters = fc.stringMatching(/^[a-z0-9]{3,63}$/);
    const words = fc.stringMatching(/^[a-z0-9]{1,10}(-[a-z0-9]{1,10}){1,4}$/);
    const name = fc.oneof(
      letters,
      words,
      fc.constantFrom(...reservedNames).filter((each) => each.length >= 3),
    );
    fc.assert(
      fc.property(name, (wanted) => {
        const candidates = subdomainCandidates(wanted);
        expect(candidates.length).toBeGreaterThanOrEqual(3);
        expect(new Set(candidates).size).toBe(candidates.length);
        for (const candidate of candidates) {
          expect(checkSubdomain(candidate)).toEqual({ ok: true, value: candidate });
          expect(candidate).not.toBe(wanted);
        }
      }),
    );
  });

  test('three are shown, and any free one may be chosen', () => {
    const free = subdomainCandidates('acme');
    const seen = new Set<string>();
    for (let part = 0; part < 1; part += 0.1) {
      const drawn = drawSuggestions(free, () => part);
      expect(new Set(drawn).size).toBe(3);
      for (const name of drawn) seen.add(name);
    }
    expect([...seen].sort()).toEqual([...free].sort());
    expect(drawSuggestions(['acme-br'], () => 0)).toEqual(['acme-br']);
  });
});
