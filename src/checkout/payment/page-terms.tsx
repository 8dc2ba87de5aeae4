/**
 * The terms from the page's <template>.
 *
 * They are cloned as nodes, because an island's slot is a string to be parsed, which Trusted Types refuse on these
 * pages.
 */
import { useEffect, useRef } from 'react';
import { TERMS_TEMPLATE_ID } from './terms-template.ts';

export function PageTerms() {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const template = document.getElementById(TERMS_TEMPLATE_ID);
    if (template instanceof HTMLTemplateElement)
      place.current?.replaceChildren(template.content.cloneNode(true));
  }, []);
  return <div ref={place} />;
}
