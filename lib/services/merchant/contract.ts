import { now } from '#lib/clock.ts'
import { db, type Tx } from '#lib/db.ts'
import { type Contract, contractOf, currentVersion } from '#lib/domain/merchant/contract.ts'
import { Refused } from '#lib/domain/refusals/refused.ts'
import type { Actor } from '#lib/domain/who.ts'
import type { ContractInput, ContractView } from '#lib/views/activation.ts'
import { inOrganisation, memberOf } from './members.ts'
import { auditOrganisation } from './organisations.ts'

/** Each accepted version is kept, with who accepted it in which language. */

export async function isContractAccepted(organisationId: string, tx: Tx = db()): Promise<boolean> {
  const where = { organisationId, version: currentVersion }
  return (await tx.contractAcceptance.count({ where })) > 0
}

/** Newest first. */
export async function viewContract(organisationId: string): Promise<ContractView> {
  const rows = await db().contractAcceptance.findMany({
    where: { organisationId },
    orderBy: { version: 'desc' },
    take: 20,
  })
  const accepted = rows.map(({ version, language, name, acceptedAt }) => {
    return { version, language, name, at: acceptedAt.toISOString() }
  })
  const isDraft = contractOf(currentVersion)?.isDraft ?? false
  return {
    version: currentVersion,
    isDraft,
    isAccepted: accepted.some(({ version }) => version === currentVersion),
    accepted,
  }
}

/** As the owner read it; the first acceptance stays. Refusals: `not_found`, `consent_changed_meanwhile` (an old version). */
export async function acceptContract(
  { userId, organisationId }: Actor<'activation.contract'>,
  { version, language }: ContractInput,
): Promise<void> {
  if (version !== currentVersion) throw new Refused('consent_changed_meanwhile')
  await inOrganisation(organisationId, async tx => {
    await memberOf(userId, organisationId, 'beneficiary.write', tx)
    if (await isContractAccepted(organisationId, tx)) return
    const { name } = await tx.user.findUniqueOrThrow({ where: { id: userId }, select: { name: true } })
    const by = { acceptedByUserId: userId, name, acceptedAt: now() }
    await tx.contractAcceptance.create({ data: { organisationId, version, language, ...by } })
    const detail = { version, language }
    await auditOrganisation(tx, { userId, organisationId, action: 'activation.contract_accepted', detail })
  })
}

/** As a text file, with who accepted it. Refusals: `not_found` (a version that never was). */
export async function exportContract(
  { organisationId }: Actor<'activation.read'>,
  wanted: string | null,
  asked: 'fr' | 'en',
): Promise<{ readonly name: string; readonly text: string }> {
  const contract = contractOf(wanted ?? currentVersion)
  if (contract === null) throw new Refused('not_found')
  const { version } = contract
  const where = { organisationId_version: { organisationId, version } }
  const row = await db().contractAcceptance.findUnique({ where, include: { organisation: true } })
  const language = row?.language ?? asked
  const by = row === null ? '' : signatureOf(language, row.organisation.legalName, row.name, row.acceptedAt)
  return { name: `guichet-${version}-${language}.txt`, text: textOf(contract, language) + by }
}

function textOf(contract: Contract, language: 'fr' | 'en'): string {
  const title = contract.isDraft
    ? {
        fr: 'Projet de contrat et de frais de Guichet, version du',
        en: 'Draft contract and fees of Guichet, version of',
      }
    : { fr: 'Contrat et frais de Guichet, version du', en: 'Contract and fees of Guichet, version of' }
  const sections = contract[language].map(([head, text], at) => `${at + 1}. ${head}\n\n${text}\n`)
  return `${title[language]} ${contract.version}\n\n${sections.join('\n')}`
}

function signatureOf(language: 'fr' | 'en', organisation: string, name: string, at: Date): string {
  const words = { fr: ['Accepté pour', 'par', 'le'], en: ['Accepted for', 'by', 'on'] }
  const [forWhom, by, on] = words[language]
  return `\n${forWhom} ${organisation} ${by} ${name} ${on} ${at.toISOString()}\n`
}
