/**
 * Test data for trying the product: cards, and numbers with valid check digits.
 *
 * The numbers are the published examples of the card brands, of Receita Federal and of the postal service.
 */

/** Test cards, and how the payment stand-in treats them (as the processor's sandbox does). */
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
