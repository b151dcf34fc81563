import { z } from 'zod'

/**
 * Pieces that every schema of this folder is made of. They are tolerant: unknown members pass, a text of the wrong type
 * counts as absent. What a row can't do without is asked for in `translate.ts`, which sets such a row aside.
 */

/** A text that may be missing. A bare number is taken as its digits: live banks write codes both ways. */
export const OptionalText = z
  .union([z.string(), z.number().transform(String)])
  .nullish()
  .catch(null)

/** Amount as text with all its digits (`parseJson` keeps those of a bare number), D29. */
export const WireAmount = z.object({ amount: z.string(), currency: z.string() })
export type WireAmount = z.infer<typeof WireAmount>

/** `{href, templated}`; only a non-empty href counts (D19). */
const WireLink = z
  .object({ href: z.string(), templated: z.boolean().nullish().catch(null) })
  .nullish()
  .catch(null)

export const WireLinks = z
  .record(z.string(), WireLink)
  .nullish()
  .catch(null)
  .transform(links => {
    const hrefs = new Map<string, string>()
    for (const [name, link] of Object.entries(links ?? {})) {
      // A template has no address yet; the path known from document 1 serves instead.
      if (link && link.href !== '' && link.templated !== true) hrefs.set(name, link.href)
    }
    return hrefs
  })
/** Link name to href. */
export type WireLinks = z.infer<typeof WireLinks>
