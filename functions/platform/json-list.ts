/** Lists bound as one JSON value, so that a statement does not depend on how many there are. */

/** The values of the next parameter. */
export const AMONG = '(SELECT value FROM json_each(?))';

/** The values of the first parameter, where a statement needs them more than once. */
export const AMONG_FIRST = '(SELECT value FROM json_each(?1))';

export const list = (values: readonly string[]): string => JSON.stringify(values);
