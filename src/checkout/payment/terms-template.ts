/** Id of the <template> with the terms (components/legal/terms-template.astro). */
export const TERMS_TEMPLATE_ID = 'termos-do-servico';
