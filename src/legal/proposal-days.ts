/** Days for which a proposal is valid; a price is changed no sooner after it was printed (docs/operating.md). */
export const PROPOSAL_DAYS = 15;
