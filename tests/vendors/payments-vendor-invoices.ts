/** What Asaas documents of notas fiscais: docs.asaas.com/reference/{agendar-nota-fiscal, listar-notas-fiscais, …}. */
import * as z from 'zod';
import { Day, listOf, Reais } from './payments-vendor-shapes.ts';

const Taxes = z.strictObject({
  retainIss: z.boolean(),
  iss: z.number(),
  pis: z.number(),
  cofins: z.number(),
  csll: z.number(),
  inss: z.number(),
  ir: z.number(),
  // Since 2026: docs.asaas.com/docs/adequando-sua-integração-à-reforma-tributária.
  nbsCode: z.string().optional(),
  taxSituationCode: z.string().length(3).optional(),
  taxClassificationCode: z.string().length(6).optional(),
  operationIndicatorCode: z.string().length(6).optional(),
  pisCofinsTaxStatus: z.string().optional(),
  pisCofinsRetentionType: z.string().optional(),
});

const service = {
  municipalServiceId: z.string().nullish(),
  municipalServiceCode: z.string().nullish(),
  municipalServiceName: z.string(),
};

const fields = {
  payment: z.string(),
  serviceDescription: z.string(),
  observations: z.string(),
  externalReference: z.string().nullable(),
  value: Reais,
  deductions: z.number(),
  effectiveDate: Day,
  taxes: Taxes,
  ...service,
};

const InvoiceRequest = z.strictObject({ ...fields, externalReference: z.string() });

const statuses = [
  ...(['SCHEDULED', 'SYNCHRONIZED', 'AUTHORIZED', 'PROCESSING_CANCELLATION', 'CANCELED'] as const),
  ...(['CANCELLATION_DENIED', 'ERROR'] as const),
] as const;

const text = z.string().nullable();
export const Invoice = z.strictObject({
  ...fields,
  object: z.literal('invoice'),
  id: z.string(),
  // SYNCHRONIZED is on the events page, but missing in the published OpenAPI file.
  status: z.enum(statuses),
  customer: z.string(),
  installment: text,
  type: z.literal('NFS-e'),
  statusDescription: text,
  pdfUrl: text,
  xmlUrl: text,
  rpsSerie: text,
  rpsNumber: text,
  number: text,
  validationCode: text,
  estimatedTaxesDescription: text,
});

export const invoiceCalls = [
  { source: 'agendar-nota-fiscal', call: 'POST /v3/invoices', request: InvoiceRequest, answer: Invoice },
  {
    source: 'listar-notas-fiscais',
    call: 'GET /v3/invoices',
    query: ['payment', 'limit', 'offset'],
    answer: listOf(Invoice),
  },
  { source: 'recuperar-uma-unica-nota-fiscal', call: 'GET /v3/invoices/{id}', answer: Invoice },
  { source: 'emitir-uma-nota-fiscal', call: 'POST /v3/invoices/{id}/authorize', answer: Invoice },
  { source: 'cancelar-uma-nota-fiscal', call: 'POST /v3/invoices/{id}/cancel', answer: Invoice },
] as const;
