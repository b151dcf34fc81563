import type { Catalogue } from '#testing/bank/scripted-answer.ts'
import { consents } from './answers/consents.ts'
import { lists } from './answers/lists.ts'
import { payments } from './answers/payments.ts'
import { times } from './answers/times.ts'
import { tls } from './answers/tls.ts'
import { tokens } from './answers/tokens.ts'
import { transport } from './answers/transport.ts'
import { links, values } from './answers/values.ts'

/** Every answer of the hostile bank. */
export const catalogues: readonly Catalogue[] = [
  transport,
  tls,
  tokens,
  lists,
  values,
  links,
  consents,
  payments,
  times,
]
