import { readAmountInput, type AmountFault as TypingFault } from '@guichet/values/money/amount-input.ts'
import { formatAmount } from '@guichet/values/money/minor.ts'
import { Refused } from '#lib/domain/refusals/refused.ts'
import { openLink } from './links.ts'
import { countPayerTry, type Payer } from './payer-limits.ts'

const faults: { readonly [fault in TypingFault]: string } = {
  amount_empty: 'amount_missing',
  amount_not_a_number: 'amount_invalid',
  amount_ambiguous: 'amount_ambiguous',
  amount_decimals: 'amount_decimals',
  amount_not_positive: 'amount_invalid',
  amount_too_large: 'amount_too_large',
}

/** Refusals: those of `openLink`; `invalid_input` (`amount.<fault>`); `too_many_tries` (C46). */
export async function openTypedLink(
  slug: string,
  typed: { readonly amount: string; readonly locale: 'fr' | 'en' },
  payer: Payer,
): Promise<{ readonly publicId: string }> {
  await countPayerTry('link-open', slug, payer)
  if (typed.amount.trim() === '') return openLink(slug)
  const read = readAmountInput(typed.amount, typed.locale)
  if ('fault' in read) throw new Refused('invalid_input', { field: `amount.${faults[read.fault]}` })
  return openLink(slug, formatAmount(read.money))
}
