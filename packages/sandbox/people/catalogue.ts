import { setFrenchSpaces } from '@guichet/values/text/french-spaces.ts'
import { difficultLines } from './difficult.ts'
import { type CatalogueLine, type CataloguePerson, customer } from './plan.ts'

const lines: readonly CatalogueLine[] = [
  customer('lea-moreau', ['Léa', 'Moreau'], ['19870', '10020001', '246810', '06 •• •• •• 11'], {
    fr: 'Étudiante à Lyon, un seul compte, souvent juste à la fin du mois.',
    en: 'Student in Lyon, a single account, often tight at the end of the month.',
  }),
  customer('camille-bernard', ['Camille', 'Bernard'], ['19870', '10020002', '135790', '06 •• •• •• 22'], {
    fr: 'Salariée en couple : deux comptes à elle et le compte joint avec Thomas. Elle a aussi une autre banque.',
    en: 'Employee living in a couple: two accounts of her own and the joint one with Thomas. She has another bank too.',
  }),
  customer('thomas-bernard', ['Thomas', 'Bernard'], ['19870', '10020003', '112233', '07 •• •• •• 33'], {
    fr: 'Son compte à lui et le même compte joint que Camille.',
    en: 'An account of his own and the same joint account as Camille.',
  }),
  customer('ines-petit', ['Inès', 'Petit'], ['19870', '10020004', '000111', '06 •• •• •• 44'], {
    fr: 'Un compte neuf et vide : aucune opération, pas encore de solde comptable.',
    en: 'A new and empty account: no transaction, no accounting balance yet.',
  }),
  customer('sophie-laurent', ['Sophie', 'Laurent'], ['19871', '10030001', '445566', '06 •• •• •• 55'], {
    fr: 'Une carte à débit différé, un crédit immobilier, un compte-titres ; une seconde carte qui dort.',
    en: 'A deferred-debit card, a mortgage, some securities; a second card that sleeps.',
  }),
  customer('camille-bernard-vallees', ['Camille', 'Bernard'], ['19871', '10030002', '135790', '06 •• •• •• 22'], {
    fr: 'La seconde banque de Camille : un compte où elle met de côté, et une carte à débit différé pour les vacances.',
    en: "Camille's second bank: an account where she puts money aside, and a deferred-debit card for holidays.",
  }),
  customer('julien-mercier', ['Julien', 'Mercier'], ['19872', '10040001', '778899', '06 •• •• •• 66'], {
    fr: 'Travaille pour des clients étrangers : euros et dollars sur un même IBAN.',
    en: 'Works for clients abroad: euros and dollars on one IBAN.',
  }),
  customer('karim-haddad', ['Karim', 'Haddad'], ['19873', '20050001-01', 'Atelier-2026', '06 •• •• •• 77'], {
    fr: 'Entrepreneur : le compte de l’Atelier Haddad, avec TVA, salaires, fournisseurs, effets et remises de chèques.',
    en: 'Entrepreneur: the account of Atelier Haddad, with VAT, wages, suppliers, bills of exchange and cheques.',
  }),
  customer('antoine-girard', ['Antoine', 'Girard'], ['19873', '20050002-01', 'Marche-20000', '07 •• •• •• 88'], {
    fr: 'Commerçant de marché : plus de 20 000 encaissements par carte en 90 jours.',
    en: 'Market trader: more than 20,000 card receipts in 90 days.',
  }),
  customer('monique-roux', ['Monique', 'Roux'], ['19874', '10060001', '314159', '06 •• •• •• 99'], {
    fr: 'Gère des immeubles : 45 comptes de loyers, sur trois pages.',
    en: 'Property manager: 45 rent accounts, over three pages.',
  }),
]

/** All people in the order of the banks; those for a refusal come last at theirs. */
export const catalogue: readonly CataloguePerson[] = [...lines, ...difficultLines]
  .toSorted((one, other) => one.bankCode.localeCompare(other.bankCode))
  .map(({ id, firstName, lastName, bankCode, identifier, password, maskedPhone, story }) => ({
    ...customer(id, [firstName, lastName], [bankCode, identifier, password, maskedPhone], {
      ...story,
      fr: setFrenchSpaces(story.fr),
    }),
    name: `${firstName} ${lastName}`.trim(),
    segment: identifier.includes('-') ? 'professional' : 'retail',
  }))
