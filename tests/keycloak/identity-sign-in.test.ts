/** Sign-in, registration, sessions and logout, held by the real server. */
import '#tests/contract/identity-sign-in.test.ts';
