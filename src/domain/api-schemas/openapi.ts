/** Address of the API's OpenAPI description. */
export const openapiEndpoint = '/api/openapi.json';
