/** The identity contract on the real server. */
import '#tests/vendors/identity.test.ts';
