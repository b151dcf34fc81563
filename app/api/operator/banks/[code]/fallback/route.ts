import { z } from 'zod'
import { answerOperator } from '#app/api/operator/answer-operator.ts'
import { guarded } from '#app/guarded.ts'
import { switchFallback } from '#lib/services/operator/banks.ts'

export const PUT = guarded(
  'operator.fallback',
  answerOperator(async ({ session, params, body, presence }) => {
    const { allowed } = await body(z.strictObject({ allowed: z.boolean() }))
    await switchFallback(session, { bankCode: params.code ?? '', allowed, ip: presence().ipAddress })
  }),
)
