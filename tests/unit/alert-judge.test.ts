/** Each rule of the rehearsal of alerts: a list of messages that keeps it, and one that breaks it. */
import { describe, expect, test } from 'vitest';
import { defaultPreferences } from '#domain/alerts/preferences.ts';
import type { Handed } from '../simulation/alerts/findings.ts';
import { judge } from '../simulation/alerts/judge.ts';
import { lengthOf } from '../simulation/alerts/judge-true.ts';
import { linesOf } from '../simulation/alerts/lines.ts';
import type { Listener } from '../simulation/alerts/listeners.ts';
import { type Happening, Sites } from '../simulation/alerts/model.ts';

/** A Thursday, 3h00 in São Paulo. */
const START = Date.parse('2026-11-26T06:00:00Z');
const minute = (minutes: number): number => START + minutes * 60_000;
const NAME = 'E0M1';
const ADDRESS = 'plantao@loja.example';
const WORDS_FELL = `${NAME} está fora do ar desde 3h12.`;
const WORDS_BACK = `${NAME} voltou às 3h20, depois de 8 min fora do ar.`;

/** A check at a minute, written a second later. */
const check = (at: number, status: 'up' | 'down' | 'pending' | 'maintenance'): Happening => ({
  ...{ what: 'check', at: minute(at), storedAt: minute(at) + 1000, status },
  isFailing: status === 'down' || status === 'pending',
});
const seen = (at: number): Happening => ({ what: 'seen', at: minute(at) });
const heard = (at: number): Happening => ({ what: 'heard', at: minute(at) });
const heardSoon = (at: number): Happening[] => [seen(at + 0.05), heard(at + 0.05)];

/** It has the channel from before its first check. */
const ENTERS: Happening = { what: 'enters', at: START - 1000 };

/** Up since 3h00, and checked each minute. */
const checks = (from: number, until: number, status: 'up' | 'down'): Happening[] =>
  Array.from({ length: until - from }, (_, index) => [
    check(from + index, status),
    ...heardSoon(from + index),
  ]).flat();
/** First failing check 3h12, down at 3h13. */
const FALL = [...checks(0, 12, 'up'), check(12, 'pending'), check(13, 'down'), ...heardSoon(13)];
const DOWN = [...FALL, ...checks(14, 90, 'down')];
const RETURN = [...FALL, ...checks(14, 20, 'down'), ...checks(20, 90, 'up')];

const listener = (more: Partial<Listener> = {}): Listener => ({
  ...{ number: 0, id: 'r', kind: 'email', address: ADDRESS, former: [], environment: 0, isOwner: true },
  ...{
    kinds: defaultPreferences.kinds,
    choices: [{ from: 0, preferences: { ...defaultPreferences, reminderHours: 1 } }],
  },
  on: [{ from: START - 60_000, until: null }],
  ...more,
});

type Message = readonly [at: number, text: string, more?: Partial<Handed>];

interface Given {
  readonly happenings: readonly Happening[];
  readonly messages: readonly Message[];
  readonly who?: Partial<Listener>;
  readonly checkpoint?: number | null;
  readonly calm?: readonly [number, number];
  readonly change?: (sites: Sites) => void;
  readonly ended?: ReadonlySet<string>;
  readonly probe?: number;
  /** It was made without the channel. */
  readonly isBare?: boolean;
}

/** What is wrong, by rule, and which rules had something to judge. */
function judged(given: Given) {
  const { happenings, messages, who, checkpoint = 50, calm, change, ended, probe, isBare = false } = given;
  const sites = new Sites();
  sites.add(NAME, 0, { interval: 60, retryInterval: 60, maxretries: 1, timeout: 10 });
  for (const each of [...(isBare ? [] : [ENTERS]), ...happenings]) sites.note(NAME, each);
  if (checkpoint !== null) sites.checkpoints.push({ at: minute(checkpoint), isLast: true });
  if (calm !== undefined) sites.calms.push({ from: minute(calm[0]), until: minute(calm[1]) });
  change?.(sites);
  const handed = messages.map(([at, text, more]) => ({
    ...{ to: ADDRESS, text, at: minute(at), isAccepted: true, isAnswerLost: false, lines: linesOf(text) },
    ...more,
  }));
  const { wrong, met } = judge(
    {
      ...{ model: sites, listeners: [listener(who)], plans: ['pro'], handed },
      ...{ ended: ended ?? new Set(), unsure: new Set() },
    },
    probe === undefined ? {} : { probes: [minute(probe)] },
  );
  return { broken: [...new Set(wrong.map((each) => each.split(':')[0]))].sort(), met };
}

