import {
  type Blame,
  type LinkFailure,
  linkFailures,
  linkFailureVerdicts,
  type Refusal,
  refusals,
  refusalVerdicts,
} from '#lib/domain/refusals/failure.ts'

/** Who it was when a link flow ended without a connection. */
export const linkBlame = blameOf<LinkFailure>(linkFailures, linkFailureVerdicts)

/** Who it was when a service said no. */
export const refusalBlame = blameOf<Refusal>(refusals, refusalVerdicts)

function blameOf<Name extends string>(names: readonly Name[], verdicts: Readonly<Record<Name, { blame: Blame }>>) {
  return Object.fromEntries(names.map(name => [name, verdicts[name].blame])) as Record<Name, Blame>
}
