/** Of which monitors a recipient hears, where the plan has that choice. */
import { useState } from 'react';
import type { AlertsView } from '#domain/api-schemas/alerts.ts';
import { message } from '#domain/messages/alerts.ts';
import { withoutAccents } from '#domain/text/word-forms.ts';
import { Checkbox } from '#ui/checkbox.tsx';
import { RadioCards } from '#ui/radio-cards.tsx';
import { SearchField } from '#ui/search-field.tsx';
import type { PreferencesFields } from './preferences-values.ts';

/** Longer lists can be narrowed. */
const UNFILTERED_MAX = 15;

interface MonitorsFieldProps {
  readonly id: string;
  readonly form: PreferencesFields;
  readonly view: Pick<AlertsView, 'monitors' | 'tags' | 'canChooseMonitors' | 'role'>;
}

export function MonitorsField({ id, form, view }: MonitorsFieldProps) {
  const chosen = form.watch('monitors');
  if (!view.canChooseMonitors) return <NotOnThisPlan chosen={chosen} view={view} />;
  const problem = form.formState.errors.monitors;
  return (
    <div className="grid gap-3">
      <p className="font-semibold">Quais monitores</p>
      <RadioCards
        name={`${id}-quais`}
        legend="Quais monitores"
        value={form.watch('which')}
        onChange={(which) => form.setValue('which', which)}
        cards={[
          { value: 'all', title: 'Todos', children: about('Também os que vierem depois.') },
          { value: 'some', title: 'Só os que eu escolher', children: about('Um por um.') },
        ]}
        className="recipient-choices"
      />
      {form.watch('which') === 'some' ? (
        <TagList
          id={id}
          tags={[...new Set([...view.tags, ...form.watch('tags')])]}
          chosen={form.watch('tags')}
          onChosen={(tags) => form.setValue('tags', tags)}
        />
      ) : null}
      {form.watch('which') === 'some' ? (
        <MonitorList
          id={id}
          monitors={view.monitors}
          chosen={chosen}
          onChosen={(keys) => form.setValue('monitors', keys)}
        />
      ) : null}
      {problem === undefined ? null : (
        <p role="alert" className="text-ui text-down-text">
          {message('alert.monitors')}
        </p>
      )}
    </div>
  );
}

interface TagListProps {
  readonly id: string;
  readonly tags: readonly string[];
  readonly chosen: readonly string[];
  readonly onChosen: (tags: readonly string[]) => void;
}

/** Tags of the panel: whatever has one is heard of, also later. */
function TagList({ id, tags, chosen, onChosen }: TagListProps) {
  if (tags.length === 0) return null;
  return (
    <fieldset className="recipient-choices grid gap-1">
      <legend className="mb-1 text-ui font-semibold">Pela etiqueta</legend>
      <p className="text-ui leading-6 text-ink-soft">{message('alerts.tags-later')}</p>
      {tags.map((tag) => (
        <Checkbox
          key={tag}
          id={`${id}-etiqueta-${tag}`}
          label={tag}
          checked={chosen.includes(tag)}
          onChange={({ target }) =>
            onChosen(target.checked ? [...chosen, tag] : chosen.filter((each) => each !== tag))
          }
        />
      ))}
    </fieldset>
  );
}

const about = (text: string) => <span className="mt-1.5 text-ui leading-6 text-ink-soft">{text}</span>;

/** Says from which plan on there is a choice, and names one that was made before and does not count now. */
function NotOnThisPlan({
  chosen,
  view: { monitors, role },
}: Pick<MonitorsFieldProps, 'view'> & { chosen: readonly string[] }) {
  const names = monitors.filter(({ key }) => chosen.includes(key)).map(({ name }) => name);
  return (
    <div className="grid gap-1">
      <p className="font-semibold">Quais monitores</p>
      <p className="max-w-prose text-ui leading-6 text-ink-soft">
        {message('alerts.monitors-plan')}{' '}
        {role === 'owner' ? (
          <a href="/upgrade" className="font-semibold text-ink underline underline-offset-4">
            Ver os planos
          </a>
        ) : null}
      </p>
      {chosen.length === 0 ? null : (
        <p className="max-w-prose text-ui leading-6 text-ink-soft wrap-anywhere">
          {message('alerts.monitors-kept', {
            nomes:
              names.length === chosen.length ? listOf(names) : listOf([...names, othersOf(chosen, names)]),
          })}
        </p>
      )}
    </div>
  );
}

const listOf = (names: readonly string[]): string => new Intl.ListFormat('pt-BR').format(names);

const othersOf = ({ length }: readonly string[], names: readonly string[]): string =>
  length - names.length === 1 ? '1 que não está ligado' : `${length - names.length} que não estão ligados`;

interface MonitorListProps {
  readonly id: string;
  readonly monitors: AlertsView['monitors'];
  readonly chosen: readonly string[];
  readonly onChosen: (keys: readonly string[]) => void;
}

function MonitorList({ id, monitors, chosen, onChosen }: MonitorListProps) {
  const [sought, setSought] = useState('');
  const isLong = monitors.length > UNFILTERED_MAX;
  const shown = monitors.filter(({ name }) => plain(name).includes(plain(sought)));
  const off = chosen.filter((key) => monitors.every((each) => each.key !== key)).length;
  return (
    <div className="grid gap-3">
      {isLong ? (
        <div className="max-w-sm">
          <SearchField id={`${id}-busca`} label="Procurar um monitor" value={sought} onValue={setSought} />
        </div>
      ) : null}
      <ul className={`recipient-choices grid gap-1 ${isLong ? 'max-h-80 overflow-y-auto p-1' : ''}`}>
        {shown.map(({ key, name }) => (
          <li key={key} className="min-w-0 wrap-anywhere">
            <Checkbox
              id={`${id}-monitor-${key}`}
              label={name}
              checked={chosen.includes(key)}
              onChange={({ target }) =>
                onChosen(target.checked ? [...chosen, key] : chosen.filter((each) => each !== key))
              }
            />
          </li>
        ))}
      </ul>
      {shown.length === 0 ? <p className="text-ui">{message('alerts.monitors-none-found')}</p> : null}
      <p role="status" className="text-ui leading-6 text-ink-soft">
        {countOf(chosen.length)}
        {off === 0
          ? '. '
          : `; ${off === 1 ? message('alerts.monitors-off-one') : message('alerts.monitors-off', { quantos: off })} `}
      </p>
      <p className="text-ui leading-6 text-ink-soft">{message('alerts.monitors-later')}</p>
    </div>
  );
}

const countOf = (chosen: number): string =>
  chosen === 0 ? 'Nenhum escolhido' : chosen === 1 ? '1 escolhido' : `${chosen} escolhidos`;

const plain = (text: string): string => withoutAccents(text).toLowerCase();
