/** Id of the <template> that carries the terms on pages where they are accepted (components/legal/terms-template.astro). */
export const TERMS_TEMPLATE_ID = 'termos-do-servico';
