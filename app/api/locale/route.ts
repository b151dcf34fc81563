import { z } from 'zod'
import { answer } from '#app/problem.ts'
import { changeLocale } from '#lib/services/users.ts'

const LocaleInput = z.object({ locale: z.enum(['fr', 'en']) })

export const PUT = answer(async ({ session, body }) => changeLocale(session.userId, (await body(LocaleInput)).locale))
