import fc from 'fast-check'
import { expect, test } from 'vitest'
import { openDriver, type Stage } from './driver.ts'
import type { Event, State } from './machine.ts'

/** Of the chapter of all walks. */
const steps = 5
const aborted = new Error('aborted')

/**
 * A stage whose work ends when it is told to. `position`: steps that its person has really done; null while something is under way, or
 * after it was left in the middle.
 */
function openStage() {
  let position: number | null = null
  const pending: ((outcome: 'done' | 'failed' | 'refused') => void)[] = []
  const begin = (signal: AbortSignal, arrives: number | null, isStep = false) =>
    new Promise<string | null>((done, failed) => {
      signal.addEventListener('abort', () => failed(aborted))
      // What was left may still end, and means nothing then.
      pending.push(outcome => {
        const isRefused = isStep && outcome === 'refused'
        if (outcome === 'failed') return failed(new Error('failed'))
        if (!signal.aborted && !isRefused && arrives !== null) position = arrives
        done(isRefused ? 'refused' : null)
      })
    })
  const stage: Stage = {
    prepare: async signal => {
      position = null
      await begin(signal, 0)
    },
    find: async (at, _, signal) => {
      await begin(signal, position)
      return position !== null && position >= at ? position : null
    },
    step: (at, _, signal) => {
      // A step begins where the one before has ended, or the story would jump.
      expect(position).toBe(at)
      position = null
      return begin(signal, at + 1, true)
    },
    read: async signal => void (await begin(signal, position)),
    explain: error => String(error),
  }
  return {
    stage,
    position: () => position,
    move: (to: number) => {
      position = to
    },
    pending,
  }
}

/** Lets everything run that can. */
const settle = async () => {
  for (let turns = 0; turns < 12; turns += 1) await null
}

const pressed: readonly Event['is'][] = ['next', 'next', 'back', 'play', 'take over', 'give back', 'clock', 'fault']
const eventOf = (dice: number): Event => {
  const is = pressed[dice % 12]
  const why = 'why'
  if (is !== undefined) return { is, why } as Event
  const to = Math.floor(dice / 12) % (steps + 1)
  if (dice % 12 === 8) return { is: 'chapter', steps, to }
  if (dice % 12 === 9) return { is: 'go', to }
  return { is: dice % 12 === 10 ? 'other window' : 'time over', why }
}

/** What stands on the page is what the stage has done, and what runs is what the page says. */
function check(state: State, position: number | null): void {
  const { mode, at, shown, goal, work, said, stage } = state
  expect(goal).toBeLessThanOrEqual(steps)
  expect(work === null || work === 'read').toBe(mode === 'idle' || mode === 'over' || mode === 'by_hand')
  if (mode === 'acting' || mode === 'waiting') expect(shown).toBe(at + 1)
  if (mode === 'replaying') expect(shown).toBe(goal)
  if ((mode === 'idle' || mode === 'over') && stage === 'set') expect([shown, position]).toEqual([at, at])
  // Only what did not come to its end has to be told.
  if (mode === 'idle' && stage === 'bare') expect(said).not.toBeNull()
}

async function walk(dice: readonly number[]): Promise<void> {
  const { stage, position, move, pending } = openStage()
  let drawn = 0
  const driver = openDriver(stage, () => (drawn += 1))
  driver.send({ is: 'chapter', steps, to: 0 })
  await settle()
  for (const one of dice) {
    const before = driver.state()
    const pick = Math.floor(one / 3)
    if (one % 3 === 0) driver.send(eventOf(pick))
    else if (one % 3 === 1 && before.mode === 'by_hand') {
      move(Math.min(steps, before.at + (pick % 2)))
      if (pick % 2 === 1) driver.send({ is: 'arrived', at: before.at + 1 })
    } else if (pending.length > 0) {
      // Mostly what runs now; sometimes what was left long ago.
      const [ends] = pending.splice(pick % 4 === 0 ? pick % pending.length : pending.length - 1, 1)
      ends?.(pick % 16 === 1 ? 'failed' : pick % 16 === 2 ? 'refused' : 'done')
    }
    await settle()
    check(driver.state(), position())
  }
  // Whatever has happened, pressing Next leads to the chapter's end.
  for (let presses = 0; driver.state().mode !== 'over'; presses += 1) {
    expect(presses, 'presses until the end').toBeLessThan(steps + 3)
    driver.send({ is: 'next' })
    for (let ended = 0; driver.state().work !== null && driver.state().work !== 'read'; ended += 1) {
      expect(ended, 'work until it stands').toBeLessThan(steps * 3 + 6)
      await settle()
      pending.pop()?.('done')
      await settle()
    }
    check(driver.state(), position())
  }
  expect(drawn).toBeGreaterThan(0)
}

test('ten thousand walks: never stuck, what is shown is what was done, and nothing comes of what was left', async () => {
  const dice = fc.array(fc.nat({ max: 12_000 }), { maxLength: 40 })
  await fc.assert(fc.asyncProperty(dice, walk), { numRuns: 10_000, seed: 35 })
}, 120_000)

test('work that was left has no effect, whatever becomes of it', async () => {
  const { stage, pending } = openStage()
  const driver = openDriver(stage, () => {})
  driver.send({ is: 'chapter', steps, to: 0 })
  await settle()
  driver.send({ is: 'chapter', steps, to: 0 })
  await settle()
  const before = driver.state()
  pending.shift()?.('done')
  await settle()
  expect(driver.state()).toBe(before)
  pending.shift()?.('done')
  await settle()
  expect(driver.state()).toMatchObject({ mode: 'idle', stage: 'set' })
})

test('a press is drawn before anything is done about it, and whoever waits for rest is told', async () => {
  const { stage, pending } = openStage()
  const seen: string[] = []
  const prepare = stage.prepare
  const watched: Stage = {
    ...stage,
    prepare: signal => {
      seen.push('prepared')
      return prepare(signal)
    },
  }
  const driver = openDriver(watched, ({ mode }) => seen.push(mode))
  driver.send({ is: 'chapter', steps, to: 0 })
  expect(seen).toEqual(['replaying'])
  const rested = driver.rest()
  await settle()
  pending.shift()?.('failed')
  expect(await rested).toMatchObject({ mode: 'idle', said: 'Error: failed' })
  expect(seen).toEqual(['replaying', 'prepared', 'idle'])
  expect(await driver.rest()).toBe(driver.state())
})
