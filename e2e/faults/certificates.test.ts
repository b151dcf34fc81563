import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { db } from '#lib/db.ts'
import type { CertificateSetView, NewCertificates } from '#lib/views/operator.ts'
import { people } from '#testing/bank/customers.ts'
import { askDesk } from '#testing/bank/desk.ts'
import { makeTpp, ourOrder } from '#testing/bank/start.ts'
import { anOperator } from '#testing/people/a-person.ts'
import type { Rolled, Scope } from '#testing/processes/acts.ts'
import { newCustomer } from '#testing/processes/crew.ts'
import { type OurProcess, startProcess } from '#testing/processes/start.ts'
import { type Stack, startStack } from '#testing/stack/start.ts'

/** New certificates with two web processes, one PostgreSQL and the sandbox bank (docs/faults.md, fault:D4). */

const bankCode = '19870'
const operatorModule = 'lib/services/operator/certificate-sets.ts'

let stack: Stack
const all: OurProcess[] = []
const start = async () => {
  const one = await startProcess()
  all.push(one)
  return one
}
beforeAll(async () => {
  stack = await startStack()
})
afterAll(async () => {
  await Promise.all(all.map(one => one.kill()))
  await stack.stop()
})

/** New certificates from the bank's authority, as an operator would upload them. */
async function bring(): Promise<NewCertificates> {
  const files = await makeTpp(stack.running.dataDir, ourOrder)
  const read = (file: string) => readFileSync(file, 'utf8')
  return {
    qwac: { data: read(files.qwacCert), key: read(files.qwacKey), password: '' },
    qsealc: { data: read(files.qsealCert), key: read(files.qsealKey), password: '' },
  }
}

type SeenCall = { readonly status: number | null; readonly requestHeaders: readonly { name: string; value: string }[] }

/** Seals of the last calls at the bank, without duplicates. */
async function lastSeals(limit: number): Promise<string[]> {
  const { calls }: { calls: readonly SeenCall[] } = await askDesk(stack.running, 'GET', `/wire?limit=${limit}`)
  const signatures = calls.flatMap(call => call.requestHeaders.filter(({ name }) => name.toLowerCase() === 'signature'))
  return [...new Set(signatures.map(({ value }) => /keyId="[^"]*_([0-9a-f]{64})/.exec(value)?.[1] ?? value))]
}

/**
 * Calls to the bank without an answer or with an error, from the access log; except the roll's own check whether the bank has the
 * new keys already, which it does not.
 */
function failedCalls() {
  const where = { OR: [{ status: null }, { status: { gte: 400 } }], operation: { not: 'registration.read' } }
  return db().bankCall.findMany({ where, select: { operation: true, status: true, code: true } })
}

const callOn = (web: OurProcess, scope: Scope, fingerprint: string) =>
  web.call<Rolled>('testing/processes/acts.ts', 'callUntilSealed', scope, bankCode, fingerprint)

test('rolled in one process while two call the bank: no call fails, and both use the new keys in the end (fault:D4)', async () => {
  const [rolling, other] = [await start(), await start()]
  const [operator, lea, camille] = [
    await anOperator(),
    await newCustomer(people.lea),
    await newCustomer(people.camille),
  ]
  const set = await rolling.call<CertificateSetView>(operatorModule, 'stageCertificates', operator, await bring())
  const { fingerprint } = set.qsealc
  const [before = ''] = await lastSeals(20)
  await Promise.all([callOn(rolling, lea, before), callOn(other, camille, before)])
  const calling = [callOn(rolling, lea, fingerprint), callOn(other, camille, fingerprint)]
  await rolling.call(operatorModule, 'rollCertificates', operator, set.id)

  for (const { ended, seals } of await Promise.all(calling)) {
    expect(Object.keys(ended)).toEqual(['done'])
    expect(seals).toHaveLength(2)
    expect(seals[1]).toContain(fingerprint)
  }
  // Not even one that succeeded when it was repeated.
  expect(await failedCalls()).toEqual([])
  // Checked at the bank itself, then for a process that starts later.
  const latecomer = await start()
  for (const web of [rolling, other, latecomer]) {
    await askDesk(stack.running, 'DELETE', '/wire')
    expect((await callOn(web, lea, fingerprint)).ended).toEqual({ done: 20 })
    expect(await lastSeals(100)).toEqual([fingerprint])
  }
})
