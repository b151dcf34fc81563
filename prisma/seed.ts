import { type Db, db } from '#lib/db.ts'
import { readEnv } from '#lib/env.ts'
import { readSandboxScreens } from '#lib/services/banks/sandbox.ts'
import { hashPassword } from '#lib/services/people/users.ts'

/** The directory of banks and people to try it with. Run again, it changes only what an operator would not have. */

type Entry = {
  readonly code: string
  readonly name: string
  readonly bic: string
  readonly brandColor: string
  readonly initials: string
  readonly city: string
  /** None of its customers' accounts has `IP` (bank:D42). */
  readonly hasInstant?: boolean
  /** v1.6.2 where it is not said. */
  readonly aisVersion?: '1.4.2'
  /** Its app opens on a phone: retail customers only (document 1, App-to-app activation). */
  readonly appToApp?: true
}

const banks: readonly Entry[] = [
  {
    code: '19870',
    name: 'Banque du Littoral',
    bic: 'RIVLFRPP',
    brandColor: '#0B3C6F',
    initials: 'BL',
    city: 'La Rochelle',
    appToApp: true,
  },
  {
    code: '19871',
    name: 'Caisse des Vallées',
    bic: 'RIVVFRPP',
    brandColor: '#1F6B3A',
    initials: 'CV',
    city: 'Grenoble',
    appToApp: true,
  },
  {
    code: '19872',
    name: 'Crédit des Deux Rives',
    bic: 'RIVDFRPP',
    brandColor: '#7A1732',
    initials: 'DR',
    city: 'Strasbourg',
    appToApp: true,
  },
  {
    code: '19873',
    name: 'Banque Cormoran',
    bic: 'RIVCFRPP',
    brandColor: '#1B1B1F',
    initials: 'BC',
    city: 'Nantes',
    aisVersion: '1.4.2',
  },
  {
    code: '19874',
    name: 'Comptoir d’Oléron',
    bic: 'RIVOFRPP',
    brandColor: '#43307A',
    initials: 'CO',
    city: 'Saint-Pierre-d’Oléron',
    appToApp: true,
    hasInstant: false,
  },
]

/** § AIS Versioning: owners and overdrafts came with v1.6.2. */
const supportsOf = ({ aisVersion, hasInstant = true }: Entry) => [
  ...(aisVersion ? [] : ['owners', 'overdrafts']),
  'payments',
  ...(hasInstant ? ['instant'] : []),
]

/** The demonstration's password is printed for everybody to read: they are no one. */
export const demoPassword = 'bonjour-guichet-2026'
export const demoPeople = [
  { email: 'camille@guichet.example', name: 'Camille Bernard' },
  { email: 'thomas@guichet.example', name: 'Thomas Bernard' },
]
/** Of the guided tour, which links and leaves banks as this person. */
export const demoVisitor = { email: 'visite@guichet.example', name: 'Odile Marin' }
/** Of the guided tour too: starts to link a bank, and sends somebody else there. */
export const demoStranger = { email: 'victor@guichet.example', name: 'Victor Lenoir' }
/** Who may use the operator console, /operator. */
export const demoOperator = { email: 'operateur@guichet.example', name: 'Olivia Opération', role: 'operator' }
/** Who takes payments: /merchant. */
export const demoMerchant = { email: 'marchand@guichet.example', name: 'Maëlle Le Goff' }
/** The trade name of a company that has its account at Banque Cormoran, by that bank's name and number; its manager there is Karim Haddad. */
export const demoShop = {
  name: 'Librairie du Port',
  legalName: 'Atelier Haddad SARL',
  registrationNumber: '732829320',
  addressLines: ['12 quai Duperré', '17000 La Rochelle'],
  email: 'bonjour@librairie-du-port.example',
  website: 'https://librairie-du-port.example',
  beneficiaryName: 'Atelier Haddad SARL',
  beneficiaryIban: 'FR7619873009020009362007722',
  beneficiaryBic: 'RIVCFRPP',
  returnUrls: ['http://localhost:4000/', 'https://librairie-du-port.example/merci'],
}

/** The version that it accepted (domain/merchant/contracts.json). */
const demoContract = '2026-11-29'

/** Its activation for live payments: an operator compared its papers. */
const demoActivation = {
  representativeName: demoMerchant.name,
  representativeRole: 'Gérante',
  activity: 'Livres neufs et d’occasion, papeterie',
  nafCode: '47.61Z',
  beneficialOwners: [{ name: demoMerchant.name, bornOn: '1984-05-17', share: '100' }],
  approvedName: demoShop.name,
  approvedLegalName: demoShop.legalName,
  approvedNumber: demoShop.registrationNumber,
  approvedHolder: demoShop.beneficiaryName,
  approvedIban: demoShop.beneficiaryIban,
}

/** Fills an empty database; on a filled one it refreshes the addresses of the banks and leaves people alone. */
export async function seed(client: Db = db()): Promise<void> {
  for (const one of banks) {
    const { aisVersion, appToApp = false, hasInstant: _, ...bank } = one
    const entry = { ...bank, group: 'Groupe Rivages', ...addresses(bank.code) }
    const interfaceOf = { appToApp, ...(aisVersion ? { aisVersion } : {}), supports: supportsOf(one) }
    await client.bank.upsert({
      where: { code: bank.code },
      create: { ...entry, ...interfaceOf },
      update: addresses(bank.code),
    })
  }
  for (const person of [...demoPeople, demoVisitor, demoStranger, demoOperator, demoMerchant]) {
    if (await client.user.findUnique({ where: { email: person.email }, select: { id: true } })) continue
    const passwordHash = await hashPassword(demoPassword)
    const { id: userId } = await client.user.create({ data: { ...person, locale: 'fr', passwordHash } })
    if (person !== demoMerchant) continue
    const createdAt = new Date()
    const memberships = { create: { userId, role: 'owner' as const, roleSince: createdAt, createdAt } }
    const operator = await client.user.findUnique({ where: { email: demoOperator.email }, select: { id: true } })
    const approval = { ...demoActivation, approvedAt: createdAt, approvedByUserId: operator?.id ?? null }
    const { name } = demoMerchant
    const contract = {
      version: demoContract,
      language: 'fr' as const,
      acceptedByUserId: userId,
      name,
      acceptedAt: createdAt,
    }
    const acceptances = { create: contract }
    await client.organisation.create({ data: { ...demoShop, ...approval, createdAt, memberships, acceptances } })
  }
}

function addresses(code: string) {
  return {
    baseUrl: `https://${code}.sandbox.localhost:${readEnv('SANDBOX_API_PORT')}`,
    screensUrl: readSandboxScreens(code),
  }
}
