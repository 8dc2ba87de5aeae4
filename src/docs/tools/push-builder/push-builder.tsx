/**
 * Builds the address of a push monitor, and the call in ten languages.
 *
 * Nothing typed here leaves the browser, because the token is like a password.
 */
import { type ClipboardEvent, useEffect, useId, useState } from 'react';
import { chooseTab, onTabChosen } from '#docs/blocks/tab-choice.ts';
import { CodeOutput } from '#docs/copy/code-output.tsx';
import { useTyped } from '#docs/tools/parts/use-typed.ts';
import { pushSnippets } from '#docs/tools/rules/push-snippets.ts';
import {
  buildPushUrl,
  MESSAGE_LENGTH_MAX,
  parsePushUrl,
  pushMistakes,
  TOKEN_LENGTH,
} from '#docs/tools/rules/push-url.ts';
import { EXAMPLE_ENVIRONMENT } from '#domain/subdomain/tenant-url.ts';
import { storedTab } from '#lib/storage.ts';
import { Field } from '#ui/field.tsx';
import { Select } from '#ui/select.tsx';
import { TextInput } from '#ui/text-input.tsx';

/** Same group as the articles' language tabs, so that the choice is shared. */
const LANGUAGE_GROUP = 'linguagem';

export function PushBuilder() {
  const id = useId();
  const host = useTyped('');
  const token = useTyped('');
  const msg = useTyped('OK');
  const ping = useTyped('');
  const [status, setStatus] = useState<'up' | 'down'>('up');
  const [language, setLanguage] = useLanguage();

  const call = {
    host: asciiHost(host.value),
    token: token.value,
    status,
    msg: msg.value,
    ping: ping.value.trim(),
  };
  // An empty field is no error; the address shows a placeholder.
  const mistakes = pushMistakes(call);
  const shown = (field: 'host' | 'token', value: string) =>
    value.trim() === '' ? undefined : mistakes[field];
  const isWrong = [shown('host', host.value), shown('token', token.value), mistakes.ping, mistakes.msg].some(
    (mistake) => mistake !== undefined,
  );
  const url = buildPushUrl(call);
  const snippets = pushSnippets(url);
  const snippet = snippets.find(({ name }) => name === language) ?? snippets[0];

  /** Splits a complete address that was pasted into a field. */
  const takeWhole = (text: string): boolean => {
    const parts = parsePushUrl(text);
    if (parts === null) return false;
    host.write(parts.host ?? '');
    token.write(parts.token ?? '');
    if (parts.status !== undefined) setStatus(parts.status);
    if (parts.msg !== undefined) msg.write(parts.msg);
    if (parts.ping !== undefined) ping.write(parts.ping);
    return true;
  };
  const onPaste = (event: ClipboardEvent): void => {
    if (takeWhole(event.clipboardData.getData('text'))) event.preventDefault();
  };
  const plain = { autoComplete: 'off', autoCapitalize: 'off', spellCheck: false, onPaste } as const;

  return (
    <div>
      <div className="tool-fields">
        <Field
          id={`${id}-host`}
          label="Endereço do painel ou Push URL inteira"
          error={shown('host', host.value)}
          hint="Cole a Push URL do monitor: os outros campos se preenchem sozinhos."
        >
          {(aria) => (
            <TextInput
              {...aria}
              {...plain}
              {...host.field}
              onInput={(event) => takeWhole(event.currentTarget.value) || host.field.onInput(event)}
              inputMode="url"
              placeholder={EXAMPLE_ENVIRONMENT}
              maxLength={500}
            />
          )}
        </Field>
        <Field
          id={`${id}-token`}
          label="Token"
          error={shown('token', token.value)}
          hint={tokenHint(token.value, mistakes.token)}
        >
          {(aria) => (
            <TextInput {...aria} {...plain} {...token.field} className="font-code" maxLength={100} />
          )}
        </Field>
        <Field id={`${id}-status`} label="Estado (status)">
          {(aria) => (
            <Select
              {...aria}
              value={status}
              onChange={({ currentTarget }) => setStatus(currentTarget.value === 'up' ? 'up' : 'down')}
            >
              <option value="up">up: deu certo</option>
              <option value="down">down: deu errado</option>
            </Select>
          )}
        </Field>
        <Field id={`${id}-ping`} label="Tempo em milissegundos (ping)" isOptional error={mistakes.ping}>
          {(aria) => (
            <TextInput
              {...aria}
              {...ping.field}
              inputMode="decimal"
              autoComplete="off"
              placeholder="42"
              maxLength={20}
            />
          )}
        </Field>
        <Field
          id={`${id}-msg`}
          label="Mensagem (msg)"
          className="tool-wide"
          error={mistakes.msg}
          hint="Acentos e espaços são codificados para você."
        >
          {(aria) => (
            <TextInput {...aria} {...msg.field} autoComplete="off" maxLength={MESSAGE_LENGTH_MAX + 50} />
          )}
        </Field>
      </div>
      {isWrong ? (
        <p className="tool-part tool-quiet">
          O endereço e o comando aparecem aqui quando os campos marcados estiverem certos.
        </p>
      ) : (
        <>
          <div className="tool-part">
            <CodeOutput label="Endereço para chamar" title="Endereço" isWrapped code={url} />
          </div>
          <div className="tool-part">
            <Field id={`${id}-linguagem`} label="Comando em">
              {(aria) => (
                <Select
                  {...aria}
                  value={snippet?.name}
                  onChange={(event) => setLanguage(event.currentTarget.value)}
                >
                  {snippets.map(({ id: snippetId, name }) => (
                    <option key={snippetId} value={name}>
                      {name}
                    </option>
                  ))}
                </Select>
              )}
            </Field>
            {snippet === undefined ? null : (
              <>
                <CodeOutput label={`Comando em ${snippet.name}`} title={snippet.file} code={snippet.code} />
                {snippet.note === undefined ? null : <p className="tool-quiet">{snippet.note}</p>}
              </>
            )}
          </div>
        </>
      )}
      <p className="tool-quiet">
        Nada do que você digita sai do navegador. Quem tem o token fala em nome do monitor.
      </p>
    </div>
  );
}

function tokenHint(token: string, mistake: string | undefined): string {
  const length = token.trim().length;
  if (mistake !== undefined || length === 0 || length === TOKEN_LENGTH)
    return 'O trecho depois de /api/push/.';
  return `O token do painel tem ${TOKEN_LENGTH} letras e números; este tem ${length}. Confira se veio inteiro.`;
}

/** The language chosen here or in an article's tabs. */
function useLanguage() {
  const [language, setLanguage] = useState(() => storedTab(LANGUAGE_GROUP) ?? 'curl/Bash');
  useEffect(
    () =>
      onTabChosen(({ group, label }) => {
        if (group === LANGUAGE_GROUP) setLanguage(label);
      }),
    [],
  );
  return [language, (label: string) => chooseTab(LANGUAGE_GROUP, label)] as const;
}

/**
 * Writes a host with accents as programs do: `açaí.com.br` is `xn--aa-4iaz.com.br`. Other text stays as it is, also what
 * is no address, because its mistake is explained elsewhere.
 */
function asciiHost(typed: string): string {
  const [, start = '', host = '', rest = ''] =
    /^(\s*(?:https?:\/\/)?)([^/:?#\s]+)([\s\S]*)$/i.exec(typed) ?? [];
  if (!/[^\0-\x7f]/.test(host) || !URL.canParse(`https://${host}`)) return typed;
  return `${start}${new URL(`https://${host}`).hostname}${rest}`;
}
