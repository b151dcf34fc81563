import { setFrenchSpaces } from '@guichet/values/text/french-spaces.ts'
import { difficultLines } from './difficult.ts'
import type { CatalogueLine, CataloguePerson } from './plan.ts'

const lines: readonly CatalogueLine[] = [
  {
    id: 'lea-moreau',
    firstName: 'Léa',
    lastName: 'Moreau',
    bankCode: '19870',
    identifier: '10020001',
    password: '246810',
    maskedPhone: '06 •• •• •• 11',
    story: {
      fr: 'Étudiante à Lyon, un seul compte, souvent juste à la fin du mois.',
      en: 'Student in Lyon, a single account, often tight at the end of the month.',
    },
  },
  {
    id: 'camille-bernard',
    firstName: 'Camille',
    lastName: 'Bernard',
    bankCode: '19870',
    identifier: '10020002',
    password: '135790',
    maskedPhone: '06 •• •• •• 22',
    story: {
      fr: 'Salariée en couple : deux comptes à elle et le compte joint avec Thomas. Elle a aussi une autre banque.',
      en: 'Employee living in a couple: two accounts of her own and the joint one with Thomas. She has another bank too.',
    },
  },
  {
    id: 'thomas-bernard',
    firstName: 'Thomas',
    lastName: 'Bernard',
    bankCode: '19870',
    identifier: '10020003',
    password: '112233',
    maskedPhone: '07 •• •• •• 33',
    story: {
      fr: 'Son compte à lui et le même compte joint que Camille.',
      en: 'An account of his own and the same joint account as Camille.',
    },
  },
  {
    id: 'ines-petit',
    firstName: 'Inès',
    lastName: 'Petit',
    bankCode: '19870',
    identifier: '10020004',
    password: '000111',
    maskedPhone: '06 •• •• •• 44',
    story: {
      fr: 'Un compte neuf et vide : aucune opération, pas encore de solde comptable.',
      en: 'A new and empty account: no transaction, no accounting balance yet.',
    },
  },
  {
    id: 'sophie-laurent',
    firstName: 'Sophie',
    lastName: 'Laurent',
    bankCode: '19871',
    identifier: '10030001',
    password: '445566',
    maskedPhone: '06 •• •• •• 55',
    story: {
      fr: 'Une carte à débit différé, un crédit immobilier, un compte-titres ; une seconde carte qui dort.',
      en: 'A deferred-debit card, a mortgage, some securities; a second card that sleeps.',
    },
  },
  {
    id: 'camille-bernard-vallees',
    firstName: 'Camille',
    lastName: 'Bernard',
    bankCode: '19871',
    identifier: '10030002',
    password: '135790',
    maskedPhone: '06 •• •• •• 22',
    story: {
      fr: 'La seconde banque de Camille : un compte où elle met de côté, et une carte à débit différé pour les vacances.',
      en: "Camille's second bank: an account where she puts money aside, and a deferred-debit card for holidays.",
    },
  },
  {
    id: 'julien-mercier',
    firstName: 'Julien',
    lastName: 'Mercier',
    bankCode: '19872',
    identifier: '10040001',
    password: '778899',
    maskedPhone: '06 •• •• •• 66',
    story: {
      fr: 'Travaille pour des clients étrangers : euros et dollars sur un même IBAN.',
      en: 'Works for clients abroad: euros and dollars on one IBAN.',
    },
  },
  {
    id: 'karim-haddad',
    firstName: 'Karim',
    lastName: 'Haddad',
    bankCode: '19873',
    identifier: '20050001-01',
    password: 'Atelier-2026',
    maskedPhone: '06 •• •• •• 77',
    story: {
      fr: 'Entrepreneur : le compte de l’Atelier Haddad, avec TVA, salaires, fournisseurs, effets et remises de chèques.',
      en: 'Entrepreneur: the account of Atelier Haddad, with VAT, wages, suppliers, bills of exchange and cheques.',
    },
  },
  {
    id: 'antoine-girard',
    firstName: 'Antoine',
    lastName: 'Girard',
    bankCode: '19873',
    identifier: '20050002-01',
    password: 'Marche-20000',
    maskedPhone: '07 •• •• •• 88',
    story: {
      fr: 'Commerçant de marché : plus de 20 000 encaissements par carte en 90 jours.',
      en: 'Market trader: more than 20,000 card receipts in 90 days.',
    },
  },
  {
    id: 'monique-roux',
    firstName: 'Monique',
    lastName: 'Roux',
    bankCode: '19874',
    identifier: '10060001',
    password: '314159',
    maskedPhone: '06 •• •• •• 99',
    story: {
      fr: 'Gère des immeubles : 45 comptes de loyers, sur trois pages.',
      en: 'Property manager: 45 rent accounts, over three pages.',
    },
  },
]

/** All people in the order of the banks; those for a refusal come last at theirs. */
export const catalogue: readonly CataloguePerson[] = [...lines, ...difficultLines]
  .toSorted((one, other) => one.bankCode.localeCompare(other.bankCode))
  .map(({ id, firstName, lastName, bankCode, identifier, password, maskedPhone, story }) => ({
    id,
    firstName,
    lastName,
    name: `${firstName} ${lastName}`.trim(),
    bankCode,
    identifier,
    password,
    segment: identifier.includes('-') ? 'professional' : 'retail',
    maskedPhone,
    story: { ...story, fr: setFrenchSpaces(story.fr) },
  }))
