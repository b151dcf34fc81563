import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { freePort, removePostgres } from '#scripts/run/postgres.ts'
import { type Stack, settingsOnFreePorts, startStack } from '#scripts/run/stack.ts'
import { actualFolder, installActual, openBudget, startActual } from '#testing/door/actual.ts'

export type DoorReport = { readonly steps: number; readonly faults: readonly string[] }
type Tell = (line: Readonly<Record<string, unknown>>) => void

/** Actual Budget reads a person’s account over https: links it, syncs, sees a pending line become booked, and hears that it was stopped. */
export async function runDoor(tell: Tell): Promise<DoorReport> {
  const faults: string[] = []
  const ends: (() => Promise<unknown>)[] = []
  let steps = 0
  const step = async <Value>(name: string, act: () => Value | Promise<Value>): Promise<Value> => {
    const from = performance.now()
    const value = await act()
    steps += 1
    tell({ door: name, seconds: Math.round((performance.now() - from) / 100) / 10 })
    return value
  }
  const expect = (what: string, is: boolean, seen: unknown) => {
    if (!is) faults.push(`${what}: ${JSON.stringify(seen)}`)
  }
  try {
    await step('Actual is installed (300 MB, kept in .data/actual)', installActual)
    const stack = await step('the demonstration’s stack runs over https', openStack)
    ends.push(() => stack.stop())
    const began = performance.now()
    const person = await step('a person shares an account for a month', () => sharePerson(stack))
    ends.push(person.close)
    const authority = join(stack.settings.dataDir, 'tls', 'ca.pem')
    const actual = await step('Actual’s server starts', async () => startActual(await freePort(), authority))
    ends.push(actual.stop)
    await actual.takeSetupToken(person.token)
    const budget = await openBudget(actual.origin)
    ends.push(budget.stop)
    const linked = await step('Actual claims the token and links the account', () => budget.link('Compte courant'))
    const count = linked.transactions?.length ?? 0
    const seconds = Math.round((performance.now() - began) / 1000)
    tell({ door: 'from sharing to the first sync', seconds })
    expect('within three minutes', seconds < 180, seconds)
    expect('linked with its lines', linked.error === undefined && count >= 3, linked)
    expect('one is pending', linked.transactions?.some(({ cleared }) => !cleared) === true, linked)
    const again = await step('it syncs again without doubles', budget.sync)
    expect('as many as before', again.transactions?.length === count, again)
    await person.book()
    const booked = await step('the pending line becomes booked', budget.sync)
    expect('no double of it', booked.transactions?.length === count, booked)
    expect('none is pending', booked.transactions?.every(({ cleared }) => cleared) === true, booked)
    await person.stop()
    const stopped = await step('it hears that the person has stopped it', budget.sync)
    expect('an error in words', /Failed syncing account/.test(stopped.error ?? ''), stopped)
  } catch (error) {
    faults.push(error instanceof Error ? (error.stack ?? error.message) : String(error))
  } finally {
    for (const end of ends.reverse()) await end().catch(error => faults.push(String(error)))
  }
  return { steps, faults }
}

async function openStack(): Promise<Stack> {
  const dataDir = join(actualFolder, 'stack')
  await removePostgres(dataDir)
  rmSync(dataDir, { recursive: true, force: true })
  return startStack(await settingsOnFreePorts(dataDir, null, true), { mode: 'production', report: () => undefined })
}

/** The services are found by the settings in the environment. */
async function sharePerson({ env }: Stack) {
  Object.assign(process.env, env, { LOG_LEVEL: 'fatal' })
  const { aPerson } = await import('#testing/people/a-person.ts')
  const { aConnection, aLine, anAccount } = await import('#testing/people/an-account.ts')
  const { agreeToApp, endApp, proposeApp, readApp, readReview } = await import('#lib/services/apps/allow.ts')
  const { closeDb, db } = await import('#lib/db.ts')
  const person = await aPerson()
  const { userId } = person
  const accountId = await anAccount({ userId, connectionId: await aConnection(userId) })
  const read = { type: 'OTHR', name: 'Now', readAt: new Date(), amountMinor: 123_456n, currency: 'EUR' }
  await db().balance.create({ data: { userId, accountId, ...read } })
  await aLine(userId, accountId, 'a', { label: 'VIR SALAIRE', amountMinor: 200_000n })
  await aLine(userId, accountId, 'b', { label: 'CARTE BOULANGERIE', amountMinor: -340n })
  const pending = { booked: false, status: 'PDNG', label: 'CARTE LIBRAIRIE', amountMinor: -1_990n }
  await aLine(userId, accountId, 'c-pending', pending)
  const accounts = { balances: [], transactions: [accountId], owners: [] }
  const id = await proposeApp(person, null, { kind: 'simplefin', name: 'Actual', days: '30', history: '90', accounts })
  await agreeToApp(person, id, (await readReview(person, id)).hash, person)
  return {
    token: (await readApp(person, id)).setup?.token ?? '',
    /** The bank books it under another key, as banks do. */
    book: async () => {
      await db().transaction.deleteMany({ where: { userId, key: 'c-pending' } })
      await aLine(userId, accountId, 'c', { ...pending, booked: true, status: 'BOOK' })
    },
    stop: () => endApp(person, id),
    close: closeDb,
  }
}