const quiet = (mode: 'hold-all' | 'falls-only') => ({
  choices: [
    {
      from: 0,
      preferences: {
        ...defaultPreferences,
        quiet: {
          days: [0, 1, 2, 3, 4, 5, 6],
          wholeDays: [],
          from: '22:00',
          until: '07:00',
          zone: 'America/Sao_Paulo',
          mode,
        },
      },
    },
  ],
});

describe('R1: who is down is known', () => {
  test('a fall that is told is right; one that nobody tells is not', () => {
    expect(judged({ happenings: DOWN, messages: [[13.2, WORDS_FELL]] }).broken).toEqual([]);
    expect(judged({ happenings: DOWN, messages: [] }).broken).toEqual(['R1.1 told', 'R1.4 nothing vanishes']);
  });

  test('the beginning is that of the first failing check, not of the one without a retry left', () => {
    const { broken } = judged({
      happenings: DOWN,
      messages: [[13.2, `${NAME} está fora do ar desde 3h13.`]],
    });
    expect(broken).toContain('R2.2 since');
    expect(broken).toContain('R1.1 told');
  });

  test('in calm it is told within the minute, or 20 s later after another message', () => {
    const calm = [0, 60] as const;
    const inTime = judged({ happenings: DOWN, messages: [[13.9, WORDS_FELL]], calm });
    expect([inTime.broken, inTime.met['R1.1 in time']]).toEqual([[], 1]);
    expect(judged({ happenings: DOWN, messages: [[14.2, WORDS_FELL]], calm }).broken).toEqual([
      'R1.1 in time',
    ]);
    const another = [13, 'Teste dos avisos da Vigia'] as const;
    expect(judged({ happenings: DOWN, messages: [another, [14.2, WORDS_FELL]], calm }).broken).toEqual([]);
  });

  test('one that was made without the channel, and is down when it gets it, is late to nobody', () => {
    const happenings = [...DOWN, { what: 'enters', at: minute(40) } as const].toSorted(
      (one, other) => one.at - other.at,
    );
    const messages: Message[] = [[40.2, WORDS_FELL]];
    const late = judged({ happenings, messages, calm: [0, 60], isBare: true });
    expect([late.broken, late.met['R1.6 newcomers']]).toEqual([[], 1]);
    expect(judged({ happenings, messages: [], isBare: true }).broken).toContain('R1.6 newcomers');
    expect(judged({ happenings: DOWN, messages, isBare: true }).broken).toContain('R2.1 what is down');
  });

  test('at the end of the day is not in time, although it is told', () => {
    const { broken } = judged({
      happenings: DOWN,
      messages: [[55, `${WORDS_FELL} Este aviso chegou com atraso.`]],
    });
    expect(broken).toContain('R1.1 told');
  });

  test('who is switched on while it is down is told with its beginning', () => {
    const who = { on: [{ from: minute(30), until: null }] };
    const told = judged({ happenings: DOWN, messages: [[31, WORDS_FELL]], who });
    expect([told.broken, told.met['R1.6 newcomers']]).toEqual([[], 1]);
    expect(judged({ happenings: DOWN, messages: [], who }).broken).toEqual(['R1.6 newcomers']);
  });

  test('in quiet hours that hold everything nothing is asked for, and nothing may come', () => {
    const who = quiet('hold-all');
    expect(judged({ happenings: DOWN, messages: [], who }).broken).toEqual([]);
    expect(judged({ happenings: DOWN, messages: [[13.2, WORDS_FELL]], who }).broken).toEqual([
      'quiet hours are kept',
    ]);
  });

  test('in quiet hours that let falls through a fall is told, and a return waits', () => {
    const who = quiet('falls-only');
    expect(judged({ happenings: DOWN, messages: [], who }).broken).toContain('R1.1 told');
    const { broken } = judged({
      happenings: RETURN,
      messages: [
        [13.2, WORDS_FELL],
        [20.2, WORDS_BACK],
      ],
      who,
    });
    expect(broken).toEqual(['quiet hours are kept']);
  });
});

