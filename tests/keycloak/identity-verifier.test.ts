/** The token verifier with the real server's keys and tokens. */
import '#tests/vendors/identity-verifier.test.ts';
