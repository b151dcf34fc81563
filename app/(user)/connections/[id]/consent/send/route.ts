import { readForm, seeOther } from '#app/(auth)/forms.ts'
import { guarded } from '#app/guarded.ts'
import { presenceOf } from '#app/presence.ts'
import { toRefused } from '#app/problem.ts'
import { pathOf, readAs } from '#app/read-request.ts'
import { choiceOfFields, encodeBoxes } from '#lib/domain/consent/form.ts'
import { Refused } from '#lib/domain/refusals/refused.ts'
import { compareConsent, readMatrix, sendConsent } from '#lib/services/consent/choice.ts'
import { currentSession } from '#lib/session.ts'
import { SendConsentInput } from '#lib/views/consent.ts'

type SendContext = { params: Promise<unknown> }

/**
 * The matrix as a plain form. Without a hash it redirects to the page that shows what would change; with that page's hash the
 * choice is sent to the bank (C21). Fields version, hash, psuIdentity, and a kind of data per box with its IBAN as value.
 */
export const POST = guarded('consent.send', async (request: Request, { params }: SendContext): Promise<Response> => {
  const id = encodeURIComponent((await pathOf(params, 'id')).id)
  const page = `/connections/${id}/consent`
  const form = await readForm(request)
  const session = await currentSession()
  if (!session) return seeOther('/signin', { next: page })
  try {
    if (!form) throw new Refused('invalid_input', { field: 'form' })
    const [version, hash] = [Number(form.field('version')), form.field('hash')]
    const input = readAs(SendConsentInput, { choice: choiceOfFields(form.fields), hash, version }, 'choice')
    if (hash === '') return seeOther(`${page}/review`, await addressOf(session.userId, id, input))
    await sendConsent(session.userId, id, input, presenceOf(request))
    return seeOther(form.field('brings') === 'yes' ? `/connections/${id}/loading` : `/connections/${id}`)
  } catch (error) {
    return seeOther(page, { error: toRefused(error, request).code })
  }
})

/** The choice in an address: a hash instead of IBANs, which the review must find again. */
async function addressOf(userId: string, id: string, { choice, version }: SendConsentInput) {
  const [matrix, diff] = await Promise.all([readMatrix(userId, id), compareConsent(userId, id, choice)])
  const rows = matrix.rows.map(({ iban }) => iban)
  const boxes = encodeBoxes(choice, rows)
  if (boxes === null || matrix.version !== version) throw new Refused('consent_changed_meanwhile')
  return { boxes, hash: diff.hash, version: String(version) }
}
