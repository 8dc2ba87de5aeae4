/** Sign-in, registration, sessions and logout on the real server. */
import '#tests/contract/identity-sign-in.test.ts';
