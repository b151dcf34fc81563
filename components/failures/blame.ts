import {
  type Blame,
  type LinkFailure,
  linkFailures,
  linkFailureVerdicts,
  type Refusal,
  refusals,
  refusalVerdicts,
} from '#lib/domain/refusals/failure.ts'

/** Who it was when a link flow ended without a connection; null where nobody can say. */
export const linkBlame = blameOf<LinkFailure, Blame | null>(linkFailures, linkFailureVerdicts)

/** Who it was when a service said no. */
export const refusalBlame = blameOf<Refusal, Blame>(refusals, refusalVerdicts)

function blameOf<Name extends string, Who extends Blame | null>(
  names: readonly Name[],
  verdicts: Readonly<Record<Name, { blame: Who }>>,
) {
  return Object.fromEntries(names.map(name => [name, verdicts[name].blame])) as Record<Name, Who>
}