describe('R1: nobody is stuck', () => {
  test('a return is told; one that is forgotten in memory only is found', () => {
    expect(
      judged({
        happenings: RETURN,
        messages: [
          [13.2, WORDS_FELL],
          [20.2, WORDS_BACK],
        ],
      }).broken,
    ).toEqual([]);
    expect(judged({ happenings: RETURN, messages: [[13.2, WORDS_FELL]] }).broken).toEqual(['R1.2 not stuck']);
  });

  test('a monitor that left while it was down is said to have left', () => {
    const left: Happening[] = [
      ...FALL,
      { what: 'leaves', at: minute(30), reason: 'paused' },
      seen(30.1),
      heard(30.1),
    ];
    const told: Message[] = [
      [13.2, WORDS_FELL],
      [30.2, `${NAME}: paramos de vigiar às 3h30 (pausado no painel); estava fora do ar desde 3h12.`],
    ];
    expect(judged({ happenings: left, messages: told }).broken).toEqual([]);
    expect(judged({ happenings: left, messages: told.slice(0, 1) }).broken).toEqual(['R1.2 not stuck']);
  });

  test('a reminder of what is over, or by a check that is old, is wrong', () => {
    const reminder = (at: number, lasted: string): Message => [
      at,
      `${NAME} continua fora do ar desde 3h12, há ${lasted}.`,
    ];
    const messages: Message[] = [[13.2, WORDS_FELL], reminder(81, '1 h 9 min')];
    expect(judged({ happenings: DOWN, messages }).broken).toEqual([]);
    const over = judged({
      happenings: RETURN,
      messages: [[13.2, WORDS_FELL], [20.2, WORDS_BACK], reminder(81, '1 h 9 min')],
      checkpoint: 85,
    });
    expect(over.broken).toEqual(['R1.2 not stuck', 'R1.2 reminders of what is down', 'R2.1 what is down']);
    const silent = judged({ happenings: [...FALL, ...checks(14, 20, 'down')], messages });
    expect(silent.broken).toEqual(['R1.2 reminders by a fresh check']);
    const covered: Happening[] = [
      ...DOWN.filter(({ at }) => at < minute(70)),
      { what: 'window', at: minute(70), isOpen: true },
    ];
    expect(judged({ happenings: covered, messages }).broken).toContain('R1.2 no reminder in maintenance');
  });

  test('a monitor that was called unstable is judged like any other once the hour is over', () => {
    const messages: Message[] = [
      [13.2, WORDS_FELL],
      [
        20.2,
        `${NAME} está instável: mudou 7 vezes em uma hora e agora está fora do ar. Enquanto for assim, avisamos de hora em hora.`,
      ],
    ];
    const happenings = [...RETURN, ...checks(60, 200, 'up')];
    expect(judged({ happenings, messages, checkpoint: 50 }).broken).not.toContain('R1.2 not stuck');
    expect(judged({ happenings, messages, checkpoint: 150 }).broken).toContain('R1.2 not stuck');
  });
});

describe('R1: who is on', () => {
  test('everybody who is on hears of the last fall; switching all off is found', () => {
    const messages: Message[] = [[13.2, WORDS_FELL]];
    expect(judged({ happenings: DOWN, messages, probe: 12 }).met['R1.3 who is on is told']).toBe(1);
    expect(judged({ happenings: DOWN, messages: [], probe: 12 }).broken).toContain('R1.3 who is on is told');
  });

  test('nothing comes after leaving, to a former address, or to who is gone', () => {
    const messages: Message[] = [[13.2, WORDS_FELL]];
    const left = judged({ happenings: DOWN, messages, who: { on: [{ from: START, until: minute(5) }] } });
    expect(left.broken).toContain('R1.3 nothing after leaving');
    const who = { address: 'novo@loja.example', former: [{ address: ADDRESS, until: minute(5) }] };
    expect(judged({ happenings: DOWN, messages, who }).broken).toContain('R1.3 nothing to a former address');
    const gone = judged({ happenings: DOWN, messages, ended: new Set([ADDRESS]), probe: 12 });
    expect(gone.broken).toContain('R1.3 who is gone is off');
  });
});

