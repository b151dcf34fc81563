import { answer } from '#app/answer.ts'
import { dismissNotice } from '#lib/services/people/notices.ts'

export const DELETE = answer('notice.dismiss', ({ who, id }) => dismissNotice(who, id))
