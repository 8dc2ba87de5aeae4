/** The proof of an e-mail address on the real server. */
import '#tests/vendors/identity-proof.test.ts';
