import { cache } from 'react'
import { Refused } from '#lib/domain/refusals/refused.ts'
import { showLink } from '#lib/services/payments/links.ts'
import type { PublicLinkView } from '#lib/views/organisation.ts'

/** The link of a page, read once for its frame, its title and itself; null for an unknown address. */
export const readLink = cache(async (slug: string): Promise<PublicLinkView | null> => {
  try {
    return await showLink(slug)
  } catch (error) {
    if (error instanceof Refused && error.code === 'not_found') return null
    throw error
  }
})
