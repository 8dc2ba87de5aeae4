/**
 * Every message of the catalogue and every rule of the forms, with the test that produces it on screen (requirements
 * 000 §5 and §8). `tests/unit/message-coverage.test.ts` holds it: each test exists and names what it proves.
 */
import type { MessageId } from '#domain/messages.ts';

export interface TestReference {
  /** Below `tests/`. */
  readonly file: string;
  /** Title, letter by letter. */
  readonly test: string;
}

export type ScreenMessageId = Exclude<MessageId, `error.${string}`>;

const of =
  (file: string) =>
  (test: string): TestReference => ({ file, test });

const account = of('islands/account.test.tsx');
const accountEnding = of('islands/account-ending.test.tsx');
const checkout = of('islands/checkout.test.tsx');
const checkoutFailure = of('islands/checkout-failures.test.tsx');
const checkoutField = of('islands/checkout-fields.test.tsx');
const checkoutSubdomain = of('islands/checkout-subdomain.test.tsx');
const client = of('islands/login-client.test.ts');
const contract = of('unit/checkout-contract.test.ts');
const fields = of('islands/field-messages.test.tsx');
const header = of('islands/session-buttons.test.tsx');
const provisioning = of('islands/provisioning.test.tsx');
const support = of('islands/support.test.tsx');
const supportPage = of('e2e/support.spec.ts');
const upgrade = of('islands/upgrade.test.tsx');
const upgradeFailure = of('islands/upgrade-failures.test.tsx');
const upgradeCheckout = of('islands/upgrade-checkout.test.tsx');
const upgradeCheckoutFailure = of('islands/upgrade-checkout-failures.test.tsx');

const addressRule = fields('billing address: %s “%s” → %s');
const cardRule = fields('card and holder: %s “%s” → %s');
const subdomainRule = fields('subdomain: %s “%s” → %s');
const stateRule = fields('the state is chosen from the 27, and leaving it out is told');
const complementRule = fields('a complement too long, as a browser may fill it in, is told');
const inputLimits = fields('%s keeps no more than its input limit');
const termsToast = fields('the terms must be accepted, and the toast says so under its own title');
const problemToasts = fields(
  'wrong fields are told under “Campos com erro”, missing ones under “Campos obrigatórios”',
);
const onlyOnTheWire = contract('what no form can send is refused all the same: %s → %s');
const supportRequired = support(
  'all four fields are required: the toast names them, and the first takes focus',
);
const supportLimit = support('%s out of bounds is told at the field');
const supportSent = support('a message that arrived is thanked for, and the form is empty again');
const supportFailed = support(
  'a refusal without a sentence gives the hint to try again, and keeps what was typed',
);
const sessionEnded = checkoutFailure('a session that ended sends to sign-in and back to this page');
const noConnection = checkoutFailure('a connection that is gone is told under its own title');
const wordless = checkoutFailure('a refusal without words of its own is told in the catalogue’s');
const steps = provisioning('the four steps are called by what happens in them');
const ready = provisioning('the live region tells the step once it changes');
const followed = provisioning(
  'the four steps follow the facts, every 5 s, and polling ends with the environment ready',
);
const inError = provisioning('in ERRO the button tries again, and the next answer is shown');
const notRunning = provisioning(
  'an environment that is %s is not called ready: the page leads to the account',
);
const toasts = upgrade('continuing with %s is answered by a toast');
const direct = upgrade('from %s the upgrade is direct: terms, then the environment');
const refusedUpgrade = upgradeFailure('%s of the direct upgrade is told under its title');
const refusedPayment = upgradeCheckoutFailure('%s is told under the title of the page');
const searched = supportPage(
  'the questions are searched while typing: accents and plurals do not matter, words are marked, counts follow',
);
const unanswered = supportPage(
  'a question nobody wrote an answer to is carried over to the form, and nothing typed there is lost',
);
const cancellation = accountEnding(
  'the cancellation says what happens and until when, and is sent only when confirmed',
);
const unclearEnd = accountEnding('an answer from in between says that it is being confirmed');

