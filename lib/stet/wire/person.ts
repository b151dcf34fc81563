import { z } from 'zod'
import { OptionalText, WireAmount } from './text.ts'

/** Answer of `GET /accounts/{id}/owners` (D22): persons in `identities`, a legal entity in `company`. */
export const WireOwners = z.object({
  identities: z.array(z.unknown()).nullish().catch(null),
  company: z
    .object({ identification: z.string().min(1), schemeName: OptionalText, issuer: OptionalText })
    .nullish()
    .catch(null),
})
export type WireOwners = z.infer<typeof WireOwners>

export const WireOwner = z.object({ fullName: z.string().min(1), role: OptionalText })

/** Answer of `GET /accounts/{id}/overdrafts` (D21). */
export const WireOverdraft = z.object({ overdrafts: z.object({ allowedAmount: WireAmount.nullish() }).nullish() })
export type WireOverdraft = z.infer<typeof WireOverdraft>

/** Answer of `GET /end-user-identity` (D23): any of the three names may be there. */
export const WireIdentity = z.object({ connectedPsu: OptionalText, firstName: OptionalText, lastName: OptionalText })
export type WireIdentity = z.infer<typeof WireIdentity>
