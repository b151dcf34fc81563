import { randomUUID } from 'node:crypto'
import type { CertificateSighting } from '@guichet/stet/terms/certificate-sighting.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { GET } from '#app/images/banks/[code]/route.ts'
import { certificateCheckOf, forgetChecks } from '#lib/banks/certificate-checks.ts'
import { setClock } from '#lib/clock.ts'
import { db } from '#lib/db.ts'
import { findBank } from '#lib/services/banks/directory.ts'
import { collectLogos } from '#lib/services/banks/logos.ts'
import { listPayBanks } from '#lib/services/payments/public-order.ts'
import type { NewBankEntry } from '#lib/views/operator.ts'
import { anOperator, aPerson } from '#testing/people/a-person.ts'
import { addBank, changeBank, changeBankLogo, listBankLines, readBankCertificate, readBankEntry } from './banks.ts'
import { listCalls, readQueue, readQuotas, reportBank } from './calls-report.ts'

const at = new Date('2026-11-21T12:00:00Z')
const entry: NewBankEntry = {
  code: '30001',
  name: 'Banque Essai',
  group: 'Essais',
  bic: 'ESSAFRPP',
  city: null,
  initials: 'BE',
  baseUrl: 'https://30001.bank.example',
  screensUrl: 'https://30001.bank.example',
  platform: 'essais',
  aisVersion: '1.6.2',
  pkce: true,
  appToApp: false,
  supports: ['owners', 'payments'],
  enabled: true,
  brandColor: '#0b3c6f',
  brandInk: '#ffffff',
  connectMs: null,
  attendedMs: 9_000,
  batchMs: null,
  bodyMs: null,
  maxConnections: 4,
  parallelPages: null,
  refreshesAtOnce: null,
}
setClock(at)
const [operator, person] = [await anOperator(), await aPerson()]

beforeEach(async () => {
  setClock(at)
  await db().bankCall.deleteMany()
  await db().bank.deleteMany()
})

/** Calls to that bank, one per member, `minutes` before now. */
async function log(
  calls: readonly { minutes: number; ms?: number; status?: number | null; code?: string | null; operation?: string }[],
) {
  await db().bankCall.createMany({
    data: calls.map(({ minutes, ms = 100, status = 200, code = null, operation = 'accounts.list' }) => ({
      bankCode: '30001',
      at: new Date(at.getTime() - minutes * 60_000),
      operation,
      method: 'GET',
      path: '/x',
      attended: minutes % 2 === 0,
      status,
      code,
      durationMs: ms,
      requestId: randomUUID(),
      origin: 'our-request',
    })),
  })
}

describe('a bank’s logo', () => {
  const code = '30007'
  const logoless = { ...entry, code }
  const svg = '<svg viewBox="0 0 10 10"><path d="M0 0h9v9z" fill="#1b1b1f"/></svg>'
  const read = async () =>
    GET(new Request('https://g.example/images/banks/30007'), { params: Promise.resolve({ code }) })

  test('stored, served as written anew, replaced at another address, and taken away', async () => {
    await addBank(operator, logoless)
    expect((await read()).status).toBe(404)
    expect((await findBank(code))?.logo).toBeNull()
    await changeBankLogo(operator, code, svg)
    const answer = await read()
    expect(answer.headers.get('content-type')).toBe('image/svg+xml')
    expect(await answer.text()).toBe(svg.replace('<svg ', '<svg xmlns="http://www.w3.org/2000/svg" '))
    const first = (await findBank(code))?.logo
    expect(first).toMatch(/^\/images\/banks\/30007\?v=[0-9a-f]{12}$/)
    await changeBankLogo(operator, code, svg.replace('1b1b1f', 'ffffff'))
    expect((await findBank(code))?.logo).not.toBe(first)
    await changeBankLogo(operator, code, null)
    expect((await read()).status).toBe(404)
    expect((await findBank(code))?.logo).toBeNull()
    const trail = await db().auditEvent.findMany({ where: { stream: 'bank:30007', action: 'bank.changed' } })
    expect(trail).toHaveLength(3)
  })

  test('is refused when it is more than shapes, from who is no operator, and for a bank that is not there', async () => {
    await addBank(operator, logoless)
    await expect(changeBankLogo(operator, code, svg.replace('<path', '<script/><path'))).rejects.toMatchObject({
      code: 'invalid_input',
      field: 'svg',
    })
    await expect(changeBankLogo(person, code, svg)).rejects.toMatchObject({ code: 'not_found' })
    await expect(changeBankLogo(operator, '30009', svg)).rejects.toMatchObject({ code: 'bank_unknown' })
    expect((await read()).status).toBe(404)
  })

  test('is collected from banks that have none; what can’t be used is left out', async () => {
    await addBank(operator, logoless)
    await addBank(operator, { ...entry, code: '30002' })
    expect(await collectLogos(async one => (one === code ? svg : '<svg/>'))).toBe(1)
    expect(await collectLogos(async one => (one === code ? svg : null))).toBe(0)
  })
})

