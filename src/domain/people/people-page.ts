/**
 * Page of the people. The invitation mail links to it with the token behind `#convite=`, which browsers never send to a
 * server.
 */
export const PEOPLE_PAGE = '/conta/pessoas';
