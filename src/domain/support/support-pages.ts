/** Addresses of the pages about support messages and of their calls. Apart, for a page without schemas. */

/** Where somebody reads the state of the own messages. */
export const MESSAGES_PAGE = '/conta/suporte';
/** Opened by the link in the team's mail: says that a message was answered. */
export const ANSWERED_PAGE = '/suporte/respondida';
export const answeredLookEndpoint = '/api/suporte/respondida/sobre';
export const answeredEndpoint = '/api/suporte/respondida';
export const ownMessagesEndpoint = '/api/conta/suporte';
