/** Notas fiscais at Asaas API v3 (docs.asaas.com/docs/notas-fiscais): one per paid charge, looked up by the charge. */
import * as z from 'zod/mini';
import { cutText } from '#domain/text/cut-text.ts';
import type {
  FiscalGateway,
  FiscalService,
  NoteOrder,
  NoteSnapshot,
  NoteState,
} from '#functions/vendors/fiscal.ts';
import { type AsaasOptions, createAsaasClient, PAGE_SIZE } from './client.ts';
import { reaisOf, WireIgnored } from './wire.ts';

const OptionalText = z.nullish(z.string());
const WireInvoice = z.object({
  id: z.string(),
  status: z.string(),
  statusDescription: OptionalText,
  payment: OptionalText,
  number: OptionalText,
  pdfUrl: OptionalText,
});
type WireInvoice = z.output<typeof WireInvoice>;
const WireInvoices = z.object({ data: z.array(WireInvoice) });

const states: Readonly<Record<string, NoteState>> = {
  SCHEDULED: 'scheduled',
  SYNCHRONIZED: 'scheduled',
  AUTHORIZED: 'authorized',
  ERROR: 'error',
  PROCESSING_CANCELLATION: 'cancelling',
  CANCELED: 'cancelled',
  CANCELLATION_DENIED: 'cancel-denied',
};

/** Maximum length of the vendor's text shown to operators. */
const PROBLEM_MAX = 300;

function snapshotOf({ id, status, statusDescription, number, pdfUrl }: WireInvoice): NoteSnapshot {
  return {
    noteId: id,
    // An unknown state counts as pending and is checked again.
    state: states[status] ?? 'scheduled',
    number: number ?? null,
    pdfUrl: pdfUrl ?? null,
    problem: statusDescription ? cutText(statusDescription, PROBLEM_MAX) : null,
  };
}

function invoiceBody(order: NoteOrder, service: FiscalService) {
  const { serviceId, serviceCode, serviceName } = service;
  return {
    payment: order.paymentId,
    serviceDescription: order.description,
    observations: order.observations,
    externalReference: order.paymentId,
    value: reaisOf(order.amountCentavos),
    deductions: 0,
    effectiveDate: order.day,
    ...(serviceId === undefined ? { municipalServiceCode: serviceCode } : { municipalServiceId: serviceId }),
    municipalServiceName: serviceName,
    taxes: taxesOf(service),
  };
}

/** The reform's codes are fields of `taxes` (docs.asaas.com, “Adequando sua integração à Reforma Tributária”). */
function taxesOf({ retainIss, iss, pis, cofins, csll, inss, ir, ibsCbs, pisCofins }: FiscalService) {
  return {
    retainIss,
    iss,
    pis,
    cofins,
    csll,
    inss,
    ir,
    ...(ibsCbs && {
      nbsCode: ibsCbs.nbs,
      taxSituationCode: ibsCbs.cst,
      taxClassificationCode: ibsCbs.classTrib,
      operationIndicatorCode: ibsCbs.indOp,
    }),
    ...(pisCofins && {
      pisCofinsTaxStatus: pisCofins.status,
      pisCofinsRetentionType: pisCofins.retention,
    }),
  };
}

const notePath = (id: string): string => `/v3/invoices/${encodeURIComponent(id)}`;

/** See `FiscalGateway` for the methods. */
export function createAsaasInvoices(options: AsaasOptions): FiscalGateway {
  const { ask, demand } = createAsaasClient(options);
  return {
    async issueNote(order, service) {
      const invoice = await demand(WireInvoice, {
        name: 'schedule invoice',
        method: 'POST',
        path: '/v3/invoices',
        isUnclearOnFailure: true,
        json: invoiceBody(order, service),
      });
      return snapshotOf(invoice);
    },

    async findNote(paymentId) {
      const { data } = await demand(WireInvoices, {
        name: 'find invoice',
        method: 'GET',
        path: '/v3/invoices',
        query: { payment: paymentId, limit: String(PAGE_SIZE) },
      });
      const own = data.filter(({ payment }) => payment === paymentId).map(snapshotOf);
      return own.find(({ state }) => state !== 'cancelled') ?? own[0] ?? null;
    },

    async readNote(noteId) {
      const invoice = await ask(WireInvoice, { name: 'read invoice', method: 'GET', path: notePath(noteId) });
      return invoice === null ? null : snapshotOf(invoice);
    },

    async repeatNote(noteId) {
      const path = `${notePath(noteId)}/authorize`;
      await demand(WireIgnored, { name: 'authorize invoice', method: 'POST', path });
    },

    async cancelNote(noteId) {
      const path = `${notePath(noteId)}/cancel`;
      // Refused while or after it is cancelled; the next read shows its state.
      await ask(WireIgnored, { name: 'cancel invoice', method: 'POST', path, isDoneOnRefusal: true });
    },
  };
}
