import { z } from 'zod'
import { now } from '#lib/clock.ts'
import { open, seal } from '#lib/vault.ts'
import { freshMs } from './reauthenticate.ts'

/**
 * A form that was sent while the password was old, sealed for the session that sent it: once the person has proved who they are it is
 * done as it was sent, and nobody presses the same button twice (C24). The browser keeps it in a cookie (`app/held-form.ts`).
 */

const HeldForm = z.object({
  /** Of the route. */
  path: z.string(),
  /** As a browser encodes a form. */
  body: z.string(),
  /** When it was sent, in milliseconds since 1970. */
  at: z.number(),
})
export type HeldForm = z.infer<typeof HeldForm>

const columnOf = (sessionId: string) => ({ row: sessionId, column: 'cookie.held' })

/** A form as a text that opens for this session alone, for five minutes. */
export function sealForm({ path, body }: Pick<HeldForm, 'path' | 'body'>, sessionId: string): Promise<string> {
  return seal(JSON.stringify({ path, body, at: now().getTime() }), columnOf(sessionId))
}

/** The form again; null for another session’s, one that is older than five minutes, and what is no such text. */
export async function openForm(sealed: string, sessionId: string): Promise<HeldForm | null> {
  try {
    const form = HeldForm.parse(JSON.parse(await open(sealed, columnOf(sessionId))))
    const ageMs = now().getTime() - form.at
    return ageMs >= 0 && ageMs <= freshMs ? form : null
  } catch {
    return null
  }
}
