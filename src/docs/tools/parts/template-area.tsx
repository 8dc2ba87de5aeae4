/** Text area for a template: code font, no wrapping. */
import type { ComponentProps } from 'react';

export function TemplateArea(props: ComponentProps<'textarea'>) {
  return <textarea {...props} className="tool-template font-code" spellCheck={false} />;
}
