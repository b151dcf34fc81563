import { afterAll, beforeEach, expect, test } from 'vitest'
import { revokedSerials } from '#lib/banks/revoked.ts'
import { closeBanks } from '#lib/banks.ts'
import { setClock } from '#lib/clock.ts'
import { db } from '#lib/db.ts'
import { anOperator, aPerson } from '#testing/people/a-person.ts'
import { addRevoked, listRevoked, removeRevoked } from './revoked.ts'

const at = new Date('2026-11-22T12:00:00Z')
const given = { serial: '0x0a:1B:2c', issuer: 'AC Essai', reason: 'Key stolen' }
setClock(at)
const [operator, person] = [await anOperator(), await aPerson()]

beforeEach(async () => {
  setClock(at)
  await db().revokedCertificate.deleteMany()
})
afterAll(closeBanks)

function auditOf() {
  return db().auditEvent.findMany({
    where: { userId: operator.userId, action: { startsWith: 'revoked_certificate.' } },
    orderBy: { id: 'asc' },
    select: { action: true, stream: true, detail: true },
  })
}

test('added and removed, once however often it is repeated, audited, and in effect in this process', async () => {
  const stored = { serial: 'A1B2C', issuer: 'AC Essai', reason: 'Key stolen', createdAt: at.toISOString() }
  expect(await addRevoked(operator, given)).toEqual(stored)
  expect(await addRevoked(operator, { serial: 'a1b2c', issuer: '', reason: 'Another' })).toEqual(stored)
  expect(await listRevoked(operator)).toEqual([stored])
  const listed = revokedSerials()
  expect([...listed]).toEqual(['A1B2C'])
  await addRevoked(operator, given)
  expect(revokedSerials()).toBe(listed)
  for (let time = 0; time < 2; time += 1) await removeRevoked(operator, '0A1B2C')
  expect(await listRevoked(operator)).toEqual([])
  expect([...revokedSerials()]).toEqual([])
  const expected = { stream: 'system', detail: { serial: 'A1B2C' } }
  expect(await auditOf()).toEqual([
    { action: 'revoked_certificate.added', ...expected },
    { action: 'revoked_certificate.removed', ...expected },
  ])
})

test('an invalid serial is refused by name, and so is entry 1,001', async () => {
  const refusal = (serial: string) => addRevoked(operator, { ...given, serial }).catch(error => error)
  expect(await refusal('')).toMatchObject({ code: 'invalid_input', field: 'serial.empty' })
  expect(await refusal('A1G2')).toMatchObject({ code: 'invalid_input', field: 'serial.not_hexadecimal' })
  await expect(removeRevoked(operator, 'A1G2')).rejects.toMatchObject({ code: 'not_found' })
  await db().revokedCertificate.createMany({
    data: Array.from({ length: 1_000 }, (_, index) => ({ serial: `F${index}`, reason: 'One of many', createdAt: at })),
  })
  expect(await refusal('A1B2C')).toMatchObject({ code: 'invalid_input', field: 'serial.full' })
  expect(await addRevoked(operator, { ...given, serial: 'F1' })).toMatchObject({ reason: 'One of many' })
})

test('only for operators, and changes need a fresh password', async () => {
  await expect(listRevoked(person)).rejects.toMatchObject({ code: 'not_found' })
  await expect(addRevoked(person, given)).rejects.toMatchObject({ code: 'not_found' })
  await expect(removeRevoked(person, 'A1')).rejects.toMatchObject({ code: 'not_found' })
  const stale = { ...operator, authenticatedAt: new Date(at.getTime() - 301_000) }
  await expect(addRevoked(stale, given)).rejects.toMatchObject({ code: 'reauthentication_required' })
  await expect(removeRevoked(stale, 'A1')).rejects.toMatchObject({ code: 'reauthentication_required' })
  expect(await db().revokedCertificate.count()).toBe(0)
})
