/** Formats of keys by vendor; no published text may contain one. */
const forms: readonly [string, RegExp][] = [
  ['chave do Asaas', /\$aact_(?:prod|hmlg)_[\w+/=:-]{20,}/],
  ['chave privada', /-----BEGIN (?:[A-Z]+ )?PRIVATE KEY-----/],
  ['token do GitHub', /\b(?:gh[pousr]_\w{30,}|github_pat_\w{30,})/],
  ['chave da AWS', /\b(?:AKIA|ASIA)[0-9A-Z]{16}\b/],
  ['chave do Google', /\bAIza[\w-]{35}\b/],
  ['chave do Resend', /\bre_[A-Za-z0-9]{8,}_[A-Za-z0-9]{16,}\b/],
  ['chave do Stripe', /\b[rs]k_live_\w{16,}/],
  ['token do npm', /\bnpm_[A-Za-z0-9]{36}\b/],
  ['token do Telegram', /\b(?:bot)?\d{8,10}:[\w-]{35}\b/],
  ['token assinado', /\beyJ[\w-]{10,}\.eyJ[\w-]{10,}\.[\w-]{20,}/],
  ['senha em um endereço', /\bhttps?:\/\/[^\s/:@'"`{}$]+:[^\s/@'"`{}$]{8,}@[\w.-]+\.[a-z]{2,}/],
];

/** @returns Kinds of secrets in a text, without their values. */
export const secretsIn = (text: string): string[] =>
  forms.flatMap(([name, form]) => (form.test(text) ? [name] : []));
