import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { openBank } from '@guichet/sandbox/open-bank.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDesk } from './bank.ts'
import { eventsOf, recordedOn } from './client/days.ts'
import { applyPiece, differ } from './client/editor.ts'
import { type Draft, draftOf, sendEdited } from './edit.ts'
import { FormedCall } from './forms.ts'
import { findSealKey, keyFileOf } from './seal-key.ts'

const bank = await openBank()
afterAll(() => bank.close())
const desk = openDesk(bank.screensPort)
const redirectUri = 'https://tpp.example/callback'

/** The last call at the bank, and the desk's script of it. */
async function last() {
  const { calls } = await desk.ask<{
    calls: readonly { id: number; status: number; steps: readonly { step: string; outcome: string }[] }[]
  }>('GET', '/wire?limit=1')
  const [seen] = calls
  if (!seen) throw new Error('no call')
  const made = FormedCall.parse(await desk.ask('GET', `/wire/${seen.id}`))
  const curl = await desk.read(`/wire/${seen.id}/curl?whole=1`)
  return { made, curl, status: seen.status, stopped: seen.steps.find(({ outcome }) => outcome === 'refused')?.step }
}

let draft: Draft
let curl: string
beforeAll(async () => {
  const { clientId, keyId } = bank.register({ redirectUris: [redirectUri] })
  const form = { client_id: clientId, grant_type: 'client_credentials', scope: 'pisp' }
  const { hostname } = new URL(bank.baseUrlOf('19870'))
  const host = `${hostname}:${bank.apiPort}`
  const token = new URLSearchParams(form).toString()
  // As a call is in the desk's log after somebody has made it: only what it names counts, so any is made like one.
  curl = `PKI=\${PKI:-'${bank.files.ca.replace('/ca.pem', '')}'}
HOST='${host}'
ACCESS_TOKEN=\${ACCESS_TOKEN:-$(curl \\
  --data '${token}' "https://$HOST/stet/psd2/oauth/token" | sed 's/x/y/')}
BODY='{"paymentInformationId":"P1"}'`
  const names = '(request-target) host date x-request-id digest content-type'
  const made = {
    method: 'POST',
    target: '/stet/psd2/v1.4.2/payment-requests',
    bankCode: '19870',
    clientId,
    requestHeaders: [
      { name: 'Host', value: host },
      { name: 'Date', value: 'long ago' },
      { name: 'X-Request-ID', value: 'used' },
      { name: 'Digest', value: 'SHA-256=x' },
      { name: 'Content-Type', value: 'application/json' },
      { name: 'Authorization', value: 'Bearer abc…' },
      { name: 'Signature', value: `keyId="${keyId}",algorithm="rsa-sha256",headers="${names}",signature="abc…"` },
    ],
    requestBody: '{}',
  }
  const ready = draftOf(made, curl, bank.files.qsealKey)
  if (!ready) throw new Error('no draft')
  draft = ready
})

test('the key behind a keyId is the demonstration’s own, or one that was put into the folder; else it is lacking', () => {
  const pki = bank.files.ca.replace('/ca.pem', '')
  const own = { file: bank.files.qsealKey, isHeld: true }
  const folder = mkdtempSync(join(tmpdir(), 'keys-'))
  const ownName = basename(keyFileOf(readFileSync(bank.files.qseal, 'utf8'), folder), '.key')
  const find = (name: string) =>
    findSealKey(`keyId="https://guichet.example/${name}.pem",algorithm="rsa-sha256"`, pki, folder)
  expect([find('seal-1'), find(ownName)]).toEqual([own, own])
  const replaced = `qseal_${'0a'.repeat(32)}`
  const file = join(folder, `${replaced}.key`)
  expect(find(replaced)).toEqual({ file, isHeld: false })
  writeFileSync(file, '')
  expect(find(replaced)).toEqual({ file, isHeld: true })
  rmSync(folder, { recursive: true })
})

