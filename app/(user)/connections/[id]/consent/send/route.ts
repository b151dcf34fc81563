import { answer } from '#app/answer.ts'
import { seeOther } from '#app/forms.ts'
import { readAs } from '#app/read-request.ts'
import { choiceOfFields, encodeBoxes } from '#lib/domain/consent/form.ts'
import { Refused } from '#lib/domain/refusals/refused.ts'
import { compareConsent, readMatrix, sendConsent } from '#lib/services/consent/choice.ts'
import { SendConsentInput } from '#lib/views/consent.ts'

/**
 * The matrix as a plain form. Without a hash it redirects to the page that shows what would change; with that page's hash the
 * choice is sent to the bank (C21). Fields version, hash, psuIdentity, and a kind of data per box with its IBAN as value.
 */
export const POST = answer(
  'consent.send',
  '/connections/[id]/consent',
  async ({ who, part, field, fields, page, presence }) => {
    const [id, hash] = [part('id'), field('hash')]
    const wish = { choice: choiceOfFields(fields), hash, version: Number(field('version')) }
    const input = readAs(SendConsentInput, wish, 'choice')
    if (hash === '') return seeOther(`${page}/review`, await addressOf(who.userId, id, input))
    await sendConsent(who, id, input, presence())
    return field('brings') === 'yes' ? `/connections/${id}/loading` : `/connections/${id}`
  },
)

/** The choice in an address: a hash instead of IBANs, which the review must find again. */
async function addressOf(userId: string, id: string, { choice, version }: SendConsentInput) {
  const [matrix, diff] = await Promise.all([readMatrix({ userId }, id), compareConsent({ userId }, id, choice)])
  const rows = matrix.rows.map(({ iban }) => iban)
  const boxes = encodeBoxes(choice, rows)
  if (boxes === null || matrix.version !== version) throw new Refused('consent_changed_meanwhile')
  return { boxes, hash: diff.hash, version: String(version) }
}
