import type { Person } from '#sandbox/store/people.ts'
import type { AccountPlan, CatalogueLine } from './plan.ts'
import { lacroixCardKey } from './scenarios/lacroix.ts'

/**
 * Problems that affect everything of a customer: the interface does not know their number (IPSU), the system that keeps their
 * accounts does not answer (INTS), or their consents need two signatures (NIMP, 501).
 */
export type Trouble = 'unregistered' | 'unreachable' | 'two_signatures'

type DifficultLine = CatalogueLine & { readonly trouble?: Trouble; readonly status?: Person['status'] }

/** One person for each refusal that needs one; `packages/sandbox/ais/reachable-codes.ts` has their codes. */
export const difficultLines: readonly DifficultLine[] = [
  {
    id: 'hugo-blanchet',
    firstName: 'Hugo',
    lastName: 'Blanchet',
    bankCode: '19874',
    identifier: '10060002',
    password: '200002',
    maskedPhone: '06 •• •• •• 02',
    story: {
      fr: 'Un compte bloqué à côté d’un compte ouvert : AC06.',
      en: 'A blocked account beside an open one: AC06.',
    },
  },
  {
    id: 'nadia-ferreira',
    firstName: 'Nadia',
    lastName: 'Ferreira',
    bankCode: '19874',
    identifier: '10060003',
    password: '300003',
    maskedPhone: '06 •• •• •• 03',
    story: {
      fr: 'Un compte clôturé à côté d’un compte ouvert : AC04.',
      en: 'A closed account beside an open one: AC04.',
    },
  },
  {
    id: 'rene-castel',
    firstName: 'René',
    lastName: 'Castel',
    bankCode: '19874',
    identifier: '10060004',
    password: '400004',
    maskedPhone: '06 •• •• •• 04',
    status: 'terminated',
    story: {
      fr: 'Abonnement résilié : les écrans le disent et renvoient au prestataire (IPSU).',
      en: 'Terminated subscription: the screens say so and send back to the provider (IPSU).',
    },
  },
  {
    id: 'aline-chevalier',
    firstName: 'Aline',
    lastName: 'Chevalier',
    bankCode: '19874',
    identifier: '10060005',
    password: '500005',
    maskedPhone: '06 •• •• •• 05',
    story: { fr: 'Aucun compte : une liste sans contenu, 204.', en: 'No account at all: a list without content, 204.' },
  },
  {
    id: 'marc-delorme',
    firstName: 'Marc',
    lastName: 'Delorme',
    bankCode: '19874',
    identifier: '10060006',
    password: '600006',
    maskedPhone: '06 •• •• •• 06',
    story: { fr: 'Ses deux comptes sont clôturés : NAAC.', en: 'Both of his accounts are closed: NAAC.' },
  },
  {
    id: 'eva-lacroix',
    firstName: 'Eva',
    lastName: 'Lacroix',
    bankCode: '19874',
    identifier: '10060007',
    password: '700007',
    maskedPhone: '06 •• •• •• 07',
    story: {
      fr: 'Une carte sans encours (204) et une carte retirée : CDNA.',
      en: 'A card with nothing outstanding (204) and a card that was withdrawn: CDNA.',
    },
  },
  {
    id: 'fanny-lambert',
    firstName: 'Fanny',
    lastName: 'Lambert',
    bankCode: '19874',
    identifier: '10060008',
    password: '800008',
    maskedPhone: '06 •• •• •• 08',
    trouble: 'unreachable',
    story: {
      fr: 'Le système qui tient son compte ne répond pas : INTS, 503.',
      en: 'The system that keeps her account does not answer: INTS, 503.',
    },
  },
  {
    id: 'bruno-vidal',
    firstName: 'Bruno',
    lastName: 'Vidal',
    bankCode: '19874',
    identifier: '10060009',
    password: '900009',
    maskedPhone: '06 •• •• •• 09',
    trouble: 'unregistered',
    story: {
      fr: 'Son numéro d’abonné n’est pas connu de l’interface : IPSU.',
      en: 'His subscriber number is not known to the interface: IPSU.',
    },
  },
  {
    id: 'elise-fontaine',
    firstName: 'Élise',
    lastName: 'Fontaine',
    bankCode: '19874',
    identifier: '10060010',
    password: '101010',
    maskedPhone: '06 •• •• •• 10',
    story: {
      fr: 'Mandataire, héritière et tutrice : les autres psuStatus de la v1.4.2.',
      en: 'Nominee, heir and guardian: the other psuStatus values of v1.4.2.',
    },
  },
  {
    id: 'sci-tilleuls',
    firstName: '',
    lastName: 'SCI Les Tilleuls',
    bankCode: '19873',
    identifier: '20050003-01',
    password: 'Tilleuls-2026',
    maskedPhone: '06 •• •• •• 53',
    story: {
      fr: 'Abonnement d’une société, sans prénom ni nom : identité sans contenu, 204.',
      en: 'Subscription of a company without a person’s name: identity without content, 204.',
    },
  },
  {
    id: 'cooperative-halles',
    firstName: 'Odile',
    lastName: 'Garnier',
    bankCode: '19873',
    identifier: '20050004-01',
    password: 'Halles-2026',
    maskedPhone: '06 •• •• •• 54',
    trouble: 'two_signatures',
    story: {
      fr: 'Coopérative à double signature : un consentement ne peut pas être enregistré ici (NIMP, 501).',
      en: 'Cooperative with two signatures: a consent cannot be recorded here (NIMP, 501).',
    },
  },
]

