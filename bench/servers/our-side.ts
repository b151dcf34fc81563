import { generateKeyPairSync, randomUUID } from 'node:crypto'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { presetChoice } from '@guichet/stet/terms/consent-choice.ts'
import { issue, makeAuthority } from '@guichet/stet/testing/certificates.ts'
import type { Transport } from '@guichet/stet/transport.ts'
import { openBank } from '#lib/banks.ts'
import { db } from '#lib/db.ts'
import { receiveCallback, startLink } from '#lib/services/connections/link.ts'
import { compareConsent, readMatrix, sendConsent } from '#lib/services/consent/choice.ts'
import { presence } from '#testing/bank/start.ts'

export type OurPerson = { readonly userId: string; readonly sessionId: string }

/** Our services with a simulated bank: one bank, one person, their own certificates. */
export async function openOurSide(wire: Transport): Promise<OurPerson> {
  const authority = await makeAuthority('Benchmark authority')
  const { cert, key } = await issue(authority, { name: 'Guichet' })
  const { privateKey: sealKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const dir = mkdtempSync(join(tmpdir(), 'guichet-bench-'))
  const file = (name: string, text: string | Buffer) => {
    writeFileSync(join(dir, name), text, { mode: 0o600 })
    return join(dir, name)
  }
  const [certFile, keyFile] = [file('cert.pem', cert), file('key.pem', key)]
  Object.assign(process.env, {
    APP_URL: 'http://localhost:3000',
    TPP_QWAC_CERT: certFile,
    TPP_QWAC_KEY: keyFile,
    TPP_QSEAL_CERT: certFile,
    TPP_QSEAL_KEY: file('seal.pem', sealKey.export({ type: 'pkcs8', format: 'pem' })),
    BANK_CA: file('ca.pem', authority.cert),
  })
  const addresses = { baseUrl: 'https://bank.invalid', screensUrl: 'https://bank.invalid' }
  const entry = { name: 'Bench', group: 'Bench', bic: 'BENCFRPP', brandColor: '#000000', initials: 'B', supports: [] }
  await db().bank.create({ data: { code: '19870', ...entry, ...addresses } })
  await db().registration.create({
    data: { platform: 'sandbox', clientId: 'bench', keyId: 'x', certificateFingerprint: 'x', registered: {} },
  })
  const bank = await openBank('19870')
  if (!bank) throw new Error('no bank')
  bank.credentials = { transport: wire, seal: bank.credentials.seal }
  return addPerson()
}

export async function addPerson(): Promise<OurPerson> {
  const data = { email: `${randomUUID()}@guichet.example`, name: 'Bench', passwordHash: 'none' }
  const { id } = await db().user.create({ data })
  return { userId: id, sessionId: randomUUID() }
}

export function median(values: readonly number[]): number {
  return values.toSorted((left, right) => left - right)[Math.floor(values.length / 2)] ?? Number.NaN
}

/** Links the bank of `openOurSide` and consents to balances and transactions of all accounts; returns the connection. */
export async function linkAndConsent(visitor: OurPerson): Promise<string> {
  const { userId } = visitor
  await db().rateLimit.deleteMany({})
  const { redirectTo } = await startLink({ userId }, { ...visitor, bankCode: '19870', purpose: 'link' })
  const query = new URLSearchParams({ code: randomUUID() })
  query.set('state', new URL(redirectTo).searchParams.get('state') ?? '')
  const { connectionId } = await receiveCallback({ bankCode: '19870', query, visitor, presence })
  if (connectionId === null) throw new Error('not linked')
  const { rows, version } = await readMatrix({ userId }, connectionId)
  const { accounts } = presetChoice(
    'balances_only',
    rows.map(({ iban }) => iban),
  )
  const choice = { accounts: accounts.map(account => ({ ...account, transactions: true })), psuIdentity: false }
  const { hash } = await compareConsent({ userId }, connectionId, choice)
  await sendConsent({ userId }, connectionId, { choice, hash, version }, presence)
  return connectionId
}

/** Of the whole server, in bytes. */
export async function walPosition(): Promise<bigint> {
  const [row] = await db().$queryRaw<{ bytes: bigint }[]>`
    SELECT pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::bigint AS "bytes"`
  return row?.bytes ?? 0n
}
