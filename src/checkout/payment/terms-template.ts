/** Id of the <template> with the terms (terms-template.astro). */
export const TERMS_TEMPLATE_ID = 'termos-do-servico';
