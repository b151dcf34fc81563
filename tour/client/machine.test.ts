import { expect, test } from 'vitest'
import { type Event, events, isPaced, modes, next, opened, type State } from './machine.ts'

const set: State = { ...opened, steps: 4, stage: 'set', run: 9 }
/** Of a chapter of four steps: every mode, and each kind of work. */
const states: Readonly<Record<string, State>> = {
  idle: { ...set, at: 2, goal: 2, shown: 2 },
  reading: { ...set, at: 2, goal: 2, shown: 2, isPlaying: true, work: 'read' },
  failed: { ...set, at: 2, goal: 2, shown: 3, stage: 'bare', said: 'why' },
  acting: { ...set, mode: 'acting', at: 2, goal: 3, shown: 3, work: 'step' },
  waiting: { ...set, mode: 'waiting', at: 2, goal: 3, shown: 3, work: 'step', said: 'slow' },
  by_hand: { ...set, mode: 'by_hand', at: 2, goal: 2, shown: 3, stage: 'moved' },
  preparing: { ...set, mode: 'replaying', at: 0, goal: 2, shown: 2, stage: 'bare', work: 'prepare' },
  replaying: { ...set, mode: 'replaying', at: 1, goal: 2, shown: 2, work: 'step' },
  finding: { ...set, mode: 'replaying', at: 2, goal: 3, shown: 3, stage: 'moved', work: 'find' },
  over: { ...set, mode: 'over', at: 4, goal: 4, shown: 4 },
}
const told: Partial<Record<Event['is'], object>> = {
  chapter: { steps: 5, to: 1 },
  go: { to: 1 },
  found: { at: 3 },
  arrived: { at: 3 },
}
const eventOf = (is: string) => ({ is, why: 'why', ...told[is as Event['is']] }) as Event

/**
 * Every event × every state: `.` changes nothing; else mode, work if any, `done>goal`, `#shown`, then what else is so: `=` the work goes
 * on, `p`laying, `b`are, `m`oved, `l`ate, `a`waited.
 */
const table = `
              idle                      reading                   failed                     acting                    waiting                   by_hand                   preparing                   replaying                 finding                   over
next          acting:step_2>3#3         acting:step_2>3#3p        replaying:prepare_0>3#3b   acting:step_2>4#3=        waiting:step_2>4#3=       replaying:find_2>3#3m     replaying:prepare_0>3#3=b   replaying:step_1>3#3=     replaying:find_2>4#4=m    .
back          replaying:prepare_0>1#1b  replaying:prepare_0>1#1b  replaying:prepare_0>2#2b   replaying:prepare_0>2#2b  replaying:prepare_0>2#2b  replaying:prepare_0>2#2b  replaying:prepare_0>1#1=b   replaying:prepare_0>1#1b  replaying:prepare_0>2#2b  replaying:prepare_0>3#3b
play          acting:step_2>3#3p        idle_2>2#2                replaying:prepare_0>3#3pb  acting:step_2>3#3=p       waiting:step_2>3#3=p      replaying:find_2>3#3pm    replaying:prepare_0>2#2=pb  replaying:step_1>2#2=p    replaying:find_2>3#3=pm   replaying:prepare_0>0#0pb
take-over     by_hand_2>2#3m            by_hand_2>2#3m            replaying:prepare_0>2#2ba  by_hand_2>2#3m            by_hand_2>2#3m            .                         replaying:prepare_0>2#2=ba  by_hand_1>1#2m            by_hand_2>2#3m            by_hand_4>4#4m
give-back     .                         .                         .                          .                         .                         replaying:find_2>2#2m     .                           .                         .                         .
chapter       replaying:prepare_0>1#1b  replaying:prepare_0>1#1b  replaying:prepare_0>1#1b   replaying:prepare_0>1#1b  replaying:prepare_0>1#1b  replaying:prepare_0>1#1b  replaying:prepare_0>1#1b    replaying:prepare_0>1#1b  replaying:prepare_0>1#1b  replaying:prepare_0>1#1b
go            replaying:prepare_0>1#1b  replaying:prepare_0>1#1b  replaying:prepare_0>1#1b   replaying:prepare_0>1#1b  replaying:prepare_0>1#1b  replaying:prepare_0>1#1b  replaying:prepare_0>1#1=b   replaying:prepare_0>1#1b  replaying:prepare_0>1#1b  replaying:prepare_0>1#1b
begun         .                         .                         .                          .                         .                         .                         replaying:step_0>2#2        .                         .                         .
not-begun     .                         .                         .                          .                         .                         .                         idle_0>0#2b                 .                         .                         .
step-done     .                         .                         .                          idle_3>3#3                idle_3>3#3                .                         .                           idle_2>2#2                .                         .
step-failed   .                         .                         .                          idle_2>2#3b               idle_2>2#3b               .                         .                           idle_1>1#2b               idle_2>2#3b               .
step-refused  .                         .                         .                          idle_2>2#3b               idle_2>2#3b               .                         .                           idle_1>1#2b               idle_2>2#3b               .
read          .                         acting:step_2>3#3p        .                          .                         .                         .                         .                           .                         .                         .
slow          .                         .                         .                          waiting:step_2>3#3=       waiting:step_2>3#3=       .                         replaying:prepare_0>2#2=b   replaying:step_1>2#2=     replaying:find_2>3#3=m    .
found         .                         .                         .                          .                         .                         .                         .                           .                         idle_3>3#3                .
expired       .                         .                         .                          replaying:prepare_0>3#3b   replaying:prepare_0>3#3b  .                         .                           replaying:prepare_0>2#2b  replaying:prepare_0>3#3b   .
arrived       idle_3>3#3                idle:read_3>3#3p          .                          .                         .                         by_hand_3>3#4=m           .                           .                         .                         .
clock         idle_2>2#2=l              idle:read_2>2#2=pl        .                          acting:step_2>3#3=l       waiting:step_2>3#3=l      by_hand_2>2#3=ml          .                           replaying:step_1>2#2=l    replaying:find_2>3#3=ml   over_4>4#4=l
fault         .                         .                         .                          .                         .                         .                         .                           .                         .                         .
other-window  idle_2>2#2b               idle_2>2#2b               idle_2>2#3b                idle_2>2#3b               idle_2>2#3b               idle_2>2#3b               idle_0>0#2b                 idle_1>1#2b               idle_2>2#3b               idle_4>4#4b
time-over     idle_2>2#2b               idle_2>2#2b               idle_2>2#3b                idle_2>2#3b               idle_2>2#3b               idle_2>2#3b               idle_0>0#2b                 idle_1>1#2b               idle_2>2#3b               idle_4>4#4b
`
const [head = '', ...rows] = table.trim().split('\n')
const columns = head.trim().split(/\s+/)
const cells = rows.flatMap(row => {
  const [is = '', ...becomes] = row.trim().split(/\s+/)
  return columns.map((name, at): [string, string, string] => [name, is.replaceAll('-', ' '), becomes[at] ?? '?'])
})