describe('R1: who hears of it', () => {
  test('a channel hears nothing while its plan has no channels, and of what is down once it has', () => {
    const freeUntil = (until: number) => (sites: Sites) => {
      sites.planChanges.push({ environment: 0, at: minute(5), plan: 'free', before: 'pro' });
      sites.planChanges.push({ environment: 0, at: minute(until), plan: 'pro', before: 'free' });
    };
    const told = (kind: Listener['kind'], until: number, messages: readonly Message[]) =>
      judged({ happenings: DOWN, messages, who: { kind }, change: freeUntil(until) }).broken;
    expect(told('slack', 90, [])).toEqual([]);
    expect(told('email', 90, [])).toContain('R1.1 told');
    expect(told('slack', 90, [[13.2, WORDS_FELL]])).toEqual(['R1.3 only chosen monitors']);
    expect(told('slack', 30, [])).toEqual(['R1.6 newcomers']);
    expect(told('slack', 30, [[30.2, WORDS_FELL]])).toEqual([]);
  });

  test('of who looks after it everybody but its own reader, also at another address', () => {
    const saidBy = (number: number) => (sites: Sites) => {
      sites.seen.push({ monitor: NAME, by: 'Ana', at: minute(20), not: [number] });
    };
    const told = (number: number, more: Partial<Listener> = {}) =>
      judged({
        happenings: DOWN,
        messages: [[13.2, WORDS_FELL]],
        who: { ...more, id: 'another row', former: [{ address: 'antes@loja.example', until: minute(30) }] },
        change: saidBy(number),
      }).broken;
    expect(told(0)).toEqual([]);
    expect(told(1)).toEqual(['R1.4 who looks after it is told']);
    // The word waits for the end of quiet hours, also where falls do not.
    expect(told(1, quiet('falls-only'))).toEqual([]);
  });
});

describe('R1: nothing vanishes, nothing comes twice', () => {
  test('a fall that began and ended while nothing was heard is told', () => {
    const happenings = RETURN.filter(({ what, at }) => what !== 'heard' || at > minute(25));
    const brief: Message = [26, `${NAME} ficou fora do ar de 3h12 a 3h20 (8 min) e já voltou.`];
    expect(judged({ happenings, messages: [brief] }).broken).toEqual([]);
    expect(judged({ happenings, messages: [] }).broken).toEqual(['R1.4 nothing vanishes']);
  });

  const TWO = [
    ...RETURN.filter(({ at }) => at < minute(30)),
    ...checks(30, 33, 'down'),
    ...checks(33, 60, 'up'),
  ];

  test('a count is that of the falls in its time', () => {
    const counted = (times: number): Message => [34, `${NAME} caiu ${times} vezes entre 3h12 e 3h33.`];
    expect(judged({ happenings: TWO, messages: [counted(2)] }).broken).toEqual([]);
    expect(judged({ happenings: TWO, messages: [counted(3)] }).broken).toEqual(['R1.4 counts are whole']);
    expect(
      judged({ happenings: TWO, messages: [[34, `${NAME} caiu 1 vezes entre 3h12 e 3h33.`]] }).broken,
    ).toEqual(['R1.4 counts are whole']);
  });

  test('a fall before a monitor was called unstable is told, whatever it was called later', () => {
    const unstable = `${NAME} está instável: mudou 4 vezes em uma hora e agora está no ar.`;
    const late: Message = [150, unstable];
    expect(
      judged({ happenings: [...TWO, ...checks(60, 200, 'up')], messages: [late], checkpoint: 190 }).broken,
    ).toContain('R1.4 nothing vanishes');
  });

  test('what nobody could hear before it was destroyed may vanish', () => {
    const happenings: Happening[] = [
      ...RETURN.filter(({ what, at }) => what !== 'heard' || at < minute(12)),
      { what: 'forgotten', at: minute(25) },
    ];
    expect(judged({ happenings, messages: [] }).broken).toEqual([]);
  });

  test('a line comes again only where the answer to that message was lost, or the database was turned back', () => {
    const twice = (more: Partial<Handed>): Message[] => [
      [13.2, WORDS_FELL, more],
      [14.2, WORDS_FELL],
    ];
    expect(judged({ happenings: DOWN, messages: twice({ isAnswerLost: true }) }).broken).toEqual([]);
    expect(judged({ happenings: DOWN, messages: twice({}) }).broken).toEqual(['R1.5 once']);
    const change = (sites: Sites): void => {
      sites.turnedBack.push({ copyAt: minute(13.1), at: minute(14) });
    };
    expect(judged({ happenings: DOWN, messages: twice({}), change }).broken).toEqual([]);
  });
});

