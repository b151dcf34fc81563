import { singleLine } from '@guichet/values/text/storable.ts'
import { z } from 'zod'
import { answerMember } from '#app/api/merchant/answer-member.ts'
import { readColour } from '#lib/domain/merchant/brand-colours.ts'
import { Refused } from '#lib/domain/refusals/refused.ts'
import { changeBrandColour } from '#lib/services/merchant/brand.ts'

const NewColour = z.strictObject({ colour: singleLine(20) })

/** Sets the colour of the payment pages, `#rrggbb`; empty: ours. */
export const PUT = answerMember('organisation.change', NewColour, ({ who, body }) => {
  const { colour } = body
  const read = readColour(colour)
  if (colour !== '' && read === null) throw new Refused('invalid_input', { field: 'colour' })
  return changeBrandColour(who, read)
})
