import { answer } from '#app/answer.ts'
import { dismissTakenBack } from '#lib/services/accounts/taken-back.ts'

/** Puts away the notes of lines that the bank took back: field `ids`, separated by spaces. */
export const POST = answer('notice.dismiss', '/accounts/[id]', async ({ who, part, field, page }) => {
  await dismissTakenBack(who, part('id'), field('ids').split(' '))
  return page
})
