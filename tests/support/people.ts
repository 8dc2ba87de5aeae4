/**
 * Random, valid people, companies and subdomains, unique to one test.
 *
 * Web standards only, so that tests in Node and in workerd can use them.
 */

/** A person with an account. */
export interface Person {
  readonly email: string;
  readonly password: string;
  readonly name: string;
}

const suffix = (): string => crypto.randomUUID().slice(0, 8);

/** A random whole number below `end`; the slight bias does not matter here. */
const randomBelow = (end: number): number => (crypto.getRandomValues(new Uint32Array(1))[0] ?? 0) % end;

/** A new person; pass only what the test is about. */
export function newPerson(known: Partial<Person> = {}): Person {
  return {
    email: `pessoa-${suffix()}@teste.example`,
    password: `senha-${suffix()}`,
    name: 'Pessoa de Teste',
    ...known,
  };
}

/**
 * A free subdomain, readable in a failure: `padaria-n1f3a9c02`; not a word followed by a number, which may be reserved.
 */
export function newSubdomain(word = 'teste'): string {
  return `${word}-n${suffix()}`;
}

const randomDigits = (count: number): string => Array.from({ length: count }, () => randomBelow(10)).join('');

/**
 * Modulo 11 by law, weights from left to right. Written separately from `src/domain`, so that a mistake in either is
 * found.
 */
function withCheckDigit(root: string, weights: readonly number[]): string {
  const sum = weights.reduce((total, weight, index) => total + weight * (root.charCodeAt(index) - 48), 0);
  const rest = sum % 11;
  return `${root}${rest < 2 ? 0 : 11 - rest}`;
}

/** A valid CPF, digits only. */
export function newCpf(): string {
  const root = randomDigits(9);
  // One repeated digit has valid check digits and is refused anyway.
  if (new Set(root).size === 1) return newCpf();
  return withCheckDigit(withCheckDigit(root, [10, 9, 8, 7, 6, 5, 4, 3, 2]), [11, 10, 9, 8, 7, 6, 5, 4, 3, 2]);
}

function completeCnpj(root: string): string {
  const first = withCheckDigit(root, [5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2]);
  return withCheckDigit(first, [6, 5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2]);
}

/** A valid numeric CNPJ. */
export function newCnpj(): string {
  return completeCnpj(`${1 + randomBelow(9)}${randomDigits(7)}0001`);
}

const cnpjAlphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ';

/** A valid CNPJ with at least one letter. */
export function newAlphanumericCnpj(): string {
  const characters = Array.from({ length: 10 }, () => cnpjAlphabet.charAt(randomBelow(cnpjAlphabet.length)));
  return completeCnpj(
    `${1 + randomBelow(9)}${characters.join('')}${cnpjAlphabet.charAt(10 + randomBelow(26))}`,
  );
}
