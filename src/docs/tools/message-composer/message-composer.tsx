/**
 * Previews a channel's message about an outage or recovery, with the reader's own names and template.
 *
 * Nothing is sent.
 */
import { useId, useState } from 'react';
import { ChoiceField } from '#docs/tools/parts/choice-field.tsx';
import { SampleCheckFields } from '#docs/tools/parts/sample-check-fields.tsx';
import { TemplateField, TemplateNotes } from '#docs/tools/parts/template-field.tsx';
import { useSampleCheck } from '#docs/tools/parts/use-sample-check.ts';
import { useTemplates } from '#docs/tools/parts/use-templates.ts';
import {
  type Channel,
  type ChannelExample,
  ownText,
  templateFields,
  timeOf,
  type WhatsappProvider,
  whatsappProviders,
} from '#docs/tools/rules/channel-text.ts';
import { type TelegramFormat, telegramFormats } from '#docs/tools/rules/telegram-text.ts';
import { situationNames } from '#docs/tools/rules/webhook-body.ts';
import { EXAMPLE_ENVIRONMENT } from '#domain/subdomain/tenant-url.ts';
import { MailText } from '#ui/alert-message/alert-message.tsx';
import { ChannelMessage } from '#ui/alert-message/channel-message.tsx';
import { sampleOf } from '#ui/alert-message/sample-alerts.ts';
import { Field } from '#ui/field.tsx';
import { Select } from '#ui/select.tsx';
import { LabelledLine, MarkedLine } from './message-line.tsx';
import { ownMessage } from './own-message.ts';

const titles: Readonly<Record<Channel, string>> = {
  vigia: 'Avisos da Vigia',
  telegram: 'Telegram',
  email: 'E-mail',
  slack: 'Slack',
  discord: 'Discord',
  whatsapp: 'WhatsApp',
  teams: 'Microsoft Teams',
};
const situations = { down: situationNames.down, up: situationNames.up };
/** The article on templates starts with these two lines too. */
const FIRST_TEMPLATE = '{{ status }} {{ name }}\n{{ msg }}';
const VARIABLES = 'Variáveis: msg, name, status, hostnameOrURL, heartbeatJSON e monitorJSON.';
const VARIABLES_360MESSENGER =
  "Variáveis, escritas assim: {{ msg }}, {{ monitorJSON['name'] }} e {{ monitorJSON['url'] }}.";
/** Why a channel takes no template. */
const withoutTemplate: Partial<Record<Channel, string>> = {
  vigia: 'Este é o nosso texto. O seu, onde o plano tem, se escreve em Avisos.',
  teams: 'O cartão do Teams tem sempre este texto.',
};
const NO_NAME = 'Escreva o nome do monitor: é por ele que se sabe o que caiu.';

export function MessageComposer() {
  const id = useId();
  const [channel, setChannel] = useState<Channel>('vigia');
  const [isOwn, setIsOwn] = useState(false);
  const [template, setTemplate] = useState(FIRST_TEMPLATE);
  const [format, setFormat] = useState<TelegramFormat>('plain');
  const [provider, setProvider] = useState<WhatsappProvider>('evolution');
  const check = useSampleCheck<keyof typeof situations>('down');
  const { situation, name, url, message } = check;
  const example: ChannelExample = {
    situation,
    name: name.value.trim(),
    url: url.value.trim(),
    message: message.value.trim(),
    host: EXAMPLE_ENVIRONMENT,
  };
  const is360 = channel === 'whatsapp' && provider === 'messenger360';
  const field = templateFields[channel];
  const takesOwn = isOwn && field !== null;
  const render = useTemplates(takesOwn && !is360);
  const written = takesOwn ? ownMessage({ channel, template, format, provider }, example, render) : null;
  const nameMistake = example.name === '' ? NO_NAME : undefined;

  return (
    <div>
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
          hint={field === null ? withoutTemplate[channel] : `No formulário do canal: ${field}.`}
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
        {takesOwn && channel === 'whatsapp' ? (
          <ChoiceField
            id={`${id}-provedor`}
            label="Provedor"
            names={whatsappProviders}
            value={provider}
            onChoice={setProvider}
          />
        ) : null}
        {takesOwn && channel === 'telegram' ? (
          <ChoiceField
            id={`${id}-formato`}
            label="Formato da mensagem"
            names={telegramFormats}
            value={format}
            onChoice={setFormat}
          />
        ) : null}
        {written === null ? null : (
          <TemplateField
            id={`${id}-modelo`}
            hint={is360 ? VARIABLES_360MESSENGER : VARIABLES}
            error={written.error}
            rows={4}
            maxLength={2000}
            value={template}
            onChange={setTemplate}
          />
        )}
      </div>
      <div className="tool-part composer-result">
        {nameMistake !== undefined || written?.error !== undefined ? (
          <p className="tool-quiet">A mensagem aparece aqui quando o campo marcado estiver certo.</p>
        ) : written?.lines.length === 0 ? null : (
          <ChannelShown channel={channel} example={example} written={written} />
        )}
        <TemplateNotes notes={written?.notes} />
      </div>
    </div>
  );
}

/** The message as its channel shows it. @param written The reader's own template, filled in. */
function ChannelShown({
  channel,
  example,
  written,
}: {
  readonly channel: Channel;
  readonly example: ChannelExample;
  readonly written: ReturnType<typeof ownMessage> | null;
}) {
  const { situation } = example;
  if (channel === 'vigia') {
    const { mail, time } = sampleOf(situation, example);
    return (
      <ChannelMessage channel="email" sender="Vigia" time={time} state={situation} subject={mail.subject}>
        <MailText {...mail} />
      </ChannelMessage>
    );
  }
  const { subject, lines } = ownText(channel, example);
  return (
    <ChannelMessage
      channel={channel}
      sender="Vigia"
      time={timeOf(example)}
      state={situation}
      subject={subject}
    >
      {written === null
        ? lines.map((line, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: lines are identified by their position.
            <LabelledLine key={place} channel={channel} line={line} />
          ))
        : written.lines.map((pieces, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: lines are identified by their position.
            <MarkedLine key={place} pieces={pieces} />
          ))}
    </ChannelMessage>
  );
}
