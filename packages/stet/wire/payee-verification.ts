import { z } from 'zod'
import { label, optionalLabel } from './text.ts'

/** EPC scheme: MTCH, CMTC, NMTC or NOAP. */
export const WirePayeeVerification = z.object({ partyNameMatch: label(4), matchedName: optionalLabel(140) })
