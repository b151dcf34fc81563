import { atBase, type Bank } from './bank.ts'
import type { CallContext } from './call.ts'
import { readAnswer, send } from './send.ts'
import { WirePayeeVerification } from './wire/payee-verification.ts'

/** Verification of payee (Regulation (EU) 2024/886, art. 5c; EPC scheme). */

/** `name`: the holder's, in a close match only. */
export type VerifiedPayee =
  | { readonly answer: 'match' | 'no_match' | 'not_possible' }
  | { readonly answer: 'close_match'; readonly name: string }

/**
 * Whether `name` holds `iban`; the connection's certificate says who asks. A close match without a name and an
 * unknown code are `not_possible`. Throws `BankError`.
 */
export async function askPayeeBank(
  bank: Bank,
  { iban, name }: { readonly iban: string; readonly name: string },
  context: CallContext,
): Promise<VerifiedPayee> {
  const answer = await send(
    bank,
    {
      operation: 'payees.verify',
      method: 'POST',
      url: atBase(bank.baseUrl, '/vop/v1/payee-verifications'),
      token: null,
      body: {
        contentType: 'application/json; charset=utf-8',
        text: JSON.stringify({ party: { name }, partyAccount: { iban } }),
      },
      signed: false,
      headers: { 'x-request-timestamp': bank.clock().toISOString() },
    },
    context,
  )
  const { partyNameMatch, matchedName } = readAnswer(answer, WirePayeeVerification)
  if (partyNameMatch === 'MTCH') return { answer: 'match' }
  if (partyNameMatch === 'NMTC') return { answer: 'no_match' }
  return partyNameMatch === 'CMTC' && matchedName !== null
    ? { answer: 'close_match', name: matchedName }
    : { answer: 'not_possible' }
}
