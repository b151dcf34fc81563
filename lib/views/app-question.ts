import { typedSingleLine } from '@guichet/values/text/storable.ts'
import { z } from 'zod'

/** What an assistant's questions say. The descriptions are its instructions. */

const Day = z.iso.date().nullable().default(null)

export const SearchQuestion = z.strictObject({
  words: typedSingleLine(100).default('').describe('Words of the text; a wrong letter is forgiven. Empty: all.'),
  from: Day.describe('First day, such as 2026-11-01.'),
  to: Day.describe('Last day, included.'),
  account_ids: z.array(z.uuid()).max(200).default([]).describe('Ids from list_accounts. Empty: all.'),
  cursor: typedSingleLine(600).nullable().default(null).describe('The next_cursor of the answer before.'),
})

export const MonthQuestion = z.strictObject({
  month: z
    .string()
    .regex(/^\d{4}-(0[1-9]|1[0-2])$/)
    .describe('Such as 2026-11.'),
})
