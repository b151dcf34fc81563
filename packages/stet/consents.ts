import type { Currency } from '@guichet/values/money/minor.ts'
import { z } from 'zod'
import type { AccountChoice, ConsentKind } from '#stet/terms/consent-choice.ts'
import { type Bank, dataUrl, type StetVersion } from './bank.ts'
import type { CallContext } from './call.ts'
import { readAnswer, send } from './send.ts'
import type { AispToken } from './token.ts'
import { noError } from './wire/text.ts'

/** A ConsentChoice with one currency per IBAN (v1.6.2). */
export type ConsentToSend = {
  readonly accounts: readonly (AccountChoice & { readonly currency: Currency | null })[]
  readonly psuIdentity: boolean
}

type ConsentedAccount = { readonly iban: string; readonly currency?: Currency }

export type ConsentBody = {
  readonly balances: readonly ConsentedAccount[]
  readonly transactions: readonly ConsentedAccount[]
  readonly owners?: readonly ConsentedAccount[]
  readonly overdrafts?: readonly ConsentedAccount[]
  readonly trustedBeneficiaries: boolean
  readonly psuIdentity: boolean
}

/** The body as a value, to show or hash it (C21). An unticked account is in no list. */
export function consentBody(version: StetVersion, consent: ConsentToSend): ConsentBody {
  const list = (kind: ConsentKind) =>
    consent.accounts.filter(account => account[kind]).map(account => name(version, account))
  const common = {
    balances: list('balances'),
    transactions: list('transactions'),
    // Available at no bank (document 1).
    trustedBeneficiaries: false,
    psuIdentity: consent.psuIdentity,
  }
  return version === '1.4.2' ? common : { ...common, owners: list('owners'), overdrafts: list('overdrafts') }
}

function name(version: StetVersion, account: ConsentToSend['accounts'][number]): ConsentedAccount {
  return version === '1.4.2' || account.currency === null
    ? { iban: account.iban }
    : { iban: account.iban, currency: account.currency }
}

/** Empty (bank:D27); an error or a page with 201 leaves open whether it was recorded. */
const WireConsentAnswer = z.object(noError)

/**
 * Records the PSU's consent (`PUT /consents`), replacing the previous one; an empty one withdraws everything. Safe
 * to repeat. Refusals: `NGAC` 403 for an IBAN that is not the PSU's, nothing recorded (bank:D58); `FF01` 400.
 */
export async function putConsent(
  bank: Bank,
  token: AispToken,
  consent: ConsentToSend,
  context: CallContext,
): Promise<void> {
  const body = {
    contentType: 'application/json; charset=utf-8',
    text: JSON.stringify(consentBody(bank.version, consent)),
  }
  const answer = await send(
    bank,
    {
      operation: 'consents.put',
      method: 'PUT',
      url: dataUrl(bank, '/consents'),
      token: { value: token, kind: 'aisp' },
      body,
      signed: true,
    },
    context,
  )
  if (answer.text.trim() !== '') readAnswer(answer, WireConsentAnswer)
}
