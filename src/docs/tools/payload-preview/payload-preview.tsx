/**
 * Previews a webhook's body: the default, the platform's event, or the reader's own template.
 */
import { useId, useState } from 'react';
import { CodeOutput } from '#docs/copy/code-output.tsx';
import { ChoiceField } from '#docs/tools/parts/choice-field.tsx';
import { plainInput, SampleCheckFields } from '#docs/tools/parts/sample-check-fields.tsx';
import { TemplateField, TemplateNotes } from '#docs/tools/parts/template-field.tsx';
import { useSampleCheck } from '#docs/tools/parts/use-sample-check.ts';
import { useTemplates } from '#docs/tools/parts/use-templates.ts';
import { useTyped } from '#docs/tools/parts/use-typed.ts';
import { platformTemplate, type Situation, situationNames } from '#docs/tools/rules/webhook-body.ts';
import { EXAMPLE_ENVIRONMENT } from '#domain/subdomain/tenant-url.ts';
import { Field } from '#ui/field.tsx';
import { TextInput } from '#ui/text-input.tsx';
import { type BodyKind, bodyNames, preview } from './preview.ts';

export function PayloadPreview() {
  const id = useId();
  const [kind, setKind] = useState<BodyKind>('default');
  const check = useSampleCheck<Situation>('down');
  const { situation, name, url, message } = check;
  const host = useTyped(EXAMPLE_ENVIRONMENT);
  const [template, setTemplate] = useState(platformTemplate);
  const example = {
    situation,
    name: name.value,
    url: url.value,
    message: message.value,
    host: host.value.trim().replace(/\/+$/, ''),
  };
  const render = useTemplates(kind === 'custom');
  const { text: body, error, notes } = preview(kind, example, template, render);

  return (
    <div>
      <div className="tool-fields">
        <ChoiceField
          id={`${id}-situacao`}
          label="Situação"
          names={situationNames}
          value={situation}
          onChoice={check.changeSituation}
        />
        <ChoiceField
          id={`${id}-corpo`}
          label="Corpo da Solicitação"
          names={bodyNames}
          value={kind}
          onChoice={setKind}
        />
        <SampleCheckFields id={id} check={check} />
        <Field id={`${id}-painel`} label="Endereço do painel">
          {(aria) => <TextInput {...aria} {...plainInput} {...host.field} inputMode="url" />}
        </Field>
        {kind === 'custom' ? (
          <TemplateField
            id={`${id}-modelo`}
            hint="Variáveis: msg, name, status, hostnameOrURL, heartbeatJSON e monitorJSON; nos modelos da plataforma, também url, datetime e monitorURL."
            error={error}
            rows={12}
            maxLength={5000}
            value={template}
            onChange={setTemplate}
          />
        ) : null}
      </div>
      <div className="tool-part">
        {body === '' ? null : (
          <CodeOutput label="Corpo enviado" title="O que o seu sistema recebe" code={body} />
        )}
        <TemplateNotes notes={notes} />
      </div>
    </div>
  );
}
