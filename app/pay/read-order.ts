import { cache } from 'react'
import { readPublicOrder } from '#lib/services/payments/public-order.ts'

/** The order of a page, read once for its frame, its title and itself. */
export const readOrder = cache(readPublicOrder)
