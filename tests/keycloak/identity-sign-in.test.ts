/** Sign-in, registration, sessions and logout on the real server. */
import '#tests/vendors/identity-sign-in.test.ts';
