/**
 * Shows what a webhook receives: the default body, the platform's events, or one's own template filled in.
 *
 * Rendered on the server it shows the default body of an outage.
 */
import { useId, useState } from 'react';
import {
  checkMessages,
  platformTemplate,
  type Situation,
  situationNames,
  situations,
} from '#domain/payload/webhook-body.ts';
import { CodeOutput } from '#features/copy/code-output.tsx';
import { useTyped } from '#features/typed/use-typed.ts';
import { Field } from '#ui/field.tsx';
import { Select } from '#ui/select.tsx';
import { TextInput } from '#ui/text-input.tsx';
import { type BodyKind, bodyNames, preview } from './preview.ts';

const kinds = Object.keys(bodyNames) as BodyKind[];

export function PayloadPreview() {
  const id = useId();
  const [kind, setKind] = useState<BodyKind>('default');
  const [situation, setSituation] = useState<Situation>('down');
  const name = useTyped('Site institucional');
  const url = useTyped('https://www.exemplo.com.br');
  const message = useTyped(checkMessages.down);
  const host = useTyped('https://acme.exemplo.com.br');
  const [template, setTemplate] = useState(platformTemplate);
  const example = {
    ...{ situation, name: name.value, url: url.value, message: message.value },
    host: host.value.trim().replace(/\/+$/, ''),
  };
  const { body, error, notes } = preview(kind, example, template);
  const plain = { autoComplete: 'off', spellCheck: false, maxLength: 300 } as const;

  const changeSituation = (next: Situation): void => {
    // The reader's own message stays; ours follows the situation.
    if (message.value === checkMessages[situation]) message.write(checkMessages[next]);
    setSituation(next);
  };

  return (
    <div>
      <p className="tool-title">Prévia do corpo do webhook</p>
      <div className="tool-fields">
        <Field id={`${id}-situacao`} label="Situação">
          {(aria) => (
            <Select
              {...aria}
              value={situation}
              onChange={(event) => changeSituation(event.currentTarget.value as Situation)}
            >
              {situations.map((item) => (
                <option key={item} value={item}>
                  {situationNames[item]}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <Field id={`${id}-corpo`} label="Corpo da Solicitação">
          {(aria) => (
            <Select
              {...aria}
              value={kind}
              onChange={(event) => setKind(event.currentTarget.value as BodyKind)}
            >
              {kinds.map((item) => (
                <option key={item} value={item}>
                  {bodyNames[item]}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <Field id={`${id}-nome`} label="Nome do monitor">
          {(aria) => <TextInput {...aria} {...plain} {...name.field} />}
        </Field>
        <Field id={`${id}-url`} label="Endereço vigiado">
          {(aria) => <TextInput {...aria} {...plain} {...url.field} inputMode="url" />}
        </Field>
        <Field id={`${id}-mensagem`} label="O que a verificação disse">
          {(aria) => <TextInput {...aria} {...plain} {...message.field} />}
        </Field>
        <Field id={`${id}-painel`} label="Endereço do painel">
          {(aria) => <TextInput {...aria} {...plain} {...host.field} inputMode="url" />}
        </Field>
        {kind === 'custom' ? (
          <Field
            id={`${id}-modelo`}
            label="Modelo"
            className="tool-wide"
            error={error}
            hint="Variáveis: msg, name, status, hostnameOrURL, heartbeatJSON e monitorJSON; nos modelos da plataforma, também url, datetime e monitorURL."
          >
            {(aria) => (
              <textarea
                {...aria}
                className="tool-template font-code"
                rows={12}
                spellCheck={false}
                maxLength={5000}
                value={template}
                onChange={(event) => setTemplate(event.currentTarget.value)}
              />
            )}
          </Field>
        ) : null}
      </div>
      <div className="tool-part">
        {body === '' ? null : (
          <CodeOutput label="Corpo enviado" title="O que o seu sistema recebe" code={body} />
        )}
        <div role="status">
          {notes.map((note) => (
            <p key={note} className="tool-quiet">
              {note}
            </p>
          ))}
        </div>
      </div>
    </div>
  );
}
