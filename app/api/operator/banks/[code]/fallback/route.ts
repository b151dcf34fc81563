import { z } from 'zod'
import { answerOperator } from '#app/answer.ts'
import { switchFallback } from '#lib/services/operator/banks.ts'

export const PUT = answerOperator(
  'operator.fallback',
  z.strictObject({ allowed: z.boolean() }),
  async ({ who, part, body, presence }) => {
    const { allowed } = body
    await switchFallback(who, { bankCode: part('code'), allowed, ip: presence().ipAddress })
  },
)