function say(before: State, { mode, work, at, goal, shown, run, isPlaying, stage, isLate, isAwaited }: State): string {
  const goesOn = run === before.run ? '=' : ''
  const stands = { set: '', bare: 'b', moved: 'm' }[stage]
  return `${mode}${work ? `:${work}` : ''}_${at}>${goal}#${shown}${goesOn}${isPlaying ? 'p' : ''}${stands}${isLate ? 'l' : ''}${isAwaited ? 'a' : ''}`
}

test('the table names every mode, every kind of work and every event', () => {
  expect(columns).toEqual(Object.keys(states))
  expect(new Set(Object.values(states).map(({ mode }) => mode))).toEqual(new Set(modes))
  expect(rows.map(row => row.trim().split(/\s+/)[0]?.replaceAll('-', ' '))).toEqual([...events])
})

test.each(cells)('%s and %s: %s', (name, is, becomes) => {
  const before = states[name]
  if (!before) throw new Error(name)
  const after = next(before, eventOf(is))
  expect(after === before ? '.' : say(before, after)).toBe(becomes)
})

test('what ended a step or makes it wait is said, until something else is done', () => {
  const { acting = opened } = states
  for (const is of ['step failed', 'step refused', 'slow', 'time over']) {
    const after = next(acting, eventOf(is))
    expect(after.said).toBe('why')
    expect(next(after, { is: 'back' }).said).toBeNull()
  }
  const expired = next(acting, eventOf('expired'))
  expect([expired.said, next(expired, { is: 'begun' }).said]).toEqual(['why', null])
})

test('what is pressed while a chapter is put in place is done once it stands', () => {
  const { preparing = opened, replaying = opened, finding = opened } = states
  const begun = (pressed: Event) => next(next(preparing, pressed), { is: 'begun' })
  expect(begun({ is: 'take over' })).toMatchObject({ mode: 'by_hand', at: 0, isAwaited: false })
  expect(begun({ is: 'next' })).toMatchObject({ mode: 'replaying', goal: 3 })
  const atStart = next(next(preparing, { is: 'go', to: 0 }), { is: 'begun' })
  expect(atStart).toMatchObject({ mode: 'idle', at: 0, shown: 0, stage: 'set' })
  expect(next(next(replaying, { is: 'clock' }), { is: 'step done' })).toMatchObject({ mode: 'idle', isLate: true })
  expect(next({ ...replaying, goal: 3, isLate: true }, { is: 'step done' })).toMatchObject({ work: 'find', at: 2 })
  expect(next(finding, { is: 'found', at: null })).toMatchObject({ work: 'prepare', goal: 3 })
  expect(next(finding, { is: 'found', at: 2 })).toMatchObject({ mode: 'acting', work: 'step', isLate: false })
})

test('a page at rest that goes further than the next step has not told the story: its place is looked for', () => {
  const { idle = opened } = states
  const expired = next(idle, { is: 'arrived', at: 4 })
  expect(expired).toMatchObject({ mode: 'idle', at: 2, shown: 2, stage: 'moved' })
  expect(next(expired, { is: 'next' })).toMatchObject({ work: 'find', goal: 3 })
})

test('one step at a time can be followed; of several, only the last is walked at the pace', () => {
  const { acting = opened, replaying = opened } = states
  expect([isPaced(acting), isPaced(next(acting, { is: 'next' })), isPaced(replaying)]).toEqual([true, false, false])
})