describe('R1: silence is told', () => {
  const message = (at: number, text: string, isAccepted = true): Handed => ({
    ...{ to: ADDRESS, text, at: minute(at), isAccepted, isAnswerLost: false, lines: [] },
  });
  const [SILENT, HEARD] = [message(31, 'sem notícia'), message(121, 'com notícia')];
  /** Heard until 3h00, and again from 5h00. */
  const told = (messages: readonly Handed[], change: (sites: Sites) => void = () => undefined) => {
    const sites = new Sites();
    sites.heard.push([minute(0), minute(120), minute(130), minute(140)]);
    sites.stills.push([]);
    sites.checkpoints.push({ at: minute(140), isLast: true });
    change(sites);
    return judge(
      {
        ...{ model: sites, listeners: [listener()], plans: ['pro'], handed: messages },
        ...{ ended: new Set(), unsure: new Set() },
      },
      {
        isAboutSilence: (text) =>
          text === 'sem notícia' ? 'begins' : text === 'com notícia' ? 'ends' : null,
      },
    ).wrong.map((each) => each.split(':')[0]);
  };

  test('once when it begins, and once when it ends', () => {
    expect(told([SILENT, HEARD])).toEqual([]);
    expect(told([])).toEqual(['R1.7 silence is told', 'R1.7 the end of silence is told']);
    expect(told([SILENT, message(62, 'sem notícia'), HEARD])).toEqual(['R1.7 silence is told']);
    expect(told([message(31, 'sem notícia', false), message(35, 'sem notícia', false), HEARD])).toEqual([]);
  });

  test('of an environment that stands still nothing is told, nor of one that was heard', () => {
    const stands = (until: number | null) => (sites: Sites) => {
      sites.stills[0]?.push({ from: minute(2), until: until === null ? null : minute(until) });
    };
    expect(told([], stands(110))).toEqual([]);
    expect(told([SILENT, HEARD], stands(110))).toEqual([
      'R1.7 only silence is told',
      'R1.7 only silence is told',
    ]);
    expect(told([message(81, 'sem notícia'), HEARD], stands(50))).toEqual([]);
    expect(told([SILENT, HEARD, message(139, 'sem notícia')])).toEqual(['R1.7 silence is told']);
  });

  test('what was lost with the database may be told again, and not of what was heard', () => {
    const back = (copyAt: number, at: number) => (sites: Sites) => {
      sites.turnedBack.push({ copyAt: minute(copyAt), at: minute(at) });
    };
    expect(told([SILENT, message(45, 'sem notícia'), HEARD], back(20, 40))).toEqual([]);
    const heard = (sites: Sites) => {
      back(20, 40)(sites);
      sites.heard.splice(0, 1, [0, 10, 20, 30, 40, 50].map(minute));
    };
    expect(told([message(41, 'sem notícia')], heard)).toEqual(['R1.7 only silence is told']);
  });
});

