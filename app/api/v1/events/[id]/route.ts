import { keyed } from '#app/api/v1/keyed.ts'
import { operations } from '#lib/domain/v1-operations.ts'
import { readEventOf } from '#lib/services/merchant/checkout.ts'

export const GET = keyed(operations.readEvent, ({ holder, id }) => readEventOf(holder, id))
