/** Addresses of the account's pages that others lead to, and what moved there from `/conta`. */
export const PLAN_PAGE = '/conta/plano';
export const OWN_DATA_PAGE = '/conta/meus-dados';
/** Where the data of the environment are downloaded. */
export const ENVIRONMENT_DATA_PAGE = '/conta/dados';
/** Where owner and members read the falls of ninety days. */
export const OCCURRENCES_PAGE = '/conta/ocorrencias';
/** Where owner and members read what happened to their environment. */
export const ACTIVITY_PAGE = '/conta/atividade';
/** Where an owner brings monitors in. */
export const IMPORT_PAGE = '/conta/importar';

/** Mails, bookmarks and pages of others lead to these parts, which were all on `/conta`. */
const movedParts: Readonly<Record<string, string>> = {
  '#plano-titulo': PLAN_PAGE,
  '#pagamento-titulo': PLAN_PAGE,
  '#faturas-titulo': PLAN_PAGE,
  '#nota-titulo': PLAN_PAGE,
  '#fim-titulo': PLAN_PAGE,
  '#dados-titulo': OWN_DATA_PAGE,
};

/** Where an address of `/conta` leads now; `null` for what is still there. */
export function movedTo({ search, hash }: Pick<Location, 'search' | 'hash'>): string | null {
  const step = new URLSearchParams(search).get('dados');
  if (step === 'copia' || step === 'exclusao') return `${OWN_DATA_PAGE}?dados=${step}`;
  const page = movedParts[hash];
  return page === undefined ? null : `${page}${search}${hash}`;
}
