/** The identity contract, held by the real server. */
import '#tests/contract/identity.test.ts';
