/** What a presentation of a chapter is doing. `waiting`: a step runs, and something that is named takes long. */
export const modes = ['idle', 'acting', 'waiting', 'by_hand', 'replaying', 'over'] as const
export type Mode = (typeof modes)[number]

/** What is to be done until `run` changes. */
export type Work = 'prepare' | 'find' | 'step' | 'read' | null

export type State = {
  readonly mode: Mode
  /** Of the chapter. */
  readonly steps: number
  /** Steps that are done on the stage. */
  readonly at: number
  /** Steps up to which it goes without another press. */
  readonly goal: number
  /** The step whose words stand on the page, from 1; 0 before the first. */
  readonly shown: number
  /** `bare`: the chapter has to be put in place from its start; `moved`: somebody else has acted, so the place has to be found. */
  readonly stage: 'bare' | 'set' | 'moved'
  /** The time has moved: the person's session may have ended. */
  readonly isLate: boolean
  readonly isPlaying: boolean
  /** Whoever sits in front of it has asked for the frame before the chapter stood. */
  readonly isAwaited: boolean
  readonly work: Work
  /** Changes with every piece of work: what runs for an earlier one is left. */
  readonly run: number
  /** What replaces the result of the shown step. */
  readonly said: string | null
}

export type Event =
  | { readonly is: 'next' | 'back' | 'play' | 'take over' | 'give back' }
  /** A chapter begins, up to a step. */
  | { readonly is: 'chapter'; readonly steps: number; readonly to: number }
  /** Another step of the same chapter. */
  | { readonly is: 'go'; readonly to: number }
  /** The chapter stands at its start, or can't. */
  | { readonly is: 'begun' }
  | { readonly is: 'not begun' | 'step failed'; readonly why: string }
  | { readonly is: 'step done' }
  /** A fault had the ending that it should have. */
  | { readonly is: 'step refused'; readonly why: string }
  /** Time enough to read the words of a step. */
  | { readonly is: 'read' }
  /** It takes a while, for that reason. */
  | { readonly is: 'slow'; readonly why: string }
  /** Where the person is in the story; null: nowhere that it could go on from. */
  | { readonly is: 'found'; readonly at: number | null }
  /** What was begun before the time moved is over. */
  | { readonly is: 'expired'; readonly why: string }
  /** Somebody acts in the frame and has reached the end of a step. */
  | { readonly is: 'arrived'; readonly at: number }
  | { readonly is: 'clock' }
  | { readonly is: 'fault' }
  /** The people of this page are no more. */
  | { readonly is: 'other window' | 'time over'; readonly why: string }
/** @internal */
export const events = [
  ...(['next', 'back', 'play', 'take over', 'give back', 'chapter', 'go', 'begun', 'not begun', 'step done'] as const),
  ...(['step failed', 'step refused', 'read', 'slow', 'found', 'expired', 'arrived', 'clock', 'fault'] as const),
  ...(['other window', 'time over'] as const),
] satisfies readonly Event['is'][]

export const opened: State = {
  mode: 'idle',
  steps: 0,
  at: 0,
  goal: 0,
  shown: 0,
  stage: 'bare',
  isLate: false,
  isPlaying: false,
  isAwaited: false,
  work: null,
  run: 0,
  said: null,
}

/** Whether the chapter moves by itself. */
export const isRunning = ({ mode }: State) => mode === 'acting' || mode === 'waiting' || mode === 'replaying'

/** Whether a step is walked at the pace of the page, so that one can follow it. */
export const isPaced = ({ mode, at, goal }: State) => (mode === 'acting' || mode === 'waiting') && goal - at === 1

type Change = Partial<State> & Pick<State, 'mode' | 'work'>
/** Something else is done from now on; what ran is left. */
const turn = (state: State, change: Change): State => ({
  ...state,
  isAwaited: false,
  said: null,
  ...change,
  run: state.run + 1,
})

/** Everything from the chapter's start. */
const replay = (state: State, goal: number): State =>
  turn(state, { mode: 'replaying', work: 'prepare', stage: 'bare', isLate: false, at: 0, goal, shown: goal })

/** Stands still at the steps that are done. */
function rest(state: State): State {
  const { at } = state
  const stands = { goal: at, shown: at }
  if (at === state.steps) return turn(state, { ...stands, mode: 'over', work: null, isPlaying: false })
  return turn(state, { ...stands, mode: 'idle', work: state.isPlaying ? 'read' : null })
}

/** Goes on from where it stands. */
function walk(state: State, goal: number): State {
  if (state.stage === 'bare') return replay(state, goal)
  if (state.stage === 'moved' || state.isLate)
    return turn(state, { mode: 'replaying', work: 'find', goal, shown: goal })
  return turn(state, { mode: 'acting', work: 'step', goal, shown: state.at + 1 })
}

