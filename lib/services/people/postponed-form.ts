import { z } from 'zod'
import { openFromBrowser, sealForBrowser } from '#lib/base/sealed-cookie.ts'
import { freshMs } from './reauthenticate.ts'

/** Submitted as it was once the password is given (C24); the cookie is app/held-form.ts's. */

const HeldForm = z.object({
  path: z.string(),
  /** URL-encoded. */
  body: z.string(),
})
export type HeldForm = z.infer<typeof HeldForm>

const columnOf = (sessionId: string) => ({ row: sessionId, column: 'cookie.held' })

/** This session only, five minutes. */
export function sealForm({ path, body }: HeldForm, sessionId: string): Promise<string> {
  return sealForBrowser({ path, body }, columnOf(sessionId))
}

/** Null: another session, too old, invalid. */
export function openForm(sealed: string, sessionId: string): Promise<HeldForm | null> {
  return openFromBrowser(sealed, columnOf(sessionId), { schema: HeldForm, longestMs: freshMs })
}
