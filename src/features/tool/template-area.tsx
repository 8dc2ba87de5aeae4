/** Where a reader writes a template: code, in lines as long as they come. */
import './template-area.css';
import type { ComponentProps } from 'react';

export function TemplateArea(props: ComponentProps<'textarea'>) {
  return <textarea {...props} className="tool-template font-code" spellCheck={false} />;
}