describe('entries of banks', () => {
  test('added, changed, read; the trail names the changed fields, not their values', async () => {
    await addBank(operator, entry)
    expect(await readBankEntry(operator, '30001')).toEqual({ ...entry, logo: null })
    const { code: _, ...fields } = entry
    await changeBank(operator, '30001', { ...fields, name: 'Banque Neuve', maxConnections: 8 })
    expect(await readBankEntry(operator, '30001')).toMatchObject({ name: 'Banque Neuve', maxConnections: 8 })
    const trail = await db().auditEvent.findMany({ where: { stream: 'bank:30001' }, orderBy: { seq: 'asc' } })
    expect(trail.map(({ action }) => action)).toEqual(['bank.added', 'bank.changed'])
    expect(trail[1]?.detail).toEqual({ changed: ['maxConnections', 'name'] })
  })

  test('a bank is offered to payers if its entry says that it takes payments', async () => {
    await addBank(operator, { ...entry, supports: [] })
    const banks = () => listPayBanks({ isTest: false, wantsInstant: 'never' })
    expect(await banks()).toEqual([])
    const { code: _, ...fields } = entry
    await changeBank(operator, '30001', { ...fields, supports: ['payments', 'instant'] })
    expect((await readBankEntry(operator, '30001')).supports).toEqual(['payments', 'instant'])
    expect(await banks()).toMatchObject([{ bank: { code: '30001' } }])
  })

  test('a duplicate code, an unknown one, no operator, an old password: refused', async () => {
    await addBank(operator, entry)
    await expect(addBank(operator, entry)).rejects.toMatchObject({ code: 'invalid_input', field: 'code' })
    await expect(readBankEntry(operator, '99999')).rejects.toMatchObject({ code: 'bank_unknown' })
    await expect(changeBank(operator, '99999', entry)).rejects.toMatchObject({ code: 'bank_unknown' })
    await expect(listBankLines(person)).rejects.toMatchObject({ code: 'not_found' })
    await expect(addBank(person, { ...entry, code: '30002' })).rejects.toMatchObject({ code: 'not_found' })
    setClock(new Date(at.getTime() + 301_000))
    await expect(changeBank(operator, '30001', entry)).rejects.toMatchObject({ code: 'reauthentication_required' })
  })
})

describe('the report of a bank', () => {
  beforeEach(() => addBank(operator, entry))

  test('percentiles, availability, and what failed; a refusal does not count as a failure of the bank', async () => {
    await log(Array.from({ length: 99 }, (_, index) => ({ minutes: 10, ms: index + 1 })))
    await log([
      { minutes: 5, ms: 100, status: 503, code: 'INTS' },
      { minutes: 5, ms: 100, status: null, code: 'timeout', operation: 'balances.read' },
      { minutes: 5, ms: 100, status: null, code: 'aborted', operation: 'balances.read' },
      { minutes: 5, ms: 100, status: 501, code: 'NIMP', operation: 'balances.read' },
      { minutes: 5, ms: 100, status: 429, code: 'TMRQ', operation: 'balances.read' },
      { minutes: 70, status: 500 },
    ])
    const report = await reportBank(operator, '30001', '1h')
    expect(report).toMatchObject({ calls: 104, failed: 2, refused: 1 })
    expect(report.availability).toBeCloseTo(102 / 104)
    expect(report.operations[0]).toMatchObject({ operation: 'accounts.list', calls: 100, failed: 1, p50Ms: 50.5 })
    expect(report.operations[0]?.p99Ms).toBeCloseTo(99.01)
    expect(report.errors).toContainEqual({ status: 429, code: 'TMRQ', calls: 1 })
    expect(report.parts).toHaveLength(30)
    expect(report.parts.filter(({ calls }) => calls > 0)).toHaveLength(2)
    expect(report.parts.find(({ calls }) => calls === 0)).toMatchObject({ p50Ms: null, failed: 0 })
    expect((await reportBank(operator, '30001', '24h')).failed).toBe(3)
  })

  test('without calls it shows no numbers, instead of good ones', async () => {
    expect(await reportBank(operator, '30001', '7d')).toMatchObject({ calls: 0, availability: null, operations: [] })
    const [line] = await listBankLines(operator)
    expect(line).toMatchObject({ code: '30001', calls: 0, availability: null, p95Ms: null, connections: 0 })
  })
})

