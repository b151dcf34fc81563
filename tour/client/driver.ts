import { type Event, isPaced, next, opened, type State } from './machine.ts'

/** What a presentation moves. Each piece of work rejects as soon as its signal is aborted, and has no effect on the page then. */
export type Stage = {
  /** Puts the chapter in place from its start. */
  prepare(signal: AbortSignal): Promise<void>
  /** Where in the story the person is, from `at` on; null: nowhere that it could go on from. */
  find(at: number, isLate: boolean, signal: AbortSignal): Promise<number | null>
  /** Walks the step after `at`. Resolves with why a fault ended it; null where it came to its end. */
  step(at: number, isPaced: () => boolean, signal: AbortSignal): Promise<string | null>
  /** Leaves time to read the words of a step. */
  read(signal: AbortSignal): Promise<void>
  /** What is said of work that was not possible. */
  explain(error: unknown, work: 'prepare' | 'find' | 'step'): string
}

export type Driver = {
  /** Acts upon an event at once. */
  send(event: Event): void
  state(): State
  /** Resolves when nothing runs any more. */
  rest(): Promise<State>
}

/** Does what the machine's states ask for, one piece of work at a time. `draw` is called after every change. */
export function openDriver(stage: Stage, draw: (state: State) => void): Driver {
  let state = opened
  let running = new AbortController()
  let resting: (() => void)[] = []
  const send = (event: Event) => {
    const before = state
    state = next(state, event)
    if (state === before) return
    if (state.run !== before.run) {
      running.abort()
      running = new AbortController()
      void work(running.signal)
    }
    draw(state)
    if (state.work !== null) return
    for (const done of resting) done()
    resting = []
  }
  const work = async (signal: AbortSignal) => {
    const { work: kind, at, isLate } = state
    if (kind === null) return
    let outcome: Event
    try {
      // The page shows what was pressed before anything is done about it.
      await null
      if (kind === 'read') outcome = await stage.read(signal).then(() => ({ is: 'read' }))
      else if (kind === 'prepare') outcome = await stage.prepare(signal).then(() => ({ is: 'begun' }))
      else if (kind === 'find') outcome = { is: 'found', at: await stage.find(at, isLate, signal) }
      else {
        const why = await stage.step(at, () => isPaced(state), signal)
        outcome = why === null ? { is: 'step done' } : { is: 'step refused', why }
      }
    } catch (error) {
      if (signal.aborted || kind === 'read') return
      const why = stage.explain(error, kind)
      outcome = kind === 'prepare' ? { is: 'not begun', why } : { is: 'step failed', why }
    }
    if (!signal.aborted) send(outcome)
  }
  return {
    send,
    state: () => state,
    rest: () =>
      new Promise(done => {
        if (state.work === null) done(state)
        else resting.push(() => done(state))
      }),
  }
}
