import { z } from 'zod'
import { answer } from '#app/problem.ts'
import { rememberLocale } from '#app/remember.ts'
import { changeLocale } from '#lib/services/people/users.ts'

const LocaleInput = z.object({ locale: z.enum(['fr', 'en']) })

export const PUT = answer(async ({ session, body }) => {
  const { locale } = await body(LocaleInput)
  await changeLocale(session.userId, locale)
  await rememberLocale(locale)
})
