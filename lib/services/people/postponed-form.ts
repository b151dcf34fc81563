import { z } from 'zod'
import { now } from '#lib/clock.ts'
import { open, seal } from '#lib/vault.ts'
import { freshMs } from './reauthenticate.ts'

/** Submitted as it was once the password is given (C24); the cookie is app/held-form.ts's. */

const HeldForm = z.object({
  path: z.string(),
  /** URL-encoded. */
  body: z.string(),
  /** Milliseconds since 1970. */
  at: z.number(),
})
export type HeldForm = z.infer<typeof HeldForm>

const columnOf = (sessionId: string) => ({ row: sessionId, column: 'cookie.held' })

/** This session only, five minutes. */
export function sealForm({ path, body }: Pick<HeldForm, 'path' | 'body'>, sessionId: string): Promise<string> {
  return seal(JSON.stringify({ path, body, at: now().getTime() }), columnOf(sessionId))
}

/** Null: another session, too old, invalid. */
export async function openForm(sealed: string, sessionId: string): Promise<HeldForm | null> {
  try {
    const form = HeldForm.parse(JSON.parse(await open(sealed, columnOf(sessionId))))
    const ageMs = now().getTime() - form.at
    return ageMs >= 0 && ageMs <= freshMs ? form : null
  } catch {
    return null
  }
}