describe('R2: what is handed over is true', () => {
  test('the present holds at the hand-over, also where the sentence names its time', () => {
    const late: Message = [30, `${WORDS_FELL} Este aviso chegou com atraso.`];
    const { broken } = judged({
      happenings: RETURN,
      messages: [late, [30.5, `${WORDS_BACK} Este aviso chegou com atraso.`]],
    });
    expect(broken).toEqual(['R2.1 what is down']);
    const shortly: Message = [20.1, WORDS_FELL];
    expect(judged({ happenings: RETURN, messages: [shortly, [20.5, WORDS_BACK]] }).broken).toEqual([]);
  });

  test('a return carries its time and its length', () => {
    const told = (back: string) =>
      judged({
        happenings: RETURN,
        messages: [
          [13.2, WORDS_FELL],
          [20.2, back],
        ],
      }).broken;
    expect(told(`${NAME} voltou às 3h25, depois de 8 min fora do ar.`)).toEqual(['R2.2 when it returned']);
    expect(told(`${NAME} voltou às 3h20, depois de 20 min fora do ar.`)).toEqual(['R2.2 how long']);
  });

  test('a length has no maintenance inside, or the line names it', () => {
    const happenings = [...FALL, check(15, 'maintenance'), ...checks(20, 60, 'up')];
    const told = (back: string) =>
      judged({
        happenings,
        messages: [
          [13.2, WORDS_FELL],
          [20.2, back],
        ],
      }).broken;
    expect(told(WORDS_BACK)).toEqual(['R2.2 no length over a gap']);
    expect(told(`${NAME} voltou às 3h20, durante ou depois de uma manutenção.`)).toEqual([]);
    const clean = `${NAME} voltou às 3h20, depois de uma pausa.`;
    expect(
      judged({
        happenings: RETURN,
        messages: [
          [13.2, WORDS_FELL],
          [20.2, clean],
        ],
      }).broken,
    ).toEqual(['R2.2 the gap is true']);
  });

  test('a fall that is over is told with both its ends', () => {
    const told = (text: string) => judged({ happenings: RETURN, messages: [[21, text]] }).broken;
    expect(told(`${NAME} ficou fora do ar de 3h12 a 3h20 (8 min) e já voltou.`)).toEqual([]);
    expect(told(`${NAME} ficou fora do ar de 3h12 a 3h19 (8 min) e já voltou.`)).toEqual([
      'R2.2 from and until',
    ]);
    expect(told(`${NAME} ficou fora do ar de 3h12 a 3h20 (30 min) e já voltou.`)).toEqual(['R2.2 how long']);
  });

  test('when it left is when somebody looked', () => {
    const left: Happening[] = [
      ...FALL,
      { what: 'leaves', at: minute(30), reason: 'paused' },
      seen(30.1),
      heard(30.1),
    ];
    const text = (at: string) =>
      `${NAME}: paramos de vigiar às ${at} (pausado no painel); estava fora do ar desde 3h12.`;
    const told = (at: string) =>
      judged({
        happenings: left,
        messages: [
          [13.2, WORDS_FELL],
          [31, text(at)],
        ],
      }).broken;
    expect(told('3h31')).toEqual([]);
    expect(told('3h12')).toEqual(['R2.2 when it left']);
  });

  test('"a primeira checagem" is the first one, also after its history was cleared', () => {
    const words = `${NAME}: a primeira checagem, às 3h12, não teve resposta.`;
    expect(judged({ happenings: DOWN, messages: [[13.2, words]] }).broken).toEqual(['R2.2 first']);
    const fresh = DOWN.filter(({ at }) => at >= minute(12));
    expect(judged({ happenings: fresh, messages: [[13.2, words]] }).broken).toEqual([]);
  });

  test('what is late says so, and nothing else does', () => {
    const told = (at: number, text: string) => judged({ happenings: DOWN, messages: [[at, text]] }).broken;
    expect(told(30, WORDS_FELL)).toEqual(['R2.3 the late say so']);
    expect(told(30, `${WORDS_FELL} Este aviso chegou com atraso: o provedor não respondia.`)).toEqual([]);
    expect(told(13.2, `${WORDS_FELL} Este aviso chegou com atraso.`)).toEqual(['R2.3 only the late say so']);
  });

  test('numbers are those of the hand-over', () => {
    const reminded = judged({
      happenings: DOWN,
      messages: [
        [13.2, WORDS_FELL],
        [75, `${NAME} continua fora do ar desde 3h12, há 20 min.`],
      ],
    });
    expect(reminded.broken).toEqual(['R2.4 how long by now']);
    const unstable = judged({
      happenings: RETURN,
      messages: [
        [13.2, WORDS_FELL],
        [21, `${NAME} está instável: mudou 7 vezes em uma hora e agora está no ar.`],
      ],
    });
    expect(unstable.broken).toEqual(['R2.4 how often it changed', 'R2.4 unstable only after many changes']);
    const subject = judged({
      happenings: DOWN,
      messages: [[13.2, `3 monitores fora do ar: ${NAME}\n\n${WORDS_FELL}`]],
    });
    expect(subject.broken).toEqual(['R2.4 as many as the subject says']);
  });

  test('another network is named only where it looked', () => {
    const words = `${WORDS_FELL} Também não respondeu de outra rede.`;
    const sites = new Sites();
    sites.add(NAME, 0, { interval: 60, retryInterval: 60, maxretries: 1, timeout: 10 });
    for (const each of [ENTERS, ...DOWN]) sites.note(NAME, each);
    const handed = [
      {
        to: ADDRESS,
        text: words,
        at: minute(13.2),
        isAccepted: true,
        isAnswerLost: false,
        lines: linesOf(words),
      },
    ];
    const given = {
      model: sites,
      listeners: [listener()],
      plans: ['pro'] as const,
      handed,
      ended: new Set<string>(),
      unsure: new Set<string>(),
    };
    expect(judge(given, { looked: () => ['failed'] }).wrong).toEqual([]);
    expect(judge(given).wrong[0]).toMatch(/^R2\.5/);
  });

  test('nothing of another environment, and no kind that is not wanted', () => {
    const other = judged({ happenings: DOWN, messages: [[13.2, `E1M1 está fora do ar desde 3h12.`]] });
    expect(other.broken).toContain('nothing of another environment');
    const unwanted = judged({ happenings: DOWN, messages: [[13.2, WORDS_FELL]], who: { kinds: ['return'] } });
    expect(unwanted.broken).toEqual(['only wanted kinds']);
  });
});

