/** Where an owner brings monitors in. */
export const IMPORT_PAGE = '/conta/importar';
