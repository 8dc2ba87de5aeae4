/** Notas fiscais: requested for a paid charge, issued by the city hall after a moment, with its possible errors. */
import { dateAt } from './dates.ts';
import type { EventSender } from './events.ts';
import type { InvoiceFields } from './inspect.ts';
import type { Invoice, Payment } from './objects.ts';
import { refuse } from './refusal.ts';
import { type AsaasStore, newId } from './state.ts';

export interface InvoicesOptions {
  readonly store: AsaasStore;
  readonly sender: Pick<EventSender, 'sendInvoice'>;
  readonly paymentOf: (id: string) => Payment;
  readonly now: () => number;
  /** Origin of the documents. */
  readonly publicUrl: string;
}

export type Invoices = ReturnType<typeof createInvoices>;

/** A city hall's refusal, as the vendor passes it on. */
const REFUSED = 'Código de serviço não habilitado para o prestador neste município.';
/** Of a company outside of Simples, since 2026-01-01. */
const REFORM_CODES = ['nbsCode', 'taxSituationCode', 'taxClassificationCode', 'operationIndicatorCode'];
const CODES_MISSING =
  'Informe os dados de IBS e CBS: código NBS, situação, classificação e indicador da operação.';
const DENIED = 'Cancelamento negado: prazo para cancelamento da NFS-e expirado.';

export function createInvoices({ store, sender, paymentOf, now, publicUrl }: InvoicesOptions) {
  const { state } = store;

  const invoiceOf = (id: string): Invoice =>
    state.invoices.find((each) => each.id === id) ??
    refuse('invalid_object', 'Nota fiscal não encontrada.', 404);

  function change(
    invoice: Invoice,
    about: Partial<Invoice> & Pick<Invoice, 'status'>,
    event: string,
  ): Invoice {
    Object.assign(invoice, about);
    sender.sendInvoice(event, invoice);
    store.save();
    return invoice;
  }

  function later(invoice: Invoice): Invoice {
    state.dueInvoices[invoice.id] = now() + state.settings.confirmAfterMs;
    store.save();
    return invoice;
  }

  function authorize(id: string): Invoice {
    const invoice = invoiceOf(id);
    delete state.dueInvoices[id];
    if (invoice.status !== 'SCHEDULED' && invoice.status !== 'ERROR') return refuseState(invoice);
    change(invoice, { status: 'SYNCHRONIZED', statusDescription: null }, 'INVOICE_SYNCHRONIZED');
    const number = String(state.invoices.indexOf(invoice) + 1);
    return change(
      invoice,
      {
        status: 'AUTHORIZED',
        number,
        rpsSerie: '1',
        rpsNumber: number,
        validationCode: `V${number}`,
        pdfUrl: `${publicUrl}/nota/${id}.pdf`,
        xmlUrl: `${publicUrl}/nota/${id}.xml`,
      },
      'INVOICE_AUTHORIZED',
    );
  }

  /** True when the city hall expects the reform's codes and the nota has not all of them. */
  const lacksCodes = ({ taxes }: Invoice): boolean =>
    state.settings.fiscalRegime === 'normal' && REFORM_CODES.some((code) => !taxes[code]);

  const fail = (id: string): Invoice => failWith(id, REFUSED);

  function failWith(id: string, reason: string): Invoice {
    delete state.dueInvoices[id];
    const invoice = invoiceOf(id);
    if (invoice.status !== 'SCHEDULED') return refuseState(invoice);
    return change(invoice, { status: 'ERROR', statusDescription: reason }, 'INVOICE_ERROR');
  }

  function endCancellation(id: string): Invoice {
    delete state.dueInvoices[id];
    const invoice = invoiceOf(id);
    return state.settings.deniesCancellations
      ? change(
          invoice,
          { status: 'CANCELLATION_DENIED', statusDescription: DENIED },
          'INVOICE_CANCELLATION_DENIED',
        )
      : change(invoice, { status: 'CANCELED', statusDescription: null }, 'INVOICE_CANCELED');
  }

  function refuseState({ status }: Invoice): never {
    refuse('invalid_action', `A nota fiscal está com a situação ${status} e não permite esta ação.`);
  }

  return {
    invoiceOf,
    authorize,
    fail,

    open(fields: InvoiceFields): Invoice {
      const payment = paymentOf(fields.payment);
      const invoice: Invoice = {
        object: 'invoice',
        id: newId('inv'),
        status: 'SCHEDULED',
        type: 'NFS-e',
        customer: payment.customer,
        installment: null,
        statusDescription: null,
        pdfUrl: null,
        xmlUrl: null,
        rpsSerie: null,
        rpsNumber: null,
        number: null,
        validationCode: null,
        estimatedTaxesDescription: null,
        ...fields,
      };
      state.invoices.push(invoice);
      sender.sendInvoice('INVOICE_CREATED', invoice);
      return later(invoice);
    },

    /** Before it is issued it is cancelled at once; afterwards the city hall decides. */
    cancel(id: string): Invoice {
      const invoice = invoiceOf(id);
      if (invoice.status === 'SCHEDULED') {
        delete state.dueInvoices[id];
        return change(invoice, { status: 'CANCELED' }, 'INVOICE_CANCELED');
      }
      if (invoice.status !== 'AUTHORIZED' && invoice.status !== 'CANCELLATION_DENIED')
        return refuseState(invoice);
      change(invoice, { status: 'PROCESSING_CANCELLATION' }, 'INVOICE_PROCESSING_CANCELLATION');
      return later(invoice);
    },

    /** Applies the city hall's pending answers; `invoiceMode` decides about new notas. */
    workDue(): void {
      const today = dateAt(now());
      for (const [id, at] of Object.entries(state.dueInvoices)) {
        const invoice = invoiceOf(id);
        if (at > now()) continue;
        if (invoice.status === 'PROCESSING_CANCELLATION') endCancellation(id);
        else if (state.settings.invoiceMode === 'error') fail(id);
        else if (state.settings.invoiceMode === 'stuck' || invoice.effectiveDate > today) continue;
        else if (lacksCodes(invoice)) failWith(id, CODES_MISSING);
        else authorize(id);
      }
    },

    /** When the next answer is due; `null` when there is none or nothing is issued. */
    nextAt(): number | null {
      const due = Object.entries(state.dueInvoices).filter(
        ([id]) => state.settings.invoiceMode !== 'stuck' || invoiceOf(id).status !== 'SCHEDULED',
      );
      return due.length === 0 ? null : Math.min(...due.map(([, at]) => at));
    },
  };
}
