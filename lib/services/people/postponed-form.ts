import { z } from 'zod'
import { openFromBrowser, sealForBrowser } from '#lib/base/sealed-cookie.ts'
import { freshMs } from './reauthenticate.ts'

/** Submitted as it was once its person has given the password (C24) or signed in; the cookie is app/held-form.ts's. */

const HeldForm = z.object({
  path: z.string(),
  /** URL-encoded. */
  body: z.string(),
})
export type HeldForm = z.infer<typeof HeldForm>

const columnOf = (userId: string) => ({ row: userId, column: 'cookie.held' })

/** This person only, five minutes. */
export function sealForm({ path, body }: HeldForm, userId: string): Promise<string> {
  return sealForBrowser({ path, body }, columnOf(userId))
}

/** Null: another person, too old, invalid. */
export function openForm(sealed: string, userId: string): Promise<HeldForm | null> {
  return openFromBrowser(sealed, columnOf(userId), { schema: HeldForm, longestMs: freshMs })
}
