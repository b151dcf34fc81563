import { dueDebitCode, findOperation, type Operation } from '#sandbox/people/operations.ts'
import type { PersonAccount } from '#sandbox/store/accounts.ts'
import type { ListedEntry } from '#sandbox/store/entries.ts'

/**
 * The member `bankTransactionCode` as JSON text followed by a comma, the same in every version. Currency accounts have none, and
 * an upcoming direct debit has a code of its own (§ AIS behaviour rule 9).
 */
export function writeTransactionCode(account: PersonAccount, { operation, status }: ListedEntry): string {
  if (account.currency !== 'EUR') return ''
  const texts = status === 'FUTR' ? announcedTexts : knownTexts
  const known = texts.get(operation)
  if (known !== undefined) return known
  const text = writeCode(findOperation(operation), status === 'FUTR')
  texts.set(operation, text)
  return text
}

// The operations are a fixed table, so each code is written once.
const knownTexts = new Map<string, string>()
const announcedTexts = new Map<string, string>()

function writeCode(operation: Operation | null, isAnnounced: boolean): string {
  if (!operation) return ''
  const { domain, family, subFamily, code } = isAnnounced ? announced(operation) : operation
  return `"bankTransactionCode":${JSON.stringify({ domain, family, subFamily, code, issuer: 'SI' })},`
}

function announced(operation: Operation): Pick<Operation, 'domain' | 'family' | 'subFamily' | 'code'> {
  if (operation.category !== 'levy received') return operation
  return { domain: 'PMNT', family: 'RDDT', subFamily: 'ESDD', code: dueDebitCode }
}
