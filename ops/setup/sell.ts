/** `npm run setup -- vender`: what the law and the processor want before real money. */
import { formatTaxId, parseCnpj } from '#domain/tax-id/tax-id.ts';
import { CommandFailure } from '#ops/failure.ts';
import { checkAsaasKey } from './keys.ts';
import type { Question } from './questions.ts';
import { keepAnswers, type Run } from './run-state.ts';
import { type Answers, type Company, regimes } from './state.ts';

const refuse = (sentence: string): never => {
  throw new CommandFailure(sentence);
};

const companyOf = (run: Run): Answers['company'] => run.state().answers.company;

function keepCompany(run: Run, more: Partial<Company>): undefined {
  keepAnswers(run, { company: { ...companyOf(run), ...more } });
  return undefined;
}

/** A question whose answer is one field of the company. */
function field<Name extends keyof Company>(
  name: Name,
  {
    title,
    about,
    fallback,
    read,
  }: {
    readonly title: string;
    readonly about: readonly string[];
    readonly fallback?: string;
    /** @throws CommandFailure */
    readonly read: (typed: string) => Company[Name];
  },
): Question {
  return {
    title,
    about: () => about,
    isAnswered: (run) => companyOf(run)[name] !== undefined,
    fallback(run) {
      const known = companyOf(run)[name];
      return typeof known === 'string' && known !== '' ? known : fallback;
    },
    take: async (run, typed) => keepCompany(run, { [name]: read(typed) }),
  };
}

const long = (what: string, min: number) => (typed: string) =>
  typed.length < min ? refuse(`${what}: escreva por inteiro.`) : typed;

const NOBODY = 'nenhum';
const KEY = 'ASAAS_KEY';

const realKey: Question = {
  title: 'Chave do Asaas de verdade',
  about: () => [
    'Da conta da empresa em https://www.asaas.com, Integrações; começa com $aact_prod_. A partir daqui o que se compra é cobrado.',
  ],
  isSecret: true,
  isAnswered: (run) => run.vault.get(KEY) !== undefined && run.state().answers.given.includes(KEY),
  fallback: () => undefined,
  async take(run, typed) {
    await checkAsaasKey(run.services.asaas, typed, 'production');
    await run.vault.put({ [KEY]: typed });
    keepAnswers(run, { given: [...new Set([...run.state().answers.given, KEY])] });
    return undefined;
  },
};

/** In their order. */
export const sellingQuestions: readonly Question[] = [
  field('companyName', {
    title: 'Razão social',
    about: ['Como está no CNPJ. Aparece no rodapé de toda página, com CNPJ e endereço (Decreto 7.962/2013).'],
    read: long('A razão social', 5),
  }),
  field('cnpj', {
    title: 'CNPJ',
    about: ['Com ou sem pontos; os novos têm letras.'],
    read(typed) {
      const number = parseCnpj(typed);
      return number === null
        ? refuse('Este CNPJ não existe: confira os números, também os dois últimos.')
        : formatTaxId(number);
    },
  }),
  field('address', {
    title: 'Endereço da empresa',
    about: ['Rua, número, bairro, cidade - UF e CEP, em uma linha.'],
    read(typed) {
      if (!/\d{5}-?\d{3}/.test(typed)) refuse('Falta o CEP no endereço.');
      return long('O endereço', 20)(typed);
    },
  }),
  field('phone', {
    title: 'Telefone com WhatsApp',
    about: ['Por onde os clientes falam com vocês, com DDD, como (11) 98765-4321.'],
    read(typed) {
      const digits = typed.replace(/\D/g, '').replace(/^55(?=\d{10,11}$)/, '');
      if (!/^[1-9]{2}\d{8,9}$/.test(digits)) refuse('Um telefone tem o DDD e oito ou nove números.');
      return `+55 ${digits.slice(0, 2)} ${digits.slice(2, -4)}-${digits.slice(-4)}`;
    },
  }),
  field('dataOfficer', {
    title: 'Encarregado de dados (LGPD)',
    about: [
      'Nome de quem responde pelos dados pessoais, que a página de privacidade mostra. Uma empresa pequena pode não ter',
      `(Res. CD/ANPD 2/2022): "${NOBODY}".`,
    ],
    fallback: NOBODY,
    read: (typed) => (typed === NOBODY ? '' : long('O nome', 5)(typed)),
  }),
  field('hosting', {
    title: 'Empresa que hospeda o servidor, e o país',
    about: ['Com uma vírgula no meio, como Hetzner, Alemanha. A página dos suboperadores a mostra.'],
    read(typed) {
      const [, name = '', country = ''] = /^(.+?)\s*,\s*(\S.*)$/.exec(typed) ?? [];
      return name === '' ? refuse('Escreva a empresa, uma vírgula e o país.') : { name, country };
    },
  }),
  field('regime', {
    title: 'Regime de impostos',
    about: [
      `Um destes: ${regimes.join(', ')}. Fora do Simples a nota fiscal leva os campos da reforma (LC 214/2025).`,
    ],
    fallback: 'simples',
    read: (typed) =>
      regimes.find((each) => each === typed.toLowerCase()) ??
      refuse(`O regime é um destes: ${regimes.join(', ')}.`),
  }),
  field('cardEntry', {
    title: 'Onde o cartão é digitado',
    about: [
      'hosted: na página do Asaas, e da empresa se pede o questionário mais curto, PCI SAQ A. É o recomendado para começar.',
      'form: na página de vocês; o cartão passa pela sua API, e aí vale o questionário inteiro, SAQ D, com mais de duzentos itens por ano.',
    ],
    fallback: 'hosted',
    read: (typed) =>
      (['hosted', 'form'] as const).find((each) => each === typed.toLowerCase()) ??
      refuse('Escreva hosted ou form.'),
  }),
  realKey,
];

/** The company, when every question of selling is answered. */
export function companyIn(run: Run): Company | null {
  if (sellingQuestions.some((question) => !question.isAnswered(run))) return null;
  return companyOf(run) as Company;
}
