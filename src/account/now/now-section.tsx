/** "Agora", at the top of the account: how everything stands, then each monitor. Asked again while it is looked at. */
import { type ReactNode, useState } from 'react';
import { OCCURRENCES_PAGE } from '#account/account-pages.ts';
import type { Now, NowMonitor } from '#domain/api-schemas/now.ts';
import { message } from '#domain/messages/now.ts';
import { headlineOf, timeAt } from '#domain/now/headline.ts';
import { standingOf } from '#domain/now/standing.ts';
import { atTime } from '#domain/text/time-of-day.ts';
import { NowHeadline } from '#form/now/now-headline.tsx';
import type { NowRead } from '#form/now/use-now-read.ts';
import { Button } from '#ui/button.tsx';
import { SearchField } from '#ui/search-field.tsx';
import { type Arrangement, arrange, keyOf, matching, UNFOLDED_MAX, withNew } from './arrange.ts';
import { MonitorRow, SeenButton } from './monitor-row.tsx';

/** Rows that are drawn at once. */
const ROWS = 50;

const box = 'grid min-w-0 gap-4 rounded-xl border border-line-strong bg-surface p-5 sm:p-7';
const link = 'inline-flex min-h-11 items-center font-semibold text-signal underline underline-offset-4';

interface NowSectionProps {
  readonly read: NowRead;
  /** For the owner, where nothing is watched yet: the first task. */
  readonly first?: ReactNode;
}

export function NowSection({ read: { now, isAsking, hasFailed, isLoading }, first }: NowSectionProps) {
  const unseen = now === undefined ? [] : downIn(now).flatMap(unseenIn);
  const isEmpty = now?.state === 'active' && now.monitors.length === 0;
  // Its answer stays where the question was, until the page is opened anew.
  const [wasEmpty, setEmpty] = useState(false);
  if (isEmpty && !wasEmpty) setEmpty(true);
  const asksFirst = first !== undefined && wasEmpty;
  return (
    <section aria-labelledby="agora-titulo" className={box}>
      {/* The page's own title says it to who sees. */}
      <h2 id="agora-titulo" className="sr-only">
        Agora
      </h2>
      {now === undefined ? (
        <p role="status" className="min-h-24 text-ink-soft">
          {message(hasFailed ? 'now.failed' : 'now.loading')}
        </p>
      ) : (
        <>
          <NowHeadline now={now} isAsking={isAsking} size="lg" />
          {now.state === 'active' && !isEmpty ? <Monitors now={now} /> : null}
        </>
      )}
      {asksFirst ? first : null}
      {isLoading || (isEmpty && asksFirst) ? null : (
        <div className="flex flex-wrap items-center gap-x-6">
          {isEmpty ? (
            <>
              <a href={`${now.url}/add`} className={link}>
                Criar o primeiro monitor
              </a>
              <a href="/docs/first-monitor" className={link}>
                Como criar
              </a>
            </>
          ) : (
            <a href={OCCURRENCES_PAGE} className={link}>
              Ver as quedas dos últimos 90 dias
            </a>
          )}
          {now === undefined || isEmpty || now.heardAt === null || !now.isCurrent ? null : (
            <p className="text-note text-ink-soft tabular-nums">
              {message('now.checked', { hora: atTime(timeAt(now.heardAt, Date.now())) })}
            </p>
          )}
          {unseen.length > 1 ? (
            <div className="sm:ms-auto">
              <SeenButton falls={unseen} />
            </div>
          ) : null}
        </div>
      )}
    </section>
  );
}

const downIn = (now: Now): readonly NowMonitor[] =>
  now.monitors.filter((each) => standingOf(each, now.isCurrent, Date.now()).kind === 'down');

/** The open fall of which nobody has said "Estou vendo". */
const unseenIn = ({ fall, seen }: NowMonitor): readonly number[] =>
  fall === null || seen !== null ? [] : [fall];