/** The test in which a customer reads it. The compiler asks for every id of src/domain/messages.ts. */
export const onScreen = {
  'form.terms-title': termsToast,
  'form.payment-title': problemToasts,
  'form.required-title': problemToasts,
  'form.errors-title': problemToasts,
  'form.more-errors': problemToasts,
  'form.complete-required': problemToasts,
  'field.required': onlyOnTheWire,
  'field.unknown': contract('keys that nobody asked for are refused without giving them back'),

  'subdomain.required': subdomainRule,
  'subdomain.characters': onlyOnTheWire,
  'subdomain.too-short': subdomainRule,
  'subdomain.too-long': onlyOnTheWire,
  'subdomain.edges': subdomainRule,
  'subdomain.hyphens': subdomainRule,
  'subdomain.reserved': subdomainRule,
  'subdomain.taken': checkoutSubdomain('a taken subdomain is told while typing, before anything is sent'),

  'terms.required': termsToast,
  'payment.method': onlyOnTheWire,
  'payment.attempts-over': checkoutFailure(
    'too many attempts to pay are told as the server says; everything stays, and the same order goes again later',
  ),
  'plan.unknown': onlyOnTheWire,
  'cycle.unknown': onlyOnTheWire,

  'cep.invalid': addressRule,
  'uf.invalid': stateRule,
  'street.length': addressRule,
  'number.required': addressRule,
  'number.invalid': addressRule,
  'number.too-long': onlyOnTheWire,
  'neighbourhood.length': addressRule,
  'city.length': addressRule,
  'city.letters': addressRule,
  'complement.too-long': complementRule,

  'holder.required': cardRule,
  'holder.length': cardRule,
  'holder.words': cardRule,
  'holder.letters': cardRule,
  'card.number-required': cardRule,
  'card.number-length': cardRule,
  'card.number-invalid': cardRule,
  'card.ccv': cardRule,
  'card.expiry': cardRule,
  'tax-id.required': cardRule,
  'cpf.invalid': cardRule,
  'cnpj.invalid': cardRule,
  'phone.invalid': cardRule,

  'checkout.failed-title': wordless,
  'checkout.unexpected': wordless,
  'checkout.sending': checkout('pressing twice sends once'),
  'connection.title': noConnection,
  'connection.failed': noConnection,
  'session.pending-title': sessionEnded,
  'session.pending': sessionEnded,
  'session.checking': checkout(
    'a visitor sees that the session is checked, then signs in and comes back here',
  ),

  'provisioning.status-failed': provisioning(
    'a question that fails is told, asked again more slowly, and forgotten when it works',
  ),
  'provisioning.start-failed': provisioning('a start that fails is told'),
  'provisioning.error': inError,
  'provisioning.suspended': notRunning,
  'provisioning.ended': notRunning,
  'provisioning.retrying': provisioning('while a service is being retried the page says so'),
  'provisioning.done': ready,
  'provisioning.open': followed,
  'provisioning.retry': inError,
  'provisioning.recheck': followed,
  'provisioning.no-order': account('without an environment (%s) the page leads on'),
  'step.payment': steps,
  'step.free': provisioning('a free plan, also under its other name, starts at the second step'),
  'step.security': steps,
  'step.environment': steps,
  'step.tests': steps,

  'upgrade.no-tenant': upgrade('without a tenant the person is told, and then taken to the home page'),
  'upgrade.same-plan': toasts,
  'upgrade.no-selection': toasts,
  'upgrade.not-higher': toasts,
  'upgrade.processing-failed': refusedUpgrade,
  'upgrade.failed': refusedUpgrade,
  'upgrade.completion-failed': refusedPayment,
  'upgrade.done-title': direct,
  'upgrade.done': direct,
  'upgrade.started': upgradeCheckout(
    'card and address are sent proved; the upgrade has begun, and nothing secret is stored',
  ),
  'upgrade.error-title': refusedPayment,
  'upgrade.current': upgrade('choosing the present plan is answered by a toast'),
  'upgrade.ending': upgrade(
    'a plan whose renewal was cancelled leads to the account, where it can be had again',
  ),
  'upgrade.ended': upgrade('a contract that has ended leads to the account'),
  'upgrade.downgrade': upgrade(
    'below the present plan stands the way to support; only plans with more monitors can be chosen',
  ),
  'upgrade.paid': upgradeCheckout('a payment that is confirmed at once is told as such'),
  'upgrade.continues': refusedPayment,
  'upgrade.suspended': refusedPayment,
  'upgrade.cycle-owed': refusedPayment,
  'upgrade.pay-first': upgrade(
    'where there is something to pay first, that is said before the browser leaves for the payment page',
  ),

  'account.cancelled': cancellation,
  'account.withdrawn': accountEnding(
    'within the legal days the purchase can be undone: the amount stands on the button',
  ),
  'account.loading': account(
    'while the account is being read its shape stands there, and a screen reader hears why',
  ),
  'account.failed-title': account('without an answer it says so, and trying again brings the account'),
  'account.end-failed-title': unclearEnd,
  'account.end-unclear': unclearEnd,
  'account.creating': account('without an environment (%s) the page leads on'),
  'account.invoices-unavailable': account(
    'with the processor away the contract stands there all the same, and invoices can be asked for again',
  ),

  'support.required': supportRequired,
  'support.email-invalid': supportLimit,
  'support.name-too-long': supportLimit,
  'support.subject-too-long': supportLimit,
  'support.message-too-long': supportLimit,
  'support.sent': supportSent,
  'support.sent-details': supportSent,
  'support.failed-title': supportFailed,
  'support.failed': supportFailed,
  'support.chat-soon': supportPage('the live chat says that it is not there yet'),

  'faq.search': searched,
  'faq.found-one': searched,
  'faq.found': searched,
  'faq.none': unanswered,
  'faq.elsewhere-one': searched,
  'faq.elsewhere': searched,
  'faq.ask-hint': unanswered,
  'faq.ask': unanswered,
  'faq.search-docs': unanswered,
  'faq.show-all': searched,
} satisfies Readonly<Record<ScreenMessageId, TestReference>>;

