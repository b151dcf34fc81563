import { difficultAccounts } from './difficult.ts'
import type { AccountPlan } from './plan.ts'
import { rentAccountName } from './scenarios/households.ts'

const retailFeatures = ['IP', 'SCT']
const everyFeature = ['IP', 'SCT', 'SCT_MULT']

const own = (
  personId: string,
  fullName: string,
  plan: Omit<AccountPlan, 'holders' | 'owners' | 'age'>,
): AccountPlan => ({
  ...plan,
  age: 'settled',
  holders: [{ personId }],
  owners: [{ fullName, role: 'Titulaire' }],
})

const company = (
  personId: string,
  [fullName, siren]: readonly [fullName: string, siren: string],
  manager: string,
  plan: Omit<AccountPlan, 'holders' | 'owners' | 'age' | 'usage'>,
): AccountPlan => ({
  ...plan,
  usage: 'ORGA',
  age: 'settled',
  holders: [{ personId }],
  owners: [
    { fullName, company: { number: siren, scheme: 'SIREN' } },
    { fullName: manager, role: 'Gérant' },
  ],
})

/** Accounts of one bank, in their holders' order; a card follows its account. */
const littoral: readonly AccountPlan[] = [
  own('lea-moreau', 'LEA MOREAU', {
    key: 'lea-moreau/courant',
    bankCode: '19870',
    number: '00412870011',
    name: 'Compte étudiant Mlle Léa Moreau',
    product: 'Compte courant étudiant',
    features: retailFeatures,
    overdraftMinor: 20_000,
    openingMinor: 56_842,
  }),
  own('camille-bernard', 'CAMILLE BERNARD', {
    key: 'camille-bernard/courant',
    bankCode: '19870',
    number: '00398150022',
    name: 'Compte courant Mme Camille Bernard',
    product: 'Compte de dépôt',
    features: retailFeatures,
    overdraftMinor: 50_000,
    openingMinor: 364_507,
  }),
  own('camille-bernard', 'CAMILLE BERNARD', {
    key: 'camille-bernard/projet',
    bankCode: '19870',
    number: '00398150038',
    name: 'Compte projet Mme Camille Bernard',
    product: 'Compte sur livret à vue',
    features: ['SCT'],
    openingMinor: 238_019,
  }),
  {
    key: 'bernard/joint',
    bankCode: '19870',
    number: '00401770035',
    name: 'Compte joint M. et Mme Bernard',
    product: 'Compte de dépôt joint',
    features: everyFeature,
    overdraftMinor: 100_000,
    openingMinor: 187_264,
    age: 'settled',
    holders: [
      { personId: 'camille-bernard', shared: true },
      { personId: 'thomas-bernard', shared: true },
    ],
    owners: [
      { fullName: 'CAMILLE BERNARD', role: 'Cotitulaire' },
      { fullName: 'THOMAS BERNARD', role: 'Cotitulaire' },
    ],
  },
  own('thomas-bernard', 'THOMAS BERNARD', {
    key: 'thomas-bernard/courant',
    bankCode: '19870',
    number: '00401770041',
    name: 'Compte courant M. Thomas Bernard',
    product: 'Compte de dépôt',
    features: retailFeatures,
    overdraftMinor: 40_000,
    openingMinor: 291_936,
  }),
  {
    ...own('ines-petit', 'INES PETIT', {
      key: 'ines-petit/courant',
      bankCode: '19870',
      number: '00427590044',
      name: 'Compte courant Mme Inès Petit',
      product: 'Compte de dépôt',
      features: retailFeatures,
      openingMinor: 0,
    }),
    age: 'new',
  },
]

