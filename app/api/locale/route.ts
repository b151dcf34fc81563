import { z } from 'zod'
import { answer } from '#app/answer.ts'
import { rememberLocale } from '#app/remember.ts'
import { changeLocale } from '#lib/services/people/users.ts'

const LocaleInput = z.strictObject({ locale: z.enum(['fr', 'en']) })

export const PUT = answer('preferences.change', LocaleInput, async ({ who, body }) => {
  const { locale } = body
  await changeLocale(who, locale)
  await rememberLocale(locale)
})
