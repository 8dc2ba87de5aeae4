/** The vendor's validation of a nota fiscal (docs.asaas.com/reference/agendar-nota-fiscal). */
import { isCalendarDate } from './dates.ts';
import type { Invoice } from './objects.ts';
import { type Body, Inspection } from './refusal.ts';

export type InvoiceFields = Pick<
  Invoice,
  | 'payment'
  | 'serviceDescription'
  | 'observations'
  | 'externalReference'
  | 'value'
  | 'deductions'
  | 'effectiveDate'
  | 'taxes'
  | 'municipalServiceId'
  | 'municipalServiceCode'
  | 'municipalServiceName'
>;

const TAXES = ['iss', 'pis', 'cofins', 'csll', 'inss', 'ir'];

/** Only notas for a charge are supported: the shop has no others. */
export function inspectInvoice(body: Body): InvoiceFields {
  const inspection = new Inspection();
  const number = (of: Body, field: string): number => {
    if (typeof of[field] === 'number') return of[field];
    inspection.complain(`invalid_${field}`, `O campo ${field} deve ser informado.`);
    return 0;
  };
  const taxes = inspection.object(body, 'taxes') ?? {};
  for (const tax of TAXES) number(taxes, tax);
  inspection.complainIf(
    typeof taxes['retainIss'] !== 'boolean',
    'invalid_retainIss',
    'O campo retainIss deve ser informado.',
  );
  const effectiveDate = String(body['effectiveDate'] ?? '');
  inspection.complainIf(
    !isCalendarDate(effectiveDate),
    'invalid_effectiveDate',
    'O campo effectiveDate é inválido.',
  );
  const municipalServiceId = inspection.text(body, 'municipalServiceId', true);
  const municipalServiceCode = inspection.text(body, 'municipalServiceCode', true);
  inspection.complainIf(
    municipalServiceId === null && municipalServiceCode === null,
    'invalid_municipalService',
    'Informe o serviço municipal.',
  );
  const fields = {
    payment: inspection.text(body, 'payment') ?? '',
    serviceDescription: inspection.text(body, 'serviceDescription') ?? '',
    observations: inspection.text(body, 'observations') ?? '',
    externalReference: inspection.text(body, 'externalReference', true),
    value: number(body, 'value'),
    deductions: number(body, 'deductions'),
    effectiveDate,
    taxes,
    municipalServiceId,
    municipalServiceCode,
    municipalServiceName: inspection.text(body, 'municipalServiceName') ?? '',
  };
  inspection.conclude();
  return fields;
}
