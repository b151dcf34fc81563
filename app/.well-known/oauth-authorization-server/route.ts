import { answerAnyone } from '#app/answer.ts'
import { authorizationServer } from '#lib/services/apps/oauth.ts'

export const GET = answerAnyone(async () => authorizationServer())
