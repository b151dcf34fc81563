import { answerFile } from '#app/answer-file.ts'
import { answerMember } from '#app/api/merchant/answer-member.ts'
import { exportContract } from '#lib/services/merchant/contract.ts'

/** The contract as a text file: `?version=` and, before it is accepted, `?language=en`. */
export const GET = answerMember('activation.read', async ({ who, query }) => {
  const { name, text } = await exportContract(who, query.get('version'), query.get('language') === 'en' ? 'en' : 'fr')
  return answerFile({ name, type: 'text/plain; charset=utf-8', body: text })
})
