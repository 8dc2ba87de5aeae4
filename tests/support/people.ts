/**
 * People, companies and subdomains that exist in one test only: all random, all valid.
 *
 * Web standards only: tests in Node and in workerd use them alike.
 */

/** Somebody with an account. */
export interface Person {
  readonly email: string;
  readonly password: string;
  readonly name: string;
}

const suffix = (): string => crypto.randomUUID().slice(0, 8);

/** A whole number below `end`; the slight lean of the remainder does not matter here. */
const randomBelow = (end: number): number => (crypto.getRandomValues(new Uint32Array(1))[0] ?? 0) % end;

/** A person nobody has seen yet; pass what the test is about. */
export function newPerson(known: Partial<Person> = {}): Person {
  return {
    email: `pessoa-${suffix()}@teste.example`,
    password: `senha-${suffix()}`,
    name: 'Pessoa de Teste',
    ...known,
  };
}

/** A free subdomain, readable in a failure: `padaria-n1f3a9c02`; never a word with a number, which may be reserved. */
export function newSubdomain(word = 'teste'): string {
  return `${word}-n${suffix()}`;
}

const randomDigits = (count: number): string => Array.from({ length: count }, () => randomBelow(10)).join('');

/**
 * Modulo 11 as the law writes it, weights from left to right. Written apart from `src/domain`, so that a slip in one
 * shows against the other.
 */
function withCheckDigit(root: string, weights: readonly number[]): string {
  const sum = weights.reduce((total, weight, index) => total + weight * (root.charCodeAt(index) - 48), 0);
  const rest = sum % 11;
  return `${root}${rest < 2 ? 0 : 11 - rest}`;
}

/** A valid CPF, digits only. */
export function newCpf(): string {
  const root = randomDigits(9);
  // One repeated digit agrees with its check digits and is refused all the same.
  if (new Set(root).size === 1) return newCpf();
  return withCheckDigit(withCheckDigit(root, [10, 9, 8, 7, 6, 5, 4, 3, 2]), [11, 10, 9, 8, 7, 6, 5, 4, 3, 2]);
}

function completeCnpj(root: string): string {
  const first = withCheckDigit(root, [5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2]);
  return withCheckDigit(first, [6, 5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2]);
}

/** A valid CNPJ of the old kind, digits only. */
export function newCnpj(): string {
  return completeCnpj(`${1 + randomBelow(9)}${randomDigits(7)}0001`);
}

const cnpjAlphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ';

/** A valid CNPJ of the new kind, with at least one letter. */
export function newAlphanumericCnpj(): string {
  const characters = Array.from({ length: 10 }, () => cnpjAlphabet.charAt(randomBelow(cnpjAlphabet.length)));
  return completeCnpj(
    `${1 + randomBelow(9)}${characters.join('')}${cnpjAlphabet.charAt(10 + randomBelow(26))}`,
  );
}