/** Heads for another step: what runs goes on if it is on the way. */
function head(state: State, to: number): State {
  const goal = Math.max(0, Math.min(state.steps, to))
  const isOnTheWay = goal > state.at || (goal === 0 && state.work === 'prepare')
  if (isRunning(state) && isOnTheWay)
    return { ...state, goal, isAwaited: false, shown: state.mode === 'replaying' ? goal : state.shown }
  if (goal === state.at && (state.mode === 'idle' || state.mode === 'over') && state.stage !== 'bare')
    return state.work === 'read' ? rest(state) : state
  return goal > state.at ? walk(state, goal) : replay(state, goal)
}

/** The step after those that are done, or the shown one where that did not come to its end. */
const onwards = ({ at, shown }: State) => Math.max(at + 1, shown)

/** It did not come to its end: it can go on only from the chapter's start. */
function end(state: State, said: string): State {
  const shown = state.mode === 'replaying' ? state.goal : state.shown
  return turn(state, { mode: 'idle', work: null, goal: state.at, shown, stage: 'bare', isPlaying: false, said })
}

function play(state: State): State {
  if (state.mode === 'over') return { ...replay(state, 0), isPlaying: true }
  if (isRunning(state)) return { ...state, isPlaying: !state.isPlaying }
  return state.work === 'read'
    ? rest({ ...state, isPlaying: false })
    : { ...head(state, onwards(state)), isPlaying: true }
}

function done(state: State): State {
  const stands = { ...state, at: state.at + 1 }
  if (stands.at === state.goal) return rest(stands)
  const isReplayed = state.mode === 'replaying' && !state.isLate
  return isReplayed ? turn(stands, { mode: 'replaying', work: 'step' }) : walk(stands, state.goal)
}

function begun(state: State): State {
  const set: State = { ...state, stage: 'set' }
  if (state.isAwaited) return takeOver(set)
  return state.goal === 0 ? rest(set) : turn(set, { mode: 'replaying', work: 'step' })
}

function found(state: State, at: number | null): State {
  if (at === null) return replay(state, state.goal)
  const set: State = { ...state, stage: 'set', isLate: false, at }
  return at >= state.goal ? rest(set) : walk(set, state.goal)
}

function takeOver(state: State): State {
  // There is nothing to act on before the chapter stands.
  if (state.stage === 'bare')
    return { ...(isRunning(state) ? state : replay(state, state.at)), isPlaying: false, isAwaited: true }
  const { at, steps } = state
  return turn(state, {
    mode: 'by_hand',
    work: null,
    goal: at,
    shown: Math.min(steps, at + 1),
    stage: 'moved',
    isPlaying: false,
  })
}

/** By hand, or in a frame at rest: a step that was reached is done. Further than the next one a page at rest has gone by itself, where a payment has expired. */
function arrived(state: State, at: number): State {
  if (isRunning(state) || state.stage === 'bare' || at <= state.at) return state
  if (state.mode !== 'by_hand') return at === state.at + 1 ? rest({ ...state, at }) : { ...state, stage: 'moved' }
  return { ...state, at, goal: at, shown: Math.min(state.steps, at + 1) }
}

/** The whole machine: what a presentation becomes. An event that means nothing now changes nothing. */
export function next(state: State, event: Event): State {
  const { work } = state
  switch (event.is) {
    case 'chapter':
      return replay({ ...state, steps: event.steps, isPlaying: false }, Math.min(event.steps, event.to))
    case 'next':
      return head(state, isRunning(state) ? state.goal + 1 : onwards(state))
    case 'back':
      return head({ ...state, isPlaying: false }, state.shown - 1)
    case 'go':
      return head({ ...state, isPlaying: false }, event.to)
    case 'play':
      return play(state)
    case 'take over':
      return state.mode === 'by_hand' ? state : takeOver(state)
    case 'give back':
      if (state.mode === 'by_hand') return walk(state, state.at)
      return state.isAwaited ? { ...state, isAwaited: false } : state
    case 'begun':
      return work === 'prepare' ? begun(state) : state
    case 'not begun':
      return work === 'prepare' ? end(state, event.why) : state
    case 'step done':
      return work === 'step' ? done(state) : state
    case 'step failed':
    case 'step refused':
      return work === 'step' || work === 'find' ? end(state, event.why) : state
    case 'found':
      return work === 'find' ? found(state, event.at) : state
    case 'expired':
      return work === 'step' || work === 'find' ? { ...replay(state, state.goal), said: event.why } : state
    case 'read':
      return work === 'read' ? walk(state, state.at + 1) : state
    case 'slow':
      return isRunning(state)
        ? { ...state, mode: state.mode === 'acting' ? 'waiting' : state.mode, said: event.why }
        : state
    case 'arrived':
      return arrived(state, event.at)
    case 'clock':
      return state.stage === 'bare' ? state : { ...state, isLate: true }
    case 'fault':
      return state
    case 'other window':
    case 'time over':
      return state.steps === 0 ? state : end(state, event.why)
  }
}
