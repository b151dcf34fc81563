import { afterAll, afterEach, beforeAll } from 'vitest'
import type { RunningBank } from '#e2e/contract/bank.ts'
import { setClock } from '#lib/clock.ts'
import { type House, startHouse, tapWire, type Wire } from './house.ts'

/** The wire to one bank at a time, whole again after each test. */
export type TestWire = {
  /** Taps and spoils it as `tapWire` does; the wire to 19870 unless told. */
  readonly tap: (spoil?: Parameters<typeof tapWire>[1], options?: TapOptions) => Promise<void>
  /** What was sent since the last tap, also after `restore`. */
  readonly sent: Wire['sent']
  readonly restore: () => void
}

export type HouseInUse = { readonly running: RunningBank; readonly wire: TestWire }

type TapOptions = { readonly bankCode?: string; readonly withBreaker?: boolean }

/**
 * The house for all tests of a file: called once at its head, it stands before the first test and is down after the last.
 * After each test the wire is whole and the clock real.
 */
export function openHouse(env: Readonly<Record<string, string>> = {}): HouseInUse {
  let house: House | null = null
  const wire = newTestWire()
  beforeAll(async () => {
    house = await startHouse(env)
  })
  afterEach(() => {
    wire.forget()
    setClock(null)
  })
  afterAll(() => house?.stop())
  return {
    wire,
    get running() {
      if (house === null) throw new Error('the house stands from the first hook of its file on')
      return house.running
    },
  }
}

function newTestWire(): TestWire & { readonly forget: () => void } {
  let wire: Wire | null = null
  const restore = () => wire?.restore()
  return {
    tap: async (spoil, { bankCode = '19870', withBreaker = false } = {}) => {
      restore()
      wire = await tapWire(bankCode, spoil, { withBreaker })
    },
    get sent() {
      return wire?.sent ?? []
    },
    restore,
    forget: () => {
      restore()
      wire = null
    },
  }
}
