/** The vendor's objects with its own field names. None contains a card number, CVV or whole CPF or CNPJ. */

/** Of the vendor's seven, those that the shop sells. */
export type Cycle = 'MONTHLY' | 'YEARLY';

export interface Customer {
  object: 'customer';
  id: string;
  dateCreated: string;
  name: string;
  email: string | null;
  phone: string | null;
  mobilePhone: string | null;
  address: string | null;
  addressNumber: string | null;
  complement: string | null;
  province: string | null;
  postalCode: string | null;
  cpfCnpj: string;
  personType: 'FISICA' | 'JURIDICA';
  externalReference: string | null;
  deleted: boolean;
}

export interface CardToken {
  token: string;
  customer: string;
  lastFour: string;
  brand: string;
  /** The payer's IP address, sent with the card; never returned. */
  remoteIp: string;
}

export interface Subscription {
  object: 'subscription';
  id: string;
  dateCreated: string;
  customer: string;
  billingType: string;
  value: number;
  nextDueDate: string;
  cycle: Cycle;
  description: string | null;
  externalReference: string | null;
  status: 'ACTIVE' | 'INACTIVE' | 'EXPIRED';
  deleted: boolean;
  /** Where the invoice page sends the payer afterwards. */
  callback: { successUrl: string } | null;
  creditCardToken: string | null;
  /** The hosted page of the purchase. */
  checkoutSession: string | null;
}

export interface PaymentCard {
  creditCardNumber: string;
  creditCardBrand: string;
  creditCardToken: string;
}

/**
 * The vendor's list has no state for a refused capture and its sandbox cannot produce one; here the payment has the
 * event's name as its state.
 */
export type PaymentStatus =
  | 'PENDING'
  | 'CONFIRMED'
  | 'OVERDUE'
  | 'REFUNDED'
  | 'CHARGEBACK_REQUESTED'
  | 'CHARGEBACK_DISPUTE'
  | 'AWAITING_CHARGEBACK_REVERSAL'
  | 'CREDIT_CARD_CAPTURE_REFUSED';

/** A dispute, part of its payment even after its end. */
export interface Chargeback {
  id: string;
  payment: string;
  customerAccount: string;
  status: 'REQUESTED' | 'IN_DISPUTE' | 'DISPUTE_LOST' | 'REVERSED' | 'DONE';
  reason: string;
  disputeStartDate: string;
  value: number;
  paymentDate: string | null;
  /** The last four digits and the brand. */
  creditCard: { number: string; brand: string } | null;
  /** State of the shop's documents; `null` before any were presented. */
  disputeStatus: 'REQUESTED' | 'ACCEPTED' | 'REJECTED' | null;
  deadlineToSendDisputeDocuments: string;
}

/** A refund of a payment or of a part of it: docs.asaas.com/docs/refunds */
export interface Refund {
  dateCreated: string;
  status: 'DONE';
  value: number;
  description: string | null;
}

export interface Payment {
  object: 'payment';
  id: string;
  dateCreated: string;
  customer: string;
  subscription: string | null;
  checkoutSession: string | null;
  value: number;
  netValue: number;
  billingType: string;
  status: PaymentStatus;
  dueDate: string;
  originalDueDate: string;
  description: string | null;
  externalReference: string | null;
  invoiceUrl: string;
  confirmedDate: string | null;
  clientPaymentDate: string | null;
  /** The card that was or will be charged. */
  creditCard: PaymentCard | null;
  chargeback: Chargeback | null;
  /** Absent before the first refund. */
  refunds?: Refund[];
  deleted: boolean;
}

export interface Invoice {
  object: 'invoice';
  id: string;
  status:
    | 'SCHEDULED'
    | 'SYNCHRONIZED'
    | 'AUTHORIZED'
    | 'PROCESSING_CANCELLATION'
    | 'CANCELED'
    | 'CANCELLATION_DENIED'
    | 'ERROR';
  customer: string;
  payment: string;
  installment: null;
  type: 'NFS-e';
  statusDescription: string | null;
  serviceDescription: string;
  pdfUrl: string | null;
  xmlUrl: string | null;
  rpsSerie: string | null;
  rpsNumber: string | null;
  number: string | null;
  validationCode: string | null;
  value: number;
  deductions: number;
  effectiveDate: string;
  observations: string;
  estimatedTaxesDescription: string | null;
  externalReference: string | null;
  taxes: Record<string, unknown>;
  municipalServiceId: string | null;
  municipalServiceCode: string | null;
  municipalServiceName: string;
}

interface CheckoutItem {
  name: string;
  description: string | null;
  quantity: number;
  value: number;
}

/** A hosted page. */
export interface Checkout {
  id: string;
  billingTypes: string[];
  chargeTypes: string[];
  minutesToExpire: number;
  externalReference: string | null;
  callback: { successUrl: string; cancelUrl: string; expiredUrl: string | null };
  items: CheckoutItem[];
  /** The customer, if the shop named one; the page then asks only for the card. Never returned. */
  customer: string | null;
  subscription: { cycle: Cycle; nextDueDate: string };
  status: 'ACTIVE' | 'PAID' | 'CANCELED' | 'EXPIRED';
  /** Epoch ms. */
  expiresAt: number;
}
