import { dueDebitCode, findOperation, type Operation } from '#sandbox/people/operations.ts'
import type { HeldAccount } from '#sandbox/store/accounts.ts'
import type { Entry } from '#sandbox/store/entries.ts'

/**
 * The member `bankTransactionCode`, the same in every version: not provided for currency accounts, and a direct debit
 * that is due has a code of its own (§ AIS behaviour rule 9).
 */
export function showTransactionCode(account: HeldAccount, entry: Entry): Record<string, unknown> {
  const operation = findOperation(entry.operation)
  if (!operation || account.currency !== 'EUR') return {}
  const { domain, family, subFamily, code } = entry.status === 'FUTR' ? announced(operation) : operation
  return { bankTransactionCode: { domain, family, subFamily, code, issuer: 'SI' } }
}

function announced(operation: Operation): Pick<Operation, 'domain' | 'family' | 'subFamily' | 'code'> {
  if (operation.category !== 'levy received') return operation
  return { domain: 'PMNT', family: 'RDDT', subFamily: 'ESDD', code: dueDebitCode }
}
