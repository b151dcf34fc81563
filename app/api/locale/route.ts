import { z } from 'zod'
import { guarded } from '#app/guarded.ts'
import { answer } from '#app/problem.ts'
import { rememberLocale } from '#app/remember.ts'
import { changeLocale } from '#lib/services/people/users.ts'

const LocaleInput = z.strictObject({ locale: z.enum(['fr', 'en']) })

export const PUT = guarded(
  'preferences.change',
  answer(async ({ session, body }) => {
    const { locale } = await body(LocaleInput)
    await changeLocale(session.userId, locale)
    await rememberLocale(locale)
  }),
)
