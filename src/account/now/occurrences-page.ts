/** Where owner and members read the falls of ninety days. */
export const OCCURRENCES_PAGE = '/conta/ocorrencias';
