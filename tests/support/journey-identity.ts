/** `npm run test:keycloak`: the same journeys with a real Keycloak in the place of the identity stand-in. */
export const hasRealKeycloak = process.env['JOURNEY_IDENTITY'] === 'keycloak';
