import { typedSingleLine } from '@guichet/values/text/storable.ts'
import { z } from 'zod'
import { answerMember } from '#app/api/merchant/answer-member.ts'
import { changeReturnUrls } from '#lib/services/merchant/organisations.ts'

const Addresses = z.strictObject({ urls: z.array(typedSingleLine(600)).max(100) })

/** Replaces the return addresses for payers (C41). */
export const PUT = answerMember('return_urls.change', Addresses, ({ who, body }) => {
  const { urls } = body
  return changeReturnUrls(who, urls)
})
