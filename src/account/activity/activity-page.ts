/** Where owner and members read what happened to their environment. */
export const ACTIVITY_PAGE = '/conta/atividade';