function Monitors({ now }: { readonly now: Now }) {
  const [sought, setSought] = useState('');
  const [kept, setKept] = useState<Arrangement>(() => arrange(now, Date.now()));
  const places = withNew(kept, now);
  const byKey = new Map(now.monitors.map((each) => [keyOf(each), each]));
  const pick = (keys: readonly string[]): NowMonitor[] =>
    keys.flatMap((key) => {
      const found = byKey.get(key);
      return found === undefined ? [] : [found];
    });
  const isFolded = now.monitors.length > UNFOLDED_MAX;
  const hidden = isFolded ? downIn(now).filter((each) => !places.first.includes(keyOf(each))) : [];
  return (
    <div className="grid gap-4">
      {now.isCurrent ? null : <p className="max-w-prose text-ink-soft">{message('now.silent')}</p>}
      {isFolded ? (
        <div className="grid items-end gap-3 sm:grid-cols-2 lg:max-w-3xl">
          <SearchField id="agora-busca" label="Procurar um monitor" value={sought} onValue={setSought} />
          {/* Its room is there before: what fell is brought up when the reader wants it. */}
          <div className="flex min-h-12 items-center">
            {hidden.length === 0 ? (
              <p className="text-ui text-ink-soft">{now.monitors.length} monitores</p>
            ) : (
              <Button variant="secondary" onClick={() => setKept(arrange(now, Date.now()))}>
                {message('now.fallen-since', { count: hidden.length })}
              </Button>
            )}
          </div>
        </div>
      ) : null}
      {sought.trim() === '' ? (
        <Places {...{ now, places, pick, isFolded }} />
      ) : (
        <Rows now={now} monitors={matching(now.monitors, sought)} />
      )}
    </div>
  );
}

interface PlacesProps {
  readonly now: Now;
  readonly places: Arrangement;
  readonly pick: (keys: readonly string[]) => readonly NowMonitor[];
  readonly isFolded: boolean;
}

function Places({ now, places: { first, groups }, pick, isFolded }: PlacesProps) {
  return (
    <>
      {first.length === 0 ? null : <Rows now={now} monitors={pick(first)} />}
      {groups.map(({ name, keys }) => (
        <Group key={name} {...{ now, name, isFolded }} monitors={pick(keys)} isOnly={groups.length === 1} />
      ))}
    </>
  );
}

interface GroupProps {
  readonly now: Now;
  readonly name: string;
  readonly monitors: readonly NowMonitor[];
  readonly isFolded: boolean;
  readonly isOnly: boolean;
}

function Group({ now, name, monitors, isFolded, isOnly }: GroupProps) {
  const [isOpen, setOpen] = useState(false);
  const title = name === '' ? (isOnly ? 'Os outros monitores' : 'Sem grupo') : name;
  if (!isFolded)
    return (
      <div>
        {name === '' ? null : <h3 className="pb-2 text-base font-semibold">{name}</h3>}
        <Rows now={now} monitors={monitors} />
      </div>
    );
  const { words } = headlineOf({ ...now, monitors: [...monitors] }, Date.now());
  return (
    <details
      className="border-t border-line pt-3"
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary className="min-h-11 cursor-pointer py-2 font-semibold wrap-anywhere sm:min-h-6">
        {title}{' '}
        <span className="font-normal text-ink-soft">
          ({monitors.length}) · {words}
        </span>
      </summary>
      {isOpen ? <Rows now={now} monitors={monitors} /> : null}
    </details>
  );
}

function Rows({ now, monitors }: { readonly now: Now; readonly monitors: readonly NowMonitor[] }) {
  const [count, setCount] = useState(ROWS);
  if (monitors.length === 0) return <p className="text-ink-soft">Nenhum monitor com essas palavras.</p>;
  const left = monitors.length - count;
  return (
    <>
      <ul className="grid [&>li:last-child]:pb-0">
        {monitors.slice(0, count).map((monitor) => (
          <MonitorRow key={keyOf(monitor)} now={now} monitor={monitor} />
        ))}
      </ul>
      {left > 0 ? (
        <Button variant="secondary" onClick={() => setCount(count + ROWS)}>
          Mostrar mais {Math.min(left, ROWS)}
        </Button>
      ) : null}
    </>
  );
}
