import { typedSingleLine } from '@guichet/values/text/storable.ts'
import { z } from 'zod'

/** WebAuthn § 5; browsers add members. */

const base64url = (max: number) => z.string().regex(new RegExp(`^[A-Za-z0-9_-]{1,${max}}$`), 'must be base64url')
const credentialId = base64url(1_400)
const attachment = z.enum(['platform', 'cross-platform']).optional().catch(undefined)
const transports = z.array(z.enum(['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'])).max(8)

export const passkeyNameLength = 60

/** What a browser answers about a key. */
const credential = <Shape extends z.ZodRawShape>(response: Shape) =>
  z.object({
    id: credentialId,
    rawId: credentialId,
    type: z.literal('public-key'),
    authenticatorAttachment: attachment,
    clientExtensionResults: z.object({}),
    response: z.object(response),
  })

export const NewPasskey = z.strictObject({
  challengeId: z.uuid(),
  name: typedSingleLine(passkeyNameLength),
  response: credential({
    clientDataJSON: base64url(8_000),
    attestationObject: base64url(40_000),
    transports: transports.optional().catch(undefined),
  }),
})
export type NewPasskey = z.infer<typeof NewPasskey>

export const UsedPasskey = z.strictObject({
  challengeId: z.uuid(),
  response: credential({
    clientDataJSON: base64url(8_000),
    authenticatorData: base64url(4_000),
    signature: base64url(4_000),
    userHandle: base64url(200).optional().catch(undefined),
  }),
})
export type UsedPasskey = z.infer<typeof UsedPasskey>

export const PasskeyName = z.strictObject({ name: typedSingleLine(passkeyNameLength) })

/** Passed to the browser unchanged. */
export const PasskeyQuestion = z.object({ challengeId: z.uuid(), options: z.looseObject({ challenge: z.string() }) })
export type PasskeyQuestion = z.infer<typeof PasskeyQuestion>

export type PasskeyView = {
  id: string
  name: string
  /** Synchronised between devices. */
  backedUp: boolean
  createdAt: string
  lastUsedAt: string | null
}
