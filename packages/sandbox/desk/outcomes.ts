import { z } from 'zod'
import { decimalOf } from '#sandbox/ais/presentation.ts'
import { conditions, waysToCodes } from '#sandbox/ais/reachable-codes.ts'
import { outcomeStages, outcomes } from '#sandbox/pis/outcomes.ts'
import { type DeskRoute, only, routesOf } from './route.ts'

const Sentence = z.strictObject({ fr: z.string(), en: z.string() })
const Amount = z.strictObject({
  amount: z.string(),
  stage: z.enum(outcomeStages).describe('When it makes itself felt'),
  reason: z.string().nullable(),
  meaning: Sentence,
})
const Situation = z.strictObject({
  code: z.string(),
  status: z.int(),
  personId: z.string().describe('Who authorizes'),
  how: Sentence,
  request: z.string(),
  times: z.int(),
  under: z.enum(conditions).nullable().describe('What must be so of the TPP or of the call'),
  scope: z.string(),
})
const Outcomes = z.strictObject({
  amounts: z.array(Amount).describe('Amounts of an instruction that decide what becomes of a payment'),
  situations: z.array(Situation).describe('How each code of the error table of document 1 is reached'),
})

/** Outcomes that a script can trigger without the desk. */
export function listOutcomes(): z.output<typeof Outcomes> {
  return {
    amounts: outcomes.map(one => only(Amount, { ...one, amount: decimalOf(one.amountMinor) })),
    situations: waysToCodes.map(({ method, path, ...way }) =>
      only(Situation, { ...way, request: `${method} ${path}` }),
    ),
  }
}

const route = routesOf('outcomes')

export const outcomeRoutes: readonly DeskRoute[] = [
  route('GET /outcomes', 'listOutcomes', {
    summary: 'What amounts and people provoke, so that a script needs no desk',
    answer: Outcomes,
    run: listOutcomes,
  }),
]
