/** The token verifier with the real server's keys and tokens. */
import '#tests/contract/identity-verifier.test.ts';
