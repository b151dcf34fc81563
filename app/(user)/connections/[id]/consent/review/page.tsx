import { redirect } from 'next/navigation'
import { orNotFound } from '#app/or-not-found.ts'
import { pathOf, queryOf } from '#app/read-request.ts'
import { titleOf } from '#app/title-of.ts'
import { ReviewForm } from '#components/consent/review-form.tsx'
import { ClientWords } from '#components/i18n/client-words.tsx'
import { decodeBoxes } from '#lib/domain/consent/form.ts'
import { Refused } from '#lib/domain/refusals/refused.ts'
import { readConnection } from '#lib/services/connections/read.ts'
import { compareConsent, readMatrix } from '#lib/services/consent/choice.ts'
import { requireSession } from '#lib/session.ts'
import { ConsentChoiceInput } from '#lib/views/consent.ts'

type ReviewPageProps = {
  params: Promise<unknown>
  searchParams: Promise<unknown>
}

export const generateMetadata = titleOf('consent.diff.metaTitle')

/** What a choice would change, for a browser without JavaScript; otherwise the page of the matrix shows it. */
export default async function ReviewPage({ params, searchParams }: ReviewPageProps) {
  const { userId } = await requireSession()
  const { id } = await pathOf(params, 'id')
  const { boxes, hash, version } = await queryOf(searchParams)
  const connection = await orNotFound(readConnection(userId, id))
  if (connection.state === 'disconnected') redirect(`/connections/${id}`)
  const matrix = await orNotFound(readMatrix(userId, id))
  const rows = matrix.rows.map(({ iban }) => iban)
  const choice = decodeBoxes(String(boxes ?? ''), rows)
  const input = ConsentChoiceInput.safeParse(choice)
  const diff = input.success ? await orNull(compareConsent(userId, id, input.data)) : null
  // Rows were added or removed, or another tab has sent a consent: these boxes are not what was ticked.
  if (!choice || !diff || diff.hash !== hash || String(matrix.version) !== version)
    redirect(`/connections/${id}/consent?error=consent_changed_meanwhile`)
  return (
    <ClientWords areas={['consent', 'failures']}>
      <ReviewForm matrix={matrix} choice={choice} diff={diff} />
    </ClientWords>
  )
}

/** Null if this bank offers no such choice, so the address was not made by the previous page. */
async function orNull<T>(comparing: Promise<T>): Promise<T | null> {
  try {
    return await comparing
  } catch (error) {
    if (error instanceof Refused && error.code === 'invalid_input') return null
    throw error
  }
}
