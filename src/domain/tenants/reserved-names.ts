/**
 * Names that no customer's environment may have: the platform's own, and names that could be mistaken for them.
 *
 * Owns: the list, the brand, and how similar a name may be. Does not own: form (subdomain.ts).
 */

/** The brand of content/site.json in lower case; a name that contains it looks like part of the service. */
export const BRAND = 'vigia';

/** Written without hyphens: `minhaconta` also reserves `minha-conta`. */
export const reservedNames: ReadonlySet<string> = new Set(
  [
    // Hosts of the platform
    'www api auth admin status demo docs doc app stg staging dev test static assets img images cdn files upload download',
    'blog ftp smtp imap pop mail email webmail mx ns dns vpn proxy gateway cache db web site home portal console',
    'argocd grafana prometheus keycloak metrics monitor monitoring internal interno root system sistema localhost',
    'callback preview beta painel dashboard uptime kuma cluster worker workers kubernetes',
    // Names that mail, browsers and certificates look up
    'autoconfig autodiscover wpad isatap mtasts dkim dmarc spf bimi wellknown',
    'abuse postmaster hostmaster webmaster noreply naoresponda mailerdaemon security',
    // Signing in
    'login logon signin signup signout logout sso oauth oidc saml id idp identity identidade account accounts conta contas',
    'minhaconta suaconta acesso acessar acesse entrar entra sair cadastro cadastrar registrar registro register',
    'senha senhas password recuperar recuperarsenha redefinir verificar verificacao verify validar confirmar confirmacao',
    'token 2fa mfa areadocliente areacliente cliente clientes usuario usuarios user users perfil',
    // Money
    'billing pagamento pagamentos pagar pague pay payment payments checkout asaas pix boleto boletos cobranca cobrancas',
    'fatura faturas faturamento invoice invoices nota notafiscal notasfiscais nfse segundavia cartao cartoes card cards',
    'reembolso estorno refund financeiro finance assinatura assinaturas subscription renovar renovacao regularizar',
    'bank plano planos preco precos upgrade comprar compra',
    // Trust and operators
    'seguranca seguro safe trust fraude antifraude alerta alertas aviso avisos bloqueio desbloqueio legal juridico',
    'privacidade privacy lgpd dpo termos terms contrato contratos compliance cnpj cpf',
    'help ajuda suporte support contato contact atendimento sac ouvidoria centraldeajuda comercial vendas sales',
    'oficial official ops operador operadores operacao operator operators administrador administradores administrator',
    'administration moderador equipe team staff tenant tenants provisionamento',
  ].flatMap((line) => line.trim().split(/\s+/)),
);

/** Digits that look like letters. */
const looks: Readonly<Record<string, string>> = {
  i: 'i1l',
  l: 'l1i',
  a: 'a4',
  e: 'e3',
  o: 'o0',
  s: 's5',
  t: 't7',
  g: 'g9',
};
const brandForm = new RegExp([...BRAND].map((letter) => `[${looks[letter] ?? letter}]`).join('-?'), 'g');

/** The letters that readers may see in a name's digits; `1` looks like two of them. */
const readings = ['i', 'l'].map(
  (one) => (name: string) =>
    name.replace(
      /[013457]/g,
      (digit) => ({ 0: 'o', 1: one, 3: 'e', 4: 'a', 5: 's', 7: 't' })[digit] ?? digit,
    ),
);

/** True when the name contains the brand, even with hyphens inside or digits for letters. */
export const holdsBrand = (name: string): boolean => name.search(brandForm) !== -1;

/** The name without the brand, for suggestions; may be empty. */
export const withoutBrand = (name: string): string =>
  name.replace(brandForm, '-').replace(/-{2,}/g, '-').replace(/^-|-$/g, '');

/**
 * True when the name is reserved as written, without hyphens, without a trailing number, or with its digits read as
 * letters.
 */
export function isReservedName(name: string): boolean {
  const plain = name.replaceAll('-', '');
  const unnumbered = plain.replace(/\d+$/, '');
  const read = readings.flatMap((reading) => [reading(plain), reading(unnumbered)]);
  return [plain, unnumbered, ...read].some((each) => reservedNames.has(each));
}
