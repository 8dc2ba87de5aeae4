/** Every message gets an answer within five days, on the free plan too (Decreto 7.962/2013, art. 4, sole §). */
export const FREE_ANSWER_DAYS = 5;
