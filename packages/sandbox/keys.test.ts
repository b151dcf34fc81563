import { mkdtempSync, readFileSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createSecureContext } from 'node:tls'
import { expect, test, vi } from 'vitest'
import { runKeys } from './keys.ts'
import { loadPki } from './pki/authority.ts'
import { parseCertificate } from './pki/read-certificate.ts'

const data = mkdtempSync(join(tmpdir(), 'keys-'))
const order = { org: 'PSDFR-ACPR-99998', name: 'Other TPP', roles: 'PSP_AI', out: join(data, 'other') }
const errors = vi.spyOn(console, 'error').mockReturnValue()
vi.spyOn(console, 'log').mockReturnValue()

const run = (given: Readonly<Record<string, string | undefined>>) => {
  const args = Object.entries(given).flatMap(([name, value]) => (value === undefined ? [] : [`--${name}`, value]))
  return runKeys(args, 'keys', data)
}

test('a TPP gets both certificates from the bank’s authority, also as PKCS#12, and keys of its own are kept', async () => {
  expect(await run({ ...order, password: 'word' })).toBe(0)
  for (const pair of ['qwac', 'qseal']) {
    const certificate = parseCertificate(readFileSync(join(order.out, `${pair}.pem`), 'utf8'))
    if (!certificate) throw new Error('no certificate')
    expect(certificate).toMatchObject({ organisationId: order.org, roles: ['PSP_AI'] })
    expect(loadPki(join(data, 'pki')).findFault(certificate, new Date())).toBeNull()
    const pfx = readFileSync(join(order.out, `${pair}.p12`))
    expect(statSync(join(order.out, `${pair}.p12`)).mode & 0o777).toBe(0o600)
    expect(() => createSecureContext({ pfx, passphrase: 'word' })).not.toThrow()
    expect(() => createSecureContext({ pfx, passphrase: 'other' })).toThrow()
  }
  expect(readFileSync(join(order.out, '.gitignore'), 'utf8')).toBe('*\n')
  const before = readFileSync(join(order.out, 'qwac.key'), 'utf8')
  expect(await run(order)).toBe(2)
  expect(errors.mock.lastCall?.[0]).toContain('already holds keys')
  expect(readFileSync(join(order.out, 'qwac.key'), 'utf8')).toBe(before)
})

test.each([
  ['org', undefined, '--org is missing'],
  ['org', '99998', '--org is "99998"'],
  // Which the registration refuses.
  ['org', 'PSDFR-ACPR-99-998', '--org is "PSDFR-ACPR-99-998"'],
  ['name', undefined, '--name is missing'],
  ['out', undefined, '--out is missing'],
  ['roles', 'PSP_AI,AISP', '--roles has "AISP"'],
])('--%s %s is refused', async (option, value, said) => {
  expect(await run({ ...order, out: join(data, 'none'), [option]: value })).toBe(2)
  expect(errors.mock.lastCall?.[0]).toContain(said)
})
