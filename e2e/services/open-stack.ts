import { afterAll, afterEach, beforeAll } from 'vitest'
import type { RunningBank } from '#e2e/contract/bank.ts'
import { setClock } from '#lib/clock.ts'
import { type Stack, startStack, tapWire, type Wire } from './stack.ts'

/** The wire to one bank at a time, whole again after each test. */
export type TestWire = {
  /** Taps and spoils it as `tapWire` does; the wire to 19870 unless told. */
  readonly tap: (spoil?: Parameters<typeof tapWire>[1], options?: TapOptions) => Promise<void>
  /** What was sent since the last tap, also after `restore`. */
  readonly sent: Wire['sent']
  readonly restore: () => void
}

export type StackInUse = { readonly running: RunningBank; readonly wire: TestWire }

type TapOptions = { readonly bankCode?: string; readonly withBreaker?: boolean }

/**
 * The stack for all tests of a file: called once at its head, it starts before the first test and stops after the last.
 * After each test the wire is whole and the clock real.
 */
export function openStack(env: Readonly<Record<string, string>> = {}): StackInUse {
  let stack: Stack | null = null
  const wire = newTestWire()
  beforeAll(async () => {
    stack = await startStack(env)
  })
  afterEach(() => {
    wire.forget()
    setClock(null)
  })
  afterAll(() => stack?.stop())
  return {
    wire,
    get running() {
      if (stack === null) throw new Error('the stack stands from the first hook of its file on')
      return stack.running
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