/** Sentences that no input of a page lets through, and why; the server says them to whoever calls it by hand. */
export const unreachable: Readonly<Partial<Record<ScreenMessageId, string>>> = {
  'field.required': 'an optional field may be empty, and every other has a sentence of its own',
  'field.unknown': 'the form sends the fields of the contract only',
  'subdomain.characters': 'the field keeps only what may stand in a subdomain',
  'subdomain.too-long': 'the field keeps 63 characters',
  'number.too-long': 'the field keeps 10 characters',
  'payment.method': 'the plan decides the payment',
  'plan.unknown': 'a plan is chosen from four',
  'cycle.unknown': 'a cycle is chosen from two',
};

interface CatalogueEntry {
  readonly situation: string;
  /** As the requirements write it. */
  readonly says: string;
  /** The ids that say it, one after the other; none for a sentence of the login client or of the 404 page. */
  readonly ids: readonly ScreenMessageId[];
  /** Where it is not among `onScreen`. */
  readonly test?: TestReference;
}

/** The error catalogue, line by line (000 §8). */
export const catalogue: readonly CatalogueEntry[] = [
  {
    situation: 'Checkout non-ok response',
    says: 'Erro ao finalizar cadastro',
    ids: ['checkout.failed-title'],
  },
  {
    situation: 'Checkout non-ok response',
    says: 'Erro inesperado. Tente novamente.',
    ids: ['checkout.unexpected'],
  },
  { situation: 'Network failure', says: 'Erro de conexão', ids: ['connection.title'] },
  {
    situation: 'Network failure',
    says: 'Não foi possível conectar ao servidor.',
    ids: ['connection.failed'],
  },
  { situation: 'No token after init', says: 'Autenticação pendente', ids: ['session.pending-title'] },
  {
    situation: 'No token after init',
    says: 'Tentando recuperar sua sessão. Tente novamente.',
    ids: ['session.pending'],
  },
  { situation: 'Validation toasts', says: 'Termos de Uso', ids: ['form.terms-title'] },
  { situation: 'Validation toasts', says: 'Método de Pagamento', ids: ['form.payment-title'] },
  { situation: 'Validation toasts', says: 'Campos obrigatórios', ids: ['form.required-title'] },
  { situation: 'Validation toasts', says: 'Campos com erro', ids: ['form.errors-title'] },
  {
    situation: 'Status fetch fails',
    says: 'Não foi possível obter o status agora. Tentaremos novamente…',
    ids: ['provisioning.status-failed'],
  },
  {
    situation: 'Start fails',
    says: 'Falha ao iniciar/reiniciar o provisionamento.',
    ids: ['provisioning.start-failed'],
  },
  {
    situation: 'Status ERRO',
    says: 'Ocorreu um problema no provisionamento. Você pode tentar novamente ou falar com o suporte.',
    ids: ['provisioning.error'],
  },
  { situation: 'Upgrade, no tenant', says: 'Tenant não especificado', ids: ['upgrade.no-tenant'] },
  { situation: 'Upgrade, same plan', says: 'Este já é o seu plano atual', ids: ['upgrade.same-plan'] },
  {
    situation: 'Upgrade, no selection',
    says: 'Selecione um plano para fazer upgrade',
    ids: ['upgrade.no-selection'],
  },
  { situation: 'Upgrade, not higher', says: 'Este não é um upgrade válido', ids: ['upgrade.not-higher'] },
  {
    situation: 'Upgrade processing',
    says: 'Erro ao processar upgrade. Tente novamente.',
    ids: ['upgrade.processing-failed'],
  },
  { situation: 'Upgrade failure', says: 'Falha ao atualizar plano.', ids: ['upgrade.failed'] },
  {
    situation: 'Upgrade completion failure',
    says: 'Falha ao concluir upgrade.',
    ids: ['upgrade.completion-failed'],
  },
  {
    situation: 'Upgrade success',
    says: 'Plano atualizado: O novo valor será aplicado no próximo ciclo.',
    ids: ['upgrade.done-title', 'upgrade.done'],
  },
  { situation: 'Checkout upgrade success', says: 'Upgrade iniciado', ids: ['upgrade.started'] },
  {
    situation: 'Upgrade checkout error title (000 §7)',
    says: 'Erro no upgrade',
    ids: ['upgrade.error-title'],
  },
  { situation: 'Support failure', says: 'Erro ao enviar mensagem', ids: ['support.failed-title'] },
  { situation: 'Support success', says: 'Mensagem enviada com sucesso!', ids: ['support.sent'] },
  {
    situation: 'Unknown route',
    says: 'Oops! Página não encontrada.',
    ids: [],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the title is written as a template there
    test: of('e2e/legal.spec.ts')('${path} reports its path, without query, and says nothing in the console'),
  },
  {
    situation: 'Login client: refresh refused',
    says: 'HTTP 400 clears the token',
    ids: [],
    test: client('with HTTP 400 clears the token and fires the error callback'),
  },
  {
    situation: 'Login client: refresh failure',
    says: 'Failed to refresh token',
    ids: [],
    test: client('otherwise keeps it, warns “Failed to refresh token”, and fires the callback all the same'),
  },
  {
    situation: 'Login client: nonce',
    says: 'Invalid nonce, clearing token',
    ids: [],
    test: client('the right nonce signs in; another one says “Invalid nonce, clearing token” and clears it'),
  },
  {
    situation: 'Login client: Web Crypto',
    says: 'Web Crypto API is not available.',
    ids: [],
    test: client(
      'without Web Crypto it says “Web Crypto API is not available.” and leaves nobody half signed in',
    ),
  },
  {
    situation: 'Login client: missing endpoint',
    says: 'Not supported by the OIDC server',
    ids: [],
    test: client('what the provider does not offer is “Not supported by the OIDC server”'),
  },
  {
    situation: 'Login client: unreadable token',
    says: 'Unable to decode token',
    ids: [],
    test: client('a token with %s cannot be decoded, and that is said'),
  },
  {
    situation: 'Login client: third-party check',
    says: 'Timeout when waiting for 3rd party check iframe message.',
    ids: [],
    test: client(
      'a frame that never answers ends with “Timeout when waiting for 3rd party check iframe message.”',
    ),
  },
  {
    situation: 'Login client: third-party cookies',
    says: 'Your browser is blocking access to 3rd-party cookies',
    ids: [],
    test: client(
      'blocked third-party cookies are warned of: no silent login, no detection of a changed session',
    ),
  },
  {
    situation: 'Login errors in the header',
    says: 'goes to the API',
    ids: [],
    test: header('a renewal that is %s goes to the API'),
  },
];