const troubles: ReadonlyMap<string, Trouble | undefined> = new Map(
  difficultLines.map(({ id, trouble }) => [id, trouble]),
)

/** A customer's problem; null for almost everyone. */
export function troubleOf(personId: string): Trouble | null {
  return troubles.get(personId) ?? null
}

const plain = (
  personId: string,
  fullName: string,
  [name, number]: readonly [name: string, number: string],
  more: Partial<AccountPlan> = {},
): AccountPlan => ({
  key: `${personId}/${number}`,
  bankCode: '19874',
  number: `0004127${number}`,
  name: `${name} ${fullName}`,
  product: 'Compte de dépôt',
  features: ['SCT'],
  openingMinor: 0,
  age: 'new',
  holders: [{ personId }],
  owners: [{ fullName: fullName.toUpperCase(), role: 'Titulaire' }],
  ...more,
})

const withStatus = (psuStatus: NonNullable<AccountPlan['holders'][number]['psuStatus']>): Partial<AccountPlan> => ({
  holders: [{ personId: 'elise-fontaine', psuStatus }],
})

const cardOf = (key: string, name: string, more: Partial<AccountPlan> = {}): AccountPlan =>
  plain('eva-lacroix', 'Eva Lacroix', [name, '0071'], {
    key,
    product: 'Carte à débit différé',
    features: [],
    backing: 'eva-lacroix/0071',
    ...more,
  })

/** Their accounts are empty, so that only the refusal is visible. */
export const difficultAccounts: readonly AccountPlan[] = [
  plain('hugo-blanchet', 'Hugo Blanchet', ['Compte courant', '0021']),
  plain('hugo-blanchet', 'Hugo Blanchet', ['Compte bloqué', '0022'], { status: 'blocked' }),
  plain('nadia-ferreira', 'Nadia Ferreira', ['Compte courant', '0031']),
  plain('nadia-ferreira', 'Nadia Ferreira', ['Compte clôturé', '0032'], { status: 'closed' }),
  plain('rene-castel', 'René Castel', ['Compte courant', '0041']),
  plain('marc-delorme', 'Marc Delorme', ['Compte clôturé', '0061'], { status: 'closed' }),
  plain('marc-delorme', 'Marc Delorme', ['Compte clôturé', '0062'], { status: 'closed' }),
  plain('eva-lacroix', 'Eva Lacroix', ['Compte courant', '0071']),
  cardOf(lacroixCardKey, 'Visa', { age: 'settled' }),
  cardOf('eva-lacroix/carte-retiree', 'Visa retirée', { status: 'closed' }),
  plain('fanny-lambert', 'Fanny Lambert', ['Compte courant', '0081']),
  plain('bruno-vidal', 'Bruno Vidal', ['Compte courant', '0091']),
  plain('elise-fontaine', 'Jeanne Fontaine', ['Compte courant', '0101'], withStatus('Nominee')),
  plain('elise-fontaine', 'Succession Paul Fontaine', ['Compte courant', '0102'], withStatus('Successor On Death')),
  plain('elise-fontaine', 'Lucien Fontaine', ['Compte courant', '0103'], withStatus('Trustee')),
  plain('sci-tilleuls', 'SCI Les Tilleuls', ['Compte courant', '0531'], {
    bankCode: '19873',
    usage: 'ORGA',
    owners: [{ fullName: 'SCI LES TILLEULS', company: { number: '521366475', scheme: 'SIREN' } }],
  }),
  plain('cooperative-halles', 'Coopérative des Halles', ['Compte courant', '0541'], {
    bankCode: '19873',
    usage: 'ORGA',
    owners: [{ fullName: 'COOPERATIVE DES HALLES', company: { number: '775665433', scheme: 'SIREN' } }],
  }),
]