const vallees: readonly AccountPlan[] = [
  own('sophie-laurent', 'SOPHIE LAURENT', {
    key: 'sophie-laurent/courant',
    bankCode: '19871',
    number: '00175230055',
    name: 'Compte courant Mme Sophie Laurent',
    product: 'Compte de dépôt Premier',
    features: everyFeature,
    overdraftMinor: 150_000,
    openingMinor: 342_671,
  }),
  own('sophie-laurent', 'SOPHIE LAURENT', {
    key: 'sophie-laurent/carte',
    bankCode: '19871',
    number: '00175230055',
    name: 'Visa Premier Mme Sophie Laurent',
    product: 'Carte à débit différé',
    openingMinor: 0,
    backing: 'sophie-laurent/courant',
  }),
  // A card unused for a long time: hers, and not listed (§ AIS behaviour rule 4).
  own('sophie-laurent', 'SOPHIE LAURENT', {
    key: 'sophie-laurent/carte-oubliee',
    bankCode: '19871',
    number: '00175230055',
    name: 'Visa Mme Sophie Laurent',
    product: 'Carte à débit différé',
    openingMinor: 0,
    backing: 'sophie-laurent/courant',
  }),
  own('camille-bernard-vallees', 'CAMILLE BERNARD', {
    key: 'camille-bernard-vallees/courant',
    bankCode: '19871',
    number: '00181440022',
    name: 'Compte de côté Mme Camille Bernard',
    product: 'Compte de dépôt Premier',
    features: retailFeatures,
    overdraftMinor: 30_000,
    openingMinor: 276_340,
  }),
  own('camille-bernard-vallees', 'CAMILLE BERNARD', {
    key: 'camille-bernard-vallees/carte',
    bankCode: '19871',
    number: '00181440022',
    name: 'Visa Premier Mme Camille Bernard',
    product: 'Carte à débit différé',
    openingMinor: 0,
    backing: 'camille-bernard-vallees/courant',
  }),
]

const deuxRives: readonly AccountPlan[] = [
  own('julien-mercier', 'JULIEN MERCIER', {
    key: 'julien-mercier/eur',
    bankCode: '19872',
    number: '00254910066',
    name: 'Compte courant M. Julien Mercier',
    product: 'Compte courant indépendant',
    features: everyFeature,
    overdraftMinor: 80_000,
    openingMinor: 418_255,
  }),
  own('julien-mercier', 'JULIEN MERCIER', {
    key: 'julien-mercier/usd',
    bankCode: '19872',
    number: '00254910066',
    name: 'Compte en dollars M. Julien Mercier',
    product: 'Compte en devise',
    currency: 'USD',
    openingMinor: 286_400,
  }),
]

/** Names that companies trade under, by account number: a payee may be verified by them too. */
const tradeNames: Readonly<Record<string, string>> = { '00093620077': 'LIBRAIRIE DU PORT' }

export const tradeNamesOf = (iban: string): string[] =>
  Object.entries(tradeNames).flatMap(([number, name]) => (iban.slice(14, 25) === number ? [name] : []))

const cormoran: readonly AccountPlan[] = [
  company('karim-haddad', ['ATELIER HADDAD SARL', '732829320'], 'KARIM HADDAD', {
    key: 'karim-haddad/atelier',
    bankCode: '19873',
    number: '00093620077',
    name: 'Atelier Haddad SARL',
    product: 'Compte courant professionnel',
    features: everyFeature,
    overdraftMinor: 1_500_000,
    openingMinor: 1_864_129,
  }),
  company('antoine-girard', ['GIRARD PRIMEURS', '404833048'], 'ANTOINE GIRARD', {
    key: 'antoine-girard/marche',
    bankCode: '19873',
    number: '00097180088',
    name: 'Girard Primeurs',
    product: 'Compte courant professionnel',
    features: everyFeature,
    overdraftMinor: 800_000,
    openingMinor: 927_480,
  }),
]

const rentAccounts = 45

const oleron: readonly AccountPlan[] = Array.from({ length: rentAccounts }, (_, at) => {
  const number = at + 1
  return {
    ...own('monique-roux', 'MONIQUE ROUX', {
      key: `monique-roux/loyer-${String(number).padStart(2, '0')}`,
      bankCode: '19874',
      number: String(310_400_000 + number * 137).padStart(11, '0'),
      name: `Loyers ${rentAccountName(number)}`,
      product: 'Compte de gestion locative',
      features: ['SCT', 'SCT_MULT'],
      openingMinor: 141_000 + number * 1_913,
    }),
    usage: 'ORGA' as const,
  }
})

/** All accounts; holders of a joint account are in one plan. */
export const portfolio: readonly AccountPlan[] = [
  ...littoral,
  ...vallees,
  ...deuxRives,
  ...cormoran,
  ...oleron,
  ...difficultAccounts,
]
