import { answerAnyone } from '#app/answer.ts'
import { protectedResource } from '#lib/services/apps/oauth.ts'

export const GET = answerAnyone(async () => protectedResource())
