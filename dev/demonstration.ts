/**
 * What a person may type to try the product here: cards, and numbers that pass their check digits.
 *
 * Numbers are the published examples of the card brands, of Receita Federal and of the postal service.
 */

/** Cards and what the payment stand-in, like the processor's sandbox, makes of them. */
export const testCards = {
  approved: { number: '4111 1111 1111 1111', outcome: 'aprovado' },
  refusedMastercard: { number: '5184 0197 4037 3151', outcome: 'recusado' },
  refusedVisa: { number: '4916 5613 5824 0741', outcome: 'recusado' },
} as const;

export const validExamples = {
  cpf: '529.982.247-25',
  cnpj: '11.222.333/0001-81',
  alphanumericCnpj: '12.ABC.345/01DE-35',
  cep: '01310-100',
} as const;