interface Rule {
  /** In the words of the requirements. */
  readonly rule: string;
  /** The sentences that a broken rule says; empty for a rule about what happens. */
  readonly says: readonly ScreenMessageId[];
  /** For a rule about what happens; the sentences bring their own tests. */
  readonly test?: TestReference;
}

/** Validation rules, one by one (000 §5). */
export const rules: readonly Rule[] = [
  {
    rule: 'Subdomain: lower-cased; only a-z, 0-9 and hyphen kept',
    says: [],
    test: checkoutSubdomain('the subdomain keeps what may stand in one, and says that it is free'),
  },
  { rule: 'Subdomain: required', says: ['subdomain.required'] },
  {
    rule: 'Subdomain: at least 3 and at most 63 characters',
    says: ['subdomain.too-short', 'subdomain.too-long'],
  },
  { rule: 'Subdomain: begins and ends with a letter or digit', says: ['subdomain.edges'] },
  { rule: 'Subdomain: no consecutive hyphens', says: ['subdomain.hyphens'] },
  { rule: 'Terms must be accepted', says: ['terms.required'] },
  {
    rule: 'Free plan needs only subdomain and terms',
    says: [],
    test: checkout('the free way needs subdomain and terms, and leads to the progress page'),
  },
  { rule: 'CEP: 8 digits, required', says: ['cep.invalid'] },
  { rule: 'UF: one of the 27 state codes', says: ['uf.invalid'] },
  { rule: 'Street: 3–100 characters', says: ['street.length'] },
  {
    rule: 'Number: required; digits with an optional single trailing letter; at most 10',
    says: ['number.required', 'number.invalid', 'number.too-long'],
  },
  { rule: 'Neighbourhood: 2–50', says: ['neighbourhood.length'] },
  { rule: 'City: 2–50, letters and spaces only', says: ['city.length', 'city.letters'] },
  { rule: 'Complement: optional, at most 50', says: ['complement.too-long'] },
  {
    rule: 'Holder name: required, 3–50 characters, at least two words, letters and spaces only',
    says: ['holder.required', 'holder.length', 'holder.words', 'holder.letters'],
  },
  {
    rule: 'Card number: 13–19 digits and Luhn',
    says: ['card.number-required', 'card.number-length', 'card.number-invalid'],
  },
  { rule: 'CVV: 3 or 4 digits', says: ['card.ccv'] },
  { rule: 'Expiry: MM/AA, month 01–12, two-digit year, not in the past', says: ['card.expiry'] },
  {
    rule: 'CPF or CNPJ: required for card payment, check digits, repeated digits rejected',
    says: ['tax-id.required', 'cpf.invalid', 'cnpj.invalid'],
  },
  { rule: 'Phone: required for card payment, DDD + number', says: ['phone.invalid'] },
  {
    rule: 'Input limits: CPF/CNPJ 14, phone 11, card number 19, CVV 4, expiry 4, address number 10',
    says: [],
    test: inputLimits,
  },
  { rule: 'Input limits: UF 2 uppercase letters', says: [], test: stateRule },
  {
    rule: 'CEP lookup fills street, neighbourhood, city and UF',
    says: [],
    test: checkoutField('CEP fills the address and moves on only somebody who is still there'),
  },
  {
    rule: 'CEP lookup: failure is silent',
    says: [],
    test: checkoutField('an unknown CEP (%s) is silent and leaves the fields alone'),
  },
  { rule: 'Error toast: up to 3 errors plus “e mais N erro(s)”', says: ['form.more-errors'] },
  {
    rule: 'Error toast: the count of what is left out',
    says: [],
    test: checkoutField(
      'asked what is missing, the summary takes focus, links to the fields, and the toast counts',
    ),
  },
  { rule: 'Support form: all four fields are required', says: ['support.required'] },
  {
    rule: 'Upgrade: needs a selected plan and a valid upgrade',
    says: ['upgrade.no-selection', 'upgrade.not-higher'],
  },
  {
    rule: 'Upgrade: terms are required for a direct upgrade',
    says: [],
    test: upgrade('without the terms nothing is sent, and the toast says so'),
  },
  {
    rule: 'Yearly price: 12 months less the discount of the catalogue, rounded; free is always 0',
    says: [],
    test: of('islands/plan-picker.test.tsx')('every column carries its price of both cycles'),
  },
  {
    rule: 'Buttons show the R$ amount per month or per year',
    says: [],
    test: of('unit/checkout-form.test.ts')('the button says what is paid and when it renews'),
  },
];
