import { setFrenchSpaces } from '@guichet/values/text/french-spaces.ts'
import { z } from 'zod'
import { ibanOf, resourceIdOf } from '#sandbox/people/settle.ts'
import rows from './reachable-codes.json' with { type: 'json' }

/** Conditions of the TPP or the call. */
export const conditions = [
  'certificate_without_role',
  'repeated_request_id',
  'batch',
  'subscription_terminated_later',
] as const

const Way = z.strictObject({
  code: z.string(),
  status: z.int(),
  /** Person of the catalogue who authorizes; `rene-castel` can't pass the screens, so his subscription is ended later. */
  personId: z.string(),
  /** What the TPP does, in a sentence. */
  how: z.strictObject({ fr: z.string(), en: z.string() }),
  method: z.enum(['GET', 'POST', 'PUT']).default('GET'),
  /** After `/stet/psd2/v1.6.2` or `/stet/psd2/v1.4.2`; `{lea-moreau/courant}` stands for the resourceId of that account. */
  path: z.string(),
  body: z.record(z.string(), z.unknown()).optional(),
  /** How often the call is made; the last answer counts. */
  times: z.int().default(1),
  /** Scope of the token. */
  scope: z.enum(['aisp', 'cbpii']).default('aisp'),
  under: z.enum(conditions).nullable().default(null),
})

/** How to get a code of document 1's error table, without the control desk; what it needs besides the usual headers. */
export type Way = Readonly<Omit<z.output<typeof Way>, 'body'>> & { readonly body: string | undefined }

const foreignIban = ibanOf({ bankCode: '19870', number: '00398150022' })

/** Every code of the error table (document 1, Errors; status by bank:D52), at least one way each. */
export const waysToCodes: readonly Way[] = z
  .array(Way)
  .parse(rows)
  .map(({ body, how, path, ...way }) => ({
    ...way,
    how: { ...how, fr: setFrenchSpaces(how.fr) },
    path: path.replace(/\{([^{}]+)\}/, (_, key: string) => resourceIdOf(key)),
    body: body && JSON.stringify(body).replace('{iban}', foreignIban),
  }))
