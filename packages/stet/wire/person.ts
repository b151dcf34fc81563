import { z } from 'zod'
import { label, noError, optionalLabel, WireAmount } from './text.ts'

/** `GET /accounts/{id}/owners` (bank:D22). */
export const WireOwners = z
  .object({
    identities: z.array(z.unknown()).nullish(),
    company: z
      .object({ identification: label(70), schemeName: optionalLabel(70), issuer: optionalLabel(35) })
      .nullish()
      .catch(null),
  })
  .refine(({ identities, company }) => identities !== undefined || company !== undefined, 'neither persons nor company')
export type WireOwners = z.infer<typeof WireOwners>

export const WireOwner = z.object({ fullName: label(140), role: optionalLabel(70) })

/** `GET /accounts/{id}/overdrafts` (bank:D21). */
export const WireOverdraft = z.object({
  overdrafts: z.object({ allowedAmount: WireAmount.nullish().catch(null) }).nullable(),
})
export type WireOverdraft = z.infer<typeof WireOverdraft>

/** `GET /end-user-identity` (bank:D23). */
export const WireIdentity = z.object({
  connectedPsu: optionalLabel(140),
  firstName: optionalLabel(70),
  lastName: optionalLabel(70),
  ...noError,
})
export type WireIdentity = z.infer<typeof WireIdentity>