const digest = ['digest' as const]
const both = ['digest' as const, 'signature' as const]
test.each([
  ['as it is', {}, [], 'createPayment'],
  ['with another body', { body: '{}' }, [], 'isDigested'],
  ['with another body and its digest', { body: '{}' }, digest, 'isSigned'],
  ['with another body, signed again', { body: '{}' }, both, 'isNoDuplicate'],
  ['with another body and number, signed again', { body: '{}', number: 'another' }, both, 'createPayment'],
  ['an hour late', { age: 'old' }, both, 'isDated'],
  ['with another token', { token: 'Bearer invented' }, both, 'bearsPaymentToken'],
] as const)('a call that is sent %s is checked by the bank', async (_, change, again, step) => {
  const { method, target, headers, body } = draft
  const others: Readonly<Record<string, string>> = {
    ...('token' in change ? { Authorization: change.token } : {}),
    ...('number' in change ? { 'X-Request-ID': change.number } : {}),
    ...('age' in change ? { Date: new Date(0).toUTCString() } : {}),
  }
  const edited = {
    page: 'p1',
    method,
    target,
    again: [...again],
    headers: headers.map(([name, value]): [string, string] => [name, others[name] ?? value]),
    body: 'body' in change ? change.body : body,
  }
  await sendEdited(edited, curl, bank.files.qsealKey, desk)
  const seen = await last()
  expect(seen.stopped).toBe(step)
  expect(seen.made.requestBody).toBe(edited.body)
})

test.each([
  [{ target: '/stet/psd2/oauth/token' }, 'no signature'],
  [{ target: '/stet/psd2/oauth/authorize?state=a…' }, 'a secret'],
])('%j can’t be edited: %s', change => {
  expect(
    draftOf(
      { method: 'GET', bankCode: '19870', clientId: null, requestHeaders: [], requestBody: '', ...change },
      curl,
      bank.files.qsealKey,
    ),
  ).toBeNull()
})

test.each([
  ['"amount":"42.00"', '"amount":"4200.00"', 'x"amount":"42.00"y', 'x"amount":"4200.00"y'],
  ['abc', 'abc', 'xyz', 'xyz'],
  ['', 'new', 'old', 'new'],
  ['abc', 'xabc', 'old', 'xabc'],
  ['a'.repeat(99), 'new', 'b'.repeat(99), 'new'],
  ['one two', 'one', 'three two', 'three two'],
])('from %j to %j, in %j it is %j', (one, other, text, expected) => {
  expect(applyPiece(text, differ(one, other))).toBe(expected)
  expect(applyPiece(one, differ(one, other))).toBe(other)
})

test.each([
  [0, 'start'],
  [1, 'first'],
  [149, 'first'],
  [180, 'end'],
])('on day %i the books are those that were read last until then', (day, read) => {
  const recorded = new Map([
    [180, 'end'],
    [0, 'start'],
    [1, 'first'],
  ])
  expect(recordedOn(recorded, day)).toBe(read)
  expect(recordedOn(new Map([[7, 'later']]), 0)).toBeNull()
})

test('what is to come on the line of 180 days', () => {
  const begunAt = Date.UTC(2026, 10, 9, 10)
  const grant = {
    scope: 'aisp',
    accessHash: '',
    accessExpiresAt: '',
    refreshExpiresAt: '2027-05-08T10:00:00Z',
    state: 'active',
  }
  const accounts = [{ id: 'c', iban: '', name: 'Card' }]
  const events = { readings: 'read', invoice: 'invoice', renewal: 'renew', expiry: 'end' }
  expect(eventsOf({ permissions: { grants: [grant] }, about: { accounts } }, begunAt, events)).toEqual([
    { day: 1, text: 'read' },
    { day: 21, text: 'invoice' },
    { day: 150, text: 'renew' },
    { day: 180, text: 'end' },
  ])
})
