import type { Person } from '#sandbox/store/people.ts'
import { type AccountPlan, type CatalogueLine, customer } from './plan.ts'
import { lacroixCardKey } from './scenarios/businesses.ts'

/**
 * Problems that affect everything of a customer: the interface does not know their number (IPSU), the system that keeps their
 * accounts does not answer (INTS), or their consents need two signatures (NIMP, 501).
 */
export type Trouble = 'unregistered' | 'unreachable' | 'two_signatures'

type DifficultLine = CatalogueLine & { readonly trouble?: Trouble; readonly status?: Person['status'] }

/** One person for each refusal that needs one; `packages/sandbox/ais/reachable-codes.ts` has their codes. */
export const difficultLines: readonly DifficultLine[] = [
  customer('hugo-blanchet', ['Hugo', 'Blanchet'], ['19874', '10060002', '200002', '06 •• •• •• 02'], {
    fr: 'Un compte bloqué à côté d’un compte ouvert : AC06.',
    en: 'A blocked account beside an open one: AC06.',
  }),
  customer('nadia-ferreira', ['Nadia', 'Ferreira'], ['19874', '10060003', '300003', '06 •• •• •• 03'], {
    fr: 'Un compte clôturé à côté d’un compte ouvert : AC04.',
    en: 'A closed account beside an open one: AC04.',
  }),
  {
    ...customer('rene-castel', ['René', 'Castel'], ['19874', '10060004', '400004', '06 •• •• •• 04'], {
      fr: 'Abonnement résilié : les écrans le disent et renvoient au prestataire (IPSU).',
      en: 'Terminated subscription: the screens say so and send back to the provider (IPSU).',
    }),
    status: 'terminated',
  },
  customer('aline-chevalier', ['Aline', 'Chevalier'], ['19874', '10060005', '500005', '06 •• •• •• 05'], {
    fr: 'Aucun compte : une liste sans contenu, 204.',
    en: 'No account at all: a list without content, 204.',
  }),
  customer('marc-delorme', ['Marc', 'Delorme'], ['19874', '10060006', '600006', '06 •• •• •• 06'], {
    fr: 'Ses deux comptes sont clôturés : NAAC.',
    en: 'Both of his accounts are closed: NAAC.',
  }),
  customer('eva-lacroix', ['Eva', 'Lacroix'], ['19874', '10060007', '700007', '06 •• •• •• 07'], {
    fr: 'Une carte sans encours (204) et une carte retirée : CDNA.',
    en: 'A card with nothing outstanding (204) and a card that was withdrawn: CDNA.',
  }),
  {
    ...customer('fanny-lambert', ['Fanny', 'Lambert'], ['19874', '10060008', '800008', '06 •• •• •• 08'], {
      fr: 'Le système qui tient son compte ne répond pas : INTS, 503.',
      en: 'The system that keeps her account does not answer: INTS, 503.',
    }),
    trouble: 'unreachable',
  },
  {
    ...customer('bruno-vidal', ['Bruno', 'Vidal'], ['19874', '10060009', '900009', '06 •• •• •• 09'], {
      fr: 'Son numéro d’abonné n’est pas connu de l’interface : IPSU.',
      en: 'His subscriber number is not known to the interface: IPSU.',
    }),
    trouble: 'unregistered',
  },
  customer('elise-fontaine', ['Élise', 'Fontaine'], ['19874', '10060010', '101010', '06 •• •• •• 10'], {
    fr: 'Mandataire, héritière et tutrice : les autres psuStatus de la v1.4.2.',
    en: 'Nominee, heir and guardian: the other psuStatus values of v1.4.2.',
  }),
  customer('sci-tilleuls', ['', 'SCI Les Tilleuls'], ['19873', '20050003-01', 'Tilleuls-2026', '06 •• •• •• 53'], {
    fr: 'Abonnement d’une société, sans prénom ni nom : identité sans contenu, 204.',
    en: 'Subscription of a company without a person’s name: identity without content, 204.',
  }),
  {
    ...customer('cooperative-halles', ['Odile', 'Garnier'], ['19873', '20050004-01', 'Halles-2026', '06 •• •• •• 54'], {
      fr: 'Coopérative à double signature : un consentement ne peut pas être enregistré ici (NIMP, 501).',
      en: 'Cooperative with two signatures: a consent cannot be recorded here (NIMP, 501).',
    }),
    trouble: 'two_signatures',
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
