import { consentKinds, type InterfaceVersion, kindsOfVersion } from '@guichet/stet/terms/consent-choice.ts'
import { groupIban } from '@guichet/values/money/iban-text.ts'
import { stringify } from 'csv-stringify/sync'
import { isUuid } from '#lib/base/ids.ts'
import { db } from '#lib/db.ts'
import { requireFound } from '#lib/domain/refusals/refused.ts'
import type { Person } from '#lib/domain/who.ts'
import { toBankView } from '#lib/services/banks/directory.ts'
import { type ConsentLedger, LedgerEntry } from '#lib/views/consent.ts'
import { parseChoice } from './read.ts'

/** C21. */

/** Newest first, kept after disconnecting. Refusals: `not_found`. */
export async function readLedger({ userId }: Person, connectionId: string): Promise<ConsentLedger> {
  const connection = requireFound(await findWithConsents(userId, connectionId))
  const names = new Map(connection.accounts.map(({ iban, name }) => [iban, name]))
  const inForce = connection.consents.find(({ status }) => status === 'accepted')
  const alive = connection.status !== 'disconnected'
  const entries = connection.consents.map(row => toEntry(row, names, alive && row.id === inForce?.id))
  return { connectionId, bank: toBankView(connection.bank), state: connection.status, entries }
}

async function findWithConsents(userId: string, connectionId: string) {
  if (!isUuid(connectionId)) return null
  return db().connection.findFirst({
    where: { id: connectionId, userId },
    include: {
      bank: true,
      consents: { where: { userId }, orderBy: { version: 'desc' } },
      accounts: { where: { userId, kind: 'account' }, select: { iban: true, name: true } },
    },
  })
}

type ConsentRow = NonNullable<Awaited<ReturnType<typeof findWithConsents>>>['consents'][number]

function toEntry(row: ConsentRow, names: ReadonlyMap<string | null, string>, inForce: boolean): LedgerEntry {
  const choice = parseChoice(row.choice)
  return LedgerEntry.parse({
    version: row.version,
    interfaceVersion: isVersion(row.interfaceVersion) ? row.interfaceVersion : null,
    status: row.status,
    inForce,
    decidedAt: row.createdAt.toISOString(),
    sentAt: row.sentAt?.toISOString() ?? null,
    answeredAt: row.answeredAt?.toISOString() ?? null,
    bankStatus: row.bankStatus,
    bankCode: row.bankCode,
    requestId: row.requestId,
    hash: row.choiceHash,
    psuIdentity: choice.psuIdentity,
    accounts: choice.accounts.map(account => ({
      iban: groupIban(account.iban),
      name: names.get(account.iban) ?? null,
      kinds: consentKinds.filter(kind => account[kind]),
    })),
  })
}

function isVersion(text: string | null): text is InterfaceVersion {
  return text !== null && Object.hasOwn(kindsOfVersion, text)
}

const columns = [
  'version',
  'interface_version',
  'status',
  'in_force',
  'decided_at',
  'sent_at',
  'answered_at',
  'bank_status',
  'bank_code',
  'request_id',
  'choice_sha256',
  'psu_identity',
  'iban',
  'account_name',
  ...consentKinds,
] as const

/** RFC 4180, a row per consent and account, formulas neutralised (C47). */
export function ledgerCsv({ entries }: ConsentLedger): string {
  const rows = entries.flatMap(entry => {
    const accounts: readonly (LedgerEntry['accounts'][number] | null)[] =
      entry.accounts.length > 0 ? entry.accounts : [null]
    return accounts.map(account => [
      entry.version,
      entry.interfaceVersion,
      entry.status,
      entry.inForce,
      entry.decidedAt,
      entry.sentAt,
      entry.answeredAt,
      entry.bankStatus,
      entry.bankCode,
      entry.requestId,
      entry.hash,
      entry.psuIdentity,
      account?.iban,
      account?.name,
      ...consentKinds.map(kind => account?.kinds.includes(kind) ?? false),
    ])
  })
  return stringify([[...columns], ...rows], {
    record_delimiter: '\r\n',
    escape_formulas: true,
    cast: { boolean: value => (value ? 'yes' : 'no') },
  })
}
