import type { LinkView } from '#lib/domain/organisation-view.ts'
import { Refused } from '#lib/domain/refused.ts'
import type { Page, PaymentLink, PaymentLinkInput, PaymentLinkPatch } from '#lib/domain/v1-schemas.ts'
import { alterLink, endLink, findLink, makeLink, pageLinks } from '#lib/services/payments/payment-links.ts'
import type { KeyHolder } from './api-keys.ts'
import { readCursor, writeCursor } from './checkout.ts'

/** Payment links for a merchant's program. */

/** Makes one. Refusals: `beneficiary_missing`, `invalid_input` naming the member, `too_many_tries`. */
export async function createLinkV1(holder: KeyHolder, input: PaymentLinkInput): Promise<PaymentLink> {
  const { organisationId, mode, createdByUserId } = holder
  const { title, reusable: isReusable } = input
  const typed = {
    ...{ mode, title, isReusable },
    description: input.description ?? '',
    amount: input.amount ?? '',
    min: input.min_amount ?? '',
    max: input.max_amount ?? '',
    referencePrefix: input.reference_prefix ?? '',
    returnUrl: input.return_url ?? '',
    expiresAt: input.expires_at ?? null,
    expiresOn: null,
  }
  try {
    return viewLinkV1(await makeLink(organisationId, typed, createdByUserId))
  } catch (error) {
    if (error instanceof Refused && error.field === 'beneficiary') throw new Refused('beneficiary_missing')
    throw error
  }
}

/** Links, newest first, fifty at a time. */
export async function listLinksV1({ organisationId, mode }: KeyHolder, cursor?: string): Promise<Page<PaymentLink>> {
  const { links, next } = await pageLinks(organisationId, { mode, before: readCursor(cursor) })
  return { object: 'list', data: links.map(viewLinkV1), next_cursor: writeCursor(next) }
}

/** One link. Refusals: `not_found`. */
export async function readLinkV1({ organisationId, mode }: KeyHolder, id: string): Promise<PaymentLink> {
  const link = await findLink(organisationId, id)
  if (link.mode !== mode) throw new Refused('not_found')
  return viewLinkV1(link)
}

/**
 * Changes title, description and end of one; what is absent stays, `null` takes it away. Refusals: `not_found`, `invalid_input`
 * naming the member, `state` for one that is closed or used up.
 */
export async function changeLinkV1(holder: KeyHolder, id: string, patch: PaymentLinkPatch): Promise<PaymentLink> {
  await readLinkV1(holder, id)
  const change = {
    ...(patch.title === undefined ? {} : { title: patch.title }),
    ...(patch.description === undefined ? {} : { description: patch.description ?? '' }),
    ...(patch.expires_at === undefined ? {} : { expiresAt: patch.expires_at }),
  }
  try {
    return viewLinkV1(await alterLink(holder.organisationId, id, change, holder.createdByUserId))
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    const member = memberNames.get(error.field ?? '')
    throw member === undefined ? error : new Refused(error.code, { field: member })
  }
}

/** As the API calls what a refusal names. */
const memberNames = new Map([
  ['link', 'state'],
  ['expiresAt', 'expires_at'],
])

/** Closes one for good. Refusals: `not_found`. */
export async function closeLinkV1(holder: KeyHolder, id: string): Promise<PaymentLink> {
  await readLinkV1(holder, id)
  return viewLinkV1(await endLink(holder.organisationId, id, holder.createdByUserId))
}

function viewLinkV1(link: LinkView): PaymentLink {
  const { id, url, mode, state, title, description, uses, paid } = link
  return {
    ...{ id, object: 'payment_link', url, mode, state, title, description, uses, paid },
    amount: link.amount?.amount ?? null,
    min_amount: link.min?.amount ?? null,
    max_amount: link.max?.amount ?? null,
    currency: link.amount?.currency ?? 'EUR',
    reusable: link.isReusable,
    reference_prefix: link.referencePrefix,
    return_url: link.returnUrl,
    created_at: link.createdAt,
    expires_at: link.expiresAt,
    closed_at: link.closedAt,
  }
}
