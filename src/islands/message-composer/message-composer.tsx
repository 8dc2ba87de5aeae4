/**
 * Previews a channel's message about an outage or recovery, with the reader's own names and template.
 *
 * Nothing is sent. The server-rendered version shows an outage on Telegram.
 */
import { useId, useState } from 'react';
import {
  boldPieces,
  type Channel,
  type ChannelExample,
  type Line,
  ownText,
  templateFields,
  timeOf,
} from '#domain/payload/channel-text.ts';
import { situationNames } from '#domain/payload/webhook-body.ts';
import { EXAMPLE_ENVIRONMENT } from '#domain/subdomain/tenant-url.ts';
import { ChoiceField } from '#features/choice/choice-field.tsx';
import { ChannelMessage } from '#features/message/channel-message.tsx';
import { SampleCheckFields } from '#features/sample-check/sample-check-fields.tsx';
import { useSampleCheck } from '#features/sample-check/use-sample-check.ts';
import { useTemplates } from '#features/template/use-templates.ts';
import { TemplateArea } from '#features/tool/template-area.tsx';
import { Field } from '#ui/field.tsx';
import { Select } from '#ui/select.tsx';

const titles: Readonly<Record<Channel, string>> = {
  ...{ telegram: 'Telegram', email: 'E-mail', slack: 'Slack', discord: 'Discord', whatsapp: 'WhatsApp' },
  teams: 'Microsoft Teams',
};
const situations = { down: situationNames.down, up: situationNames.up };
/** The article on templates starts with these two lines too. */
const FIRST_TEMPLATE = '{{ status }} {{ name }}\n{{ msg }}';
const NO_NAME = 'Escreva o nome do monitor: é por ele que se sabe o que caiu.';

export function MessageComposer() {
  const id = useId();
  const [channel, setChannel] = useState<Channel>('telegram');
  const [isOwn, setIsOwn] = useState(false);
  const [template, setTemplate] = useState(FIRST_TEMPLATE);
  const check = useSampleCheck<keyof typeof situations>('down');
  const { situation, name, url, message } = check;
  const example: ChannelExample = {
    ...{ situation, name: name.value.trim(), url: url.value.trim(), message: message.value.trim() },
    host: EXAMPLE_ENVIRONMENT,
  };
  const field = templateFields[channel];
  const takesOwn = isOwn && field !== null;
  const render = useTemplates(takesOwn);
  const written = takesOwn ? render(template, example) : null;
  const nameMistake = example.name === '' ? NO_NAME : undefined;
  const { subject, lines } = ownText(channel, example);
  const shown = written?.text.split('\n').map((text): Line => ({ text })) ?? lines;

  return (
    <div>
      <p className="tool-title">Prévia da mensagem</p>
      <div className="tool-fields">
        <ChoiceField id={`${id}-canal`} label="Canal" names={titles} value={channel} onChoice={setChannel} />
        <ChoiceField
          id={`${id}-situacao`}
          label="Situação"
          names={situations}
          value={situation}
          onChoice={check.changeSituation}
        />
        <SampleCheckFields id={id} check={check} nameMistake={nameMistake} />
        <Field
          id={`${id}-texto`}
          label="Texto"
          hint={
            field === null
              ? 'No Teams, um modelo próprio só existe onde a plataforma monta o cartão.'
              : `No formulário do canal: ${field}.`
          }
        >
          {(aria) => (
            <Select
              {...aria}
              value={isOwn && field !== null ? 'own' : 'default'}
              onChange={(event) => setIsOwn(event.currentTarget.value === 'own')}
            >
              <option value="default">O que já vem</option>
              <option value="own" disabled={field === null}>
                O meu modelo
              </option>
            </Select>
          )}
        </Field>
        {written === null ? null : (
          <Field
            id={`${id}-modelo`}
            label="Modelo"
            className="tool-wide"
            error={written.error}
            hint="Variáveis: msg, name, status, hostnameOrURL, heartbeatJSON e monitorJSON."
          >
            {(aria) => (
              <TemplateArea
                {...aria}
                rows={4}
                maxLength={2000}
                value={template}
                onChange={(event) => setTemplate(event.currentTarget.value)}
              />
            )}
          </Field>
        )}
      </div>
      <div className="tool-part">
        {nameMistake !== undefined || written?.error !== undefined ? (
          <p className="tool-quiet">A mensagem aparece aqui quando o campo marcado estiver certo.</p>
        ) : written?.text === '' ? null : (
          <ChannelMessage
            channel={channel}
            sender="Vigia"
            time={timeOf(example)}
            state={situation}
            subject={subject}
          >
            {shown.map((line, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: lines are identified by their position.
              <Words key={place} channel={channel} line={line} />
            ))}
          </ChannelMessage>
        )}
        <div role="status">
          {written?.notes.map((note) => (
            <p key={note} className="tool-quiet">
              {note}
            </p>
          ))}
        </div>
      </div>
    </div>
  );
}

function Words({ channel, line: { label, text } }: { readonly channel: Channel; readonly line: Line }) {
  if (label !== undefined) {
    return (
      <p>
        <strong>{label}</strong>
        {text === '' ? null : channel === 'discord' ? <br /> : ': '}
        {text}
      </p>
    );
  }
  return (
    <p>
      {boldPieces(channel, text).map((piece, place) =>
        // biome-ignore lint/suspicious/noArrayIndexKey: pieces are identified by their position.
        place % 2 === 1 ? <strong key={place}>{piece}</strong> : piece,
      )}
    </p>
  );
}
