/** The lockfile's packages are allowed: licences, and known vulnerabilities. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  AuditExceptions,
  auditFindings,
  licenseExceptions,
  lockedPackages,
  refusedLicenses,
  unlisted,
} from '../../ops/dependencies/policy.ts';

const root = join(import.meta.dirname, '../..');
const readJson = (path: string): unknown => JSON.parse(readFileSync(join(root, path), 'utf8'));
const packages = lockedPackages(readJson('package-lock.json'));

describe('licences', () => {
  test('every package of the lockfile has an allowed one', () => {
    expect(packages.length).toBeGreaterThan(300);
    expect(refusedLicenses(packages)).toEqual([]);
  });

  test('no exception is unused', () => {
    const idle = Object.entries(licenseExceptions).filter(
      ([license, { packages: names }]) =>
        !packages.some((each) => names.test(each.name) && each.license?.includes(license)),
    );
    expect(idle).toEqual([]);
  });

  test.each([
    ['GPL-3.0-only', false],
    [undefined, false],
    ['LGPL-3.0-or-later', false],
    ['MIT AND GPL-2.0-only', false],
    ['(MIT OR GPL-2.0-only)', true],
    ['MIT AND ISC', true],
  ])('%s of an unknown package is allowed: %s', (license, allowed) => {
    expect(refusedLicenses([{ name: 'qualquer', version: '1.0.0', license }]).length === 0).toBe(allowed);
  });
});

test('a package that the component list does not name is reported', () => {
  const project = { dependencies: { zod: '4.0.0', hono: '4.0.0' } };
  expect(unlisted({ components: [{ name: 'zod', version: '4.0.0' }] }, project)).toEqual(['hono@4.0.0']);
  expect(unlisted(null, project)).toHaveLength(2);
});

describe('known vulnerabilities', () => {
  const advisory = 'GHSA-aaaa-bbbb-cccc';
  const answer = {
    vulnerabilities: {
      ruim: {
        via: [
          {
            name: 'ruim',
            url: `https://github.com/advisories/${advisory}`,
            title: 'Lê demais',
            severity: 'high',
          },
        ],
      },
      pai: { via: ['ruim'] },
    },
  };
  const exception = {
    advisory,
    package: 'ruim',
    reason: 'Só roda na construção, com texto nosso.',
    until: '2026-12-31',
  };

  test('without an exception are reported once', () => {
    expect(auditFindings(answer, [], '2026-11-21')).toEqual([`ruim: Lê demais (high, ${advisory})`]);
  });

  test('with a reason are ignored until its day', () => {
    expect(auditFindings(answer, [exception], '2026-12-31')).toEqual([]);
    expect(auditFindings(answer, [exception], '2027-01-01')?.[0]).toContain('venceu em 2026-12-31');
  });

  test('unused exceptions are reported', () => {
    expect(auditFindings({ vulnerabilities: {} }, [exception], '2026-11-21')?.[0]).toContain(
      'não é mais precisa',
    );
  });

  test('a missing answer is not taken for a good one', () => {
    expect(auditFindings(null, [], '2026-11-21')).toBeNull();
    expect(auditFindings({ message: '405 Method Not Allowed' }, [], '2026-11-21')).toBeNull();
  });

  test('the project’s exceptions are complete', () => {
    expect(() => AuditExceptions.parse(readJson('ops/dependencies/audit-exceptions.json'))).not.toThrow();
  });
});
