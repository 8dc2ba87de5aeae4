/** The identity contract on the real server. */
import '#tests/contract/identity.test.ts';
