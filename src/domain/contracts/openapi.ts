/** The description of the API for programs. */
export const openapiEndpoint = '/api/openapi.json';