describe('what comes', () => {
  const CERTIFICATE = `O certificado de ${NAME} está perto de vencer. O certificado vence em 16/12/2026.`;
  const UP = checks(0, 90, 'up');
  const warned =
    (...minutes: readonly number[]) =>
    (sites: Sites): void => {
      sites.heard.push([]);
      for (let at = 0; at < 90; at += 1) sites.heard[0]?.push(minute(at));
      for (const at of minutes)
        sites.expiries.push({ monitor: NAME, kind: 'certificate', day: '16/12/2026', at: minute(at) });
    };

  test('each warning of a certificate is told once, and nothing else', () => {
    const told = (messages: readonly Message[], ...due: readonly number[]) =>
      judged({ happenings: UP, messages, change: warned(...due), checkpoint: 80 }).broken;
    expect(told([[20.2, CERTIFICATE]], 20)).toEqual([]);
    expect(told([], 20)).toEqual(['R1.4 each warning is told']);
    expect(told([[20.2, CERTIFICATE]], 20, 40)).toEqual(['R1.4 each warning is told']);
    const who = { on: [{ from: minute(18), until: null }] };
    const late = { happenings: UP, change: warned(20, 40), checkpoint: 80, who };
    expect(judged({ ...late, messages: [[20.2, CERTIFICATE]] }).broken).toEqual([
      'R1.4 each warning is told',
    ]);
    expect(judged({ ...late, messages: [[40.2, CERTIFICATE]] }).broken).toEqual([]);
    const twice: Message[] = [
      [20.2, CERTIFICATE],
      [30, CERTIFICATE],
    ];
    expect(told(twice, 20)).toEqual(['R1.5 each warning once']);
    expect(told(twice, 20, 29)).toEqual([]);
    expect(told([[19, CERTIFICATE]], 20)).toEqual(['R1.4 each warning is told', 'R2.1 what expires']);
    expect(told([[20.2, CERTIFICATE.replace('16/12', '17/12')]], 20)).toEqual([
      'R1.4 each warning is told',
      'R1.5 each warning once',
      'R2.1 what expires',
    ]);
  });

  test('a window that begins soon has not begun, and begins in so long', () => {
    const change = (sites: Sites): void => {
      sites.planned.push({
        environment: 0,
        monitor: NAME,
        title: 'Troca',
        from: minute(30),
        until: minute(40),
        calledOffAt: null,
      });
    };
    const told = (at: number, words: string) =>
      judged({
        happenings: UP,
        messages: [[at, `A manutenção “Troca” começa em ${words}, às 3h30 e vai até 3h40.`]],
        change,
      }).broken;
    expect(told(15, '15 min')).toEqual([]);
    expect(told(20, '15 min')).toEqual(['R2.4 in how long']);
    expect(told(31, '1 min')).toEqual(['R2.1 what begins soon', 'R2.4 in how long']);
  });

  test('a window begins and ends as it was planned, or called off, each told once and with its time', () => {
    const began = 'A manutenção “Troca” começou às 3h30 e vai até 3h40.';
    const over = (clock: string) => `A manutenção “Troca” terminou às ${clock}.`;
    const told = (messages: readonly Message[], calledOff: number | null = null) =>
      judged({
        happenings: UP,
        messages,
        calm: [0, 90],
        change(sites) {
          const calledOffAt = calledOff === null ? null : minute(calledOff);
          const [from, until] = [minute(30), minute(40)];
          sites.planned.push({ environment: 0, monitor: NAME, title: 'Troca', from, until, calledOffAt });
        },
      }).broken;
    const whole: Message[] = [
      [30.2, began],
      [40.2, over('3h40')],
    ];
    expect(told(whole)).toEqual([]);
    expect(told([])).toEqual(['R1.4 each window is told']);
    expect(told([...whole, [41, over('3h40')]])).toEqual(['R1.5 each window once']);
    expect(told([[29, began], ...whole.slice(1)])).toEqual(['R2.1 what has begun or is over']);
    expect(told([...whole.slice(0, 1), [50, over('3h50')]])).toEqual(['R2.2 when it began or ended']);
    expect(told([...whole.slice(0, 1), [36, over('3h36')]], 35)).toEqual([]);
    expect(told([[30.2, began]], 20)).toEqual(['R2.1 what has begun or is over']);
    expect(told([], 20)).toEqual([]);
  });

  test('a window that was called off begins soon for nobody any more', () => {
    const told = (at: number) =>
      judged({
        happenings: UP,
        messages: [[at, `A manutenção “Troca” começa em ${80 - at} min, às 4h20.`]],
        calm: [0, 90],
        change: (sites) =>
          sites.planned.push({
            ...{ environment: 0, monitor: NAME, title: 'Troca', from: minute(80), until: minute(85) },
            calledOffAt: minute(40),
          }),
      }).broken;
    expect(told(41)).toEqual([]);
    expect(told(65)).toEqual(['R2.1 nothing of what was called off']);
  });

  test('a domain that was renewed expires no more, once its registry was asked', () => {
    const told = (renewedAt: number | null) =>
      judged({
        happenings: UP,
        messages: [[60, `O domínio de ${NAME} está perto de vencer. O domínio vence em 16/12/2026.`]],
        change: (sites) =>
          sites.expiries.push({
            ...{ monitor: NAME, kind: 'domain', day: '16/12/2026', at: minute(0) },
            renewedAt,
          }),
      }).broken;
    expect(told(null)).toEqual([]);
    expect(told(minute(50))).toEqual([]);
    expect(told(minute(60) - 27 * 3_600_000)).toEqual(['R2.1 what expires']);
  });
});

test.each([
  ['8 min', 8 * 60_000],
  ['1 h', 3_600_000],
  ['2 h 5 min', 2 * 3_600_000 + 5 * 60_000],
  ['40 s', 40_000],
])('"%s" is read as it is meant', (text, ms) => {
  expect(lengthOf(text)?.ms).toBe(ms);
});
