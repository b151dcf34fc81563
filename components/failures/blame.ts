import {
  type Blame,
  type LinkFailure,
  linkFailures,
  linkFailureVerdicts,
  type Refusal,
  refusals,
  refusalVerdicts,
} from '#lib/domain/refusals/failure.ts'

/** Who ended a link flow without a connection; null if unknown. */
export const linkBlame = blameOf<LinkFailure, Blame | null>(linkFailures, linkFailureVerdicts)

/** Who is to blame for a service's refusal. */
export const refusalBlame = blameOf<Refusal, Blame>(refusals, refusalVerdicts)

function blameOf<Name extends string, Who extends Blame | null>(
  names: readonly Name[],
  verdicts: Readonly<Record<Name, { blame: Who }>>,
) {
  return Object.fromEntries(names.map(name => [name, verdicts[name].blame])) as Record<Name, Who>
}
