import { answerAnyone } from '#app/answer.ts'
import { answerFile } from '#app/answer-file.ts'
import { readErasure } from '#lib/services/data-rights/erase-everything.ts'

/** The record of an erasure as a file, for anyone with its unguessable id, because there is no session any more. */
export const GET = answerAnyone(async ({ id }) => {
  const record = await readErasure(id)
  return answerFile({
    name: `guichet-erasure-${record.erasedAt.slice(0, 10)}.json`,
    type: 'application/json; charset=utf-8',
    body: JSON.stringify(record, null, 2),
  })
})
