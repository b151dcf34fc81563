import type { Sandbox } from '#sandbox/running-bank.ts'
import { accountsOf, type PersonAccount } from '#sandbox/store/accounts.ts'
import type { Payment } from '#sandbox/store/payments.ts'

/**
 * A person's accounts that can pay this: open payment accounts in its currency with the required feature (instant `IP`, several
 * instructions `SCT_MULT`, else `SCT`; bank:D42); only the given one if the request contains an IBAN. An account can't pay itself.
 */
export function eligibleAccounts({ db }: Pick<Sandbox, 'db'>, payment: Payment, personId: string): PersonAccount[] {
  const feature = featureOf(payment)
  const currency = payment.instructions[0]?.currency
  return accountsOf(db, personId).filter(
    account =>
      account.kind === 'account' &&
      account.status === 'open' &&
      account.bankCode === payment.bankCode &&
      account.currency === currency &&
      account.features.includes(feature) &&
      account.iban !== payment.creditorIban &&
      (payment.debtorIban === null || account.iban === payment.debtorIban),
  )
}

function featureOf(payment: Payment): 'IP' | 'SCT' | 'SCT_MULT' {
  if (payment.isInstant) return 'IP'
  return payment.instructions.length > 1 ? 'SCT_MULT' : 'SCT'
}
