/**
 * The terms from the page's <template>.
 *
 * They are cloned as nodes, because an island's slot is a string to be parsed, which Trusted Types refuse on these
 * pages.
 */
import { useEffect, useRef } from 'react';

/** Of the <template> (layouts/terms-template.astro). */
export const TERMS_TEMPLATE_ID = 'termos-do-servico';

export function PageTerms() {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const template = document.getElementById(TERMS_TEMPLATE_ID);
    if (template instanceof HTMLTemplateElement)
      place.current?.replaceChildren(template.content.cloneNode(true));
  }, []);
  return <div ref={place} />;
}
