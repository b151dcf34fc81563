import { searchOf } from '#app/read-request.ts'
import { answerSimpleFin } from '#app/simplefin/answer.ts'
import { readSimpleFin } from '#lib/services/apps/simplefin.ts'

export const GET = answerSimpleFin(({ request, address }) =>
  readSimpleFin({
    address,
    authorization: request.headers.get('authorization'),
    query: searchOf(request),
    program: request.headers.get('user-agent'),
  }),
)