describe('the call log', () => {
  beforeEach(() => addBank(operator, entry))

  test('filters', async () => {
    await log([
      { minutes: 1 },
      { minutes: 2, status: 503, code: 'INTS' },
      { minutes: 3, status: null, code: 'timeout', operation: 'balances.read' },
    ])
    const count = async (filter: object) => (await listCalls(operator, filter)).calls.length
    expect(await count({})).toBe(3)
    expect(await count({ status: '5xx' })).toBe(1)
    expect(await count({ status: '200' })).toBe(1)
    expect(await count({ status: 'none' })).toBe(1)
    expect(await count({ operation: 'accounts' })).toBe(2)
    expect(await count({ code: 'INTS' })).toBe(1)
    expect(await count({ attended: 'yes' })).toBe(1)
    expect(await count({ requestId: 'our-request' })).toBe(3)
    expect(await count({ bank: '30009' })).toBe(0)
    expect(await count({ connection: randomUUID() })).toBe(0)
    await expect(listCalls(person, {})).rejects.toMatchObject({ code: 'not_found' })
  })

  test('pages contain every call once, also many of the same instant', async () => {
    await log(Array.from({ length: 130 }, () => ({ minutes: 1 })))
    const seen = new Set<string>()
    let before: string | undefined
    for (let pages = 0; pages < 3; pages++) {
      const page = await listCalls(operator, before ? { before } : {})
      for (const { id } of page.calls) seen.add(id)
      before = page.next ?? undefined
    }
    expect(seen.size).toBe(130)
    expect(before).toBeUndefined()
  })
})

test('operators see queue and quotas, even before there is a worker', async () => {
  const idle = { waiting: 0, active: 0, failed: 0, oldestSeconds: null }
  expect(await readQueue(operator)).toEqual(
    ['consents', 'mails', 'payments', 'refreshes', 'revocations', 'webhooks'].map(name => ({ name, ...idle })),
  )
  expect(await readQuotas(operator)).toEqual([])
  await expect(readQueue(person)).rejects.toMatchObject({ code: 'not_found' })
  await expect(readQuotas(person)).rejects.toMatchObject({ code: 'not_found' })
})

describe('the certificate of a bank', () => {
  const hourMs = 3_600_000
  const found: CertificateSighting = {
    serial: 'A1B2',
    issuer: 'CN=AC Essai',
    validTo: new Date('2026-12-21T12:00:00Z'),
    checked: 'list',
  }
  const later = (ms: number) => new Date(at.getTime() + ms)
  /** Reports the certificate in this process, and waits until it is stored. */
  const keeping = () => {
    const check = certificateCheckOf('30001')
    return async (sighting: CertificateSighting) => {
      check.seen(sighting)
      await expect.poll(() => db().bankCertificate.count({ where: { checked: sighting.checked } })).toBe(1)
    }
  }
  const seenAt = async () => (await readBankCertificate(operator, '30001'))?.seenAt

  beforeEach(forgetChecks)

  test('is shown to operators as last seen', async () => {
    await addBank(operator, entry)
    expect(await readBankCertificate(operator, '30001')).toBeNull()
    const keep = keeping()
    await keep(found)
    const view = { ...found, validTo: '2026-12-21T12:00:00.000Z', daysLeft: 30, seenAt: at.toISOString() }
    expect(await readBankCertificate(operator, '30001')).toEqual(view)
    await keep({ ...found, checked: 'revoked' })
    expect(await readBankCertificate(operator, '30001')).toEqual({ ...view, checked: 'revoked' })
    await expect(readBankCertificate(person, '30001')).rejects.toMatchObject({ code: 'not_found' })
  })

  test('is stored when it changes, and otherwise once an hour', async () => {
    await addBank(operator, entry)
    const keep = keeping()
    await keep(found)
    setClock(later(hourMs))
    certificateCheckOf('30001').seen(found)
    await forgetChecks()
    expect(await seenAt()).toBe(at.toISOString())
    await keep({ ...found, checked: 'unanswered' })
    expect(await seenAt()).toBe(later(hourMs).toISOString())
    setClock(later(2 * hourMs + 1))
    certificateCheckOf('30001').seen({ ...found, checked: 'unanswered' })
    await expect.poll(seenAt).toBe(later(2 * hourMs + 1).toISOString())
  })

  test('if it cannot be stored, calls are not affected, and it is stored the next time', async () => {
    certificateCheckOf('30001').seen(found)
    await forgetChecks()
    const keep = keeping()
    certificateCheckOf('30001').seen(found)
    await addBank(operator, entry)
    await expect.poll(async () => keep(found).then(() => seenAt())).toBe(at.toISOString())
  })
})
