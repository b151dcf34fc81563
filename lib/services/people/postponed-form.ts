import { z } from 'zod'
import { now } from '#lib/clock.ts'
import { open, seal } from '#lib/vault.ts'
import { freshMs } from './reauthenticate.ts'

/**
 * A form submitted when a fresh password was required, sealed for its session. Once the person has given the password it is submitted
 * as it was, so that nobody presses the same button twice (C24). The browser keeps it in a cookie (`app/held-form.ts`).
 */

const HeldForm = z.object({
  /** Path of the route. */
  path: z.string(),
  /** URL-encoded form data. */
  body: z.string(),
  /** When it was sent, in milliseconds since 1970. */
  at: z.number(),
})
export type HeldForm = z.infer<typeof HeldForm>

const columnOf = (sessionId: string) => ({ row: sessionId, column: 'cookie.held' })

/** Seals a form so that only this session can open it, for five minutes. */
export function sealForm({ path, body }: Pick<HeldForm, 'path' | 'body'>, sessionId: string): Promise<string> {
  return seal(JSON.stringify({ path, body, at: now().getTime() }), columnOf(sessionId))
}

/** The form; null for another session’s, one older than five minutes, or an invalid text. */
export async function openForm(sealed: string, sessionId: string): Promise<HeldForm | null> {
  try {
    const form = HeldForm.parse(JSON.parse(await open(sealed, columnOf(sessionId))))
    const ageMs = now().getTime() - form.at
    return ageMs >= 0 && ageMs <= freshMs ? form : null
  } catch {
    return null
  }
}
