/** The page where an owner chooses who is told, and what. */
export const ALERTS_PAGE = '/conta/avisos';

/** Public: one-click unsubscribe of a mail (RFC 8058), and the request that refuses an address for good. */
export const alertLeaveEndpoint = '/api/avisos/sair';
export const alertRefuseEndpoint = '/api/avisos/recusar';

/** "Estou vendo" by a link in a mail: the page, what it is about, and to say it (src/domain/api-schemas/seen.ts). */
export const SEEN_PAGE = '/avisos/vendo';
export const seenLookEndpoint = '/api/avisos/vendo/sobre';
export const seenLinkEndpoint = '/api/avisos/vendo';
