import { redirect } from 'next/navigation'
import { userPage } from '#app/page-frame.ts'
import { titleOf } from '#app/title-of.ts'
import { ReviewForm } from '#components/consent/review.tsx'
import { decodeBoxes } from '#lib/domain/consent/form.ts'
import { Refused } from '#lib/domain/refusals/refused.ts'
import { readConnection } from '#lib/services/connections/read.ts'
import { compareConsent, readMatrix } from '#lib/services/consent/choice.ts'
import { ConsentChoiceInput } from '#lib/views/consent.ts'

export const generateMetadata = titleOf('consent.diff.metaTitle')

/** What a choice would change, for a browser without JavaScript; otherwise the page of the matrix shows it. */
export default userPage(
  ['consent', 'failures'],
  async ({ session: { userId }, id, query: { boxes, hash, version } }) => {
    const connection = await readConnection({ userId }, id)
    if (connection.state === 'disconnected') redirect(`/connections/${id}`)
    const matrix = await readMatrix({ userId }, id)
    const rows = matrix.rows.map(({ iban }) => iban)
    const text = String(boxes ?? '')
    const choice = decodeBoxes(text, rows)
    const input = ConsentChoiceInput.safeParse(choice)
    const diff = input.success ? await orNull(compareConsent({ userId }, id, input.data)) : null
    // Rows were added or removed, or another tab has sent a consent: these boxes are not what was ticked.
    if (!choice || !diff || diff.hash !== hash || String(matrix.version) !== version)
      redirect(`/connections/${id}/consent?error=consent_changed_meanwhile`)
    return <ReviewForm matrix={matrix} choice={choice} boxes={text} diff={diff} />
  },
)

/** Null if this bank offers no such choice, so the address was not made by the previous page. */
async function orNull<T>(comparing: Promise<T>): Promise<T | null> {
  try {
    return await comparing
  } catch (error) {
    if (error instanceof Refused && error.code === 'invalid_input') return null
    throw error
  }
}
