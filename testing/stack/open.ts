import type { WireAnswer, WireRequest } from '@guichet/stet/transport.ts'
import { afterAll, afterEach, beforeAll } from 'vitest'
import type { RunningBank } from '#testing/bank/start.ts'
import { type Stack, startStack, tapWire, type Wire } from './start.ts'

/** The transport to one bank at a time, restored after each test. */
export type TestWire = {
  /** Taps it and adds faults like `tapWire`; by default the transport to 19870. */
  readonly tap: (spoil?: Parameters<typeof tapWire>[1], options?: TapOptions) => Promise<void>
  /** Taps it, and changes the text of answers to matching requests. */
  readonly rewrite: (
    matches: (request: WireRequest) => boolean,
    change: (text: string) => string,
    options?: TapOptions,
  ) => Promise<void>
  /** Requests since the last tap, also after `restore`. */
  readonly sent: Wire['sent']
  readonly restore: () => void
}

export type StackInUse = { readonly running: RunningBank; readonly wire: TestWire }

type TapOptions = { readonly bankCode?: string; readonly withBreaker?: boolean }

/**
 * The stack for all tests of a file: called once at its top, it starts before the first test and stops after the last. After each
 * test the transport is restored.
 */
export function openStack(env: Readonly<Record<string, string>> = {}): StackInUse {
  let stack: Stack | null = null
  const wire = newTestWire()
  beforeAll(async () => {
    stack = await startStack(env)
  })
  afterEach(wire.forget)
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
  const tap: TestWire['tap'] = async (spoil, { bankCode = '19870', withBreaker = false } = {}) => {
    restore()
    wire = await tapWire(bankCode, spoil, { withBreaker })
  }
  return {
    tap,
    rewrite: (matches, change, options) => {
      const rewrite = (answer: WireAnswer) => ({ ...answer, text: change(answer.text) })
      return tap(request => (matches(request) ? { rewrite } : 'none'), options)
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
