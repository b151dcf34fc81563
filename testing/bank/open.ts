import { type Bank, type BankOptions, closeBank } from '@guichet/stet/bank.ts'
import { afterAll, beforeAll } from 'vitest'
import { connect, type RunningBank, registerApp, startBank } from './start.ts'

/**
 * The sandbox bank with our registration, for all tests of a file: called once at its top. What is connected to it is closed after the
 * last test.
 */
export function openBank(env: Readonly<Record<string, string>> = {}) {
  let opened: { readonly running: RunningBank; readonly clientId: string } | null = null
  const banks: Bank[] = []
  const own = () => {
    if (opened === null) throw new Error('the bank is there from the first hook of its file on')
    return opened
  }
  beforeAll(async () => {
    const running = await startBank(env)
    opened = { running, clientId: await registerApp(running) }
  })
  afterAll(async () => {
    await Promise.all(banks.map(closeBank))
    await opened?.running.stop()
  })
  return {
    get running() {
      return own().running
    },
    get clientId() {
      return own().clientId
    },
    connect: (code = '19870', more: Partial<BankOptions> = {}, clientId = own().clientId): Bank => {
      const bank = connect(own().running, code, clientId, more)
      banks.push(bank)
      return bank
    },
  }
}
