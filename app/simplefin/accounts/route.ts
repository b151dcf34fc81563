import { searchOf } from '#app/read-request.ts'
import { answerSimpleFin } from '#app/simplefin/answer.ts'
import { readSimpleFin } from '#lib/services/apps/simplefin.ts'

export const GET = answerSimpleFin(({ request, by }) =>
  readSimpleFin({ by, authorization: request.headers.get('authorization'), query: searchOf(request) }),
)
