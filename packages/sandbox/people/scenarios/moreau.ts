import type { Life } from '#sandbox/people/entry-plan.ts'
import {
  around,
  atMonthEnd,
  between,
  cardAt,
  credit,
  debit,
  inMonths,
  levy,
  monthly,
  sometimes,
  transferFrom,
  transferTo,
  weekly,
  withdraw,
} from '#sandbox/people/schedules.ts'
import { bakery, leisure, lunches, smallGroceries, travel } from '#sandbox/people/shops.ts'

/** Léa, student: small regular income from four sources, rent to the CROUS, little left before the first of the month. */
export const studentAccount: Life = {
  schedules: {
    parents: monthly(1, transferFrom('M PHILIPPE MOREAU', 32_000, 'ARGENT DU MOIS LEA')),
    housingAid: monthly(5, transferFrom('CAF DU RHONE', 18_943, 'ALLOCATION LOGEMENT {month} {year}')),
    grant: inMonths(
      [1, 2, 3, 4, 5, 6, 9, 10, 11, 12],
      5,
      transferFrom('CROUS DE LYON', 27_730, 'BOURSE {month} {year}'),
    ),
    job: monthly(
      4,
      credit('salaryIn', around(38_210, 46_790), 'VIR SEPA RECU SALAIRE MONOPRIX SA', 'PAIE {month} {year}'),
    ),
    summerJob: inMonths(
      [7, 8],
      31,
      credit('salaryIn', around(108_400, 121_900), 'VIR SEPA RECU SALAIRE CAMPING LES PINS', 'SAISON {year}'),
    ),
    rent: monthly(6, levy('CROUS DE LYON LOYER', 38_512, 'RESIDENCE JEAN MERMOZ {month}')),
    phone: monthly(15, levy('FREE MOBILE', 999, 'FORFAIT {month}')),
    bus: monthly(2, levy('SYTRAL TCL', 2500, 'CAMPUS {month}')),
    insurance: monthly(20, levy('MAIF ETUDIANT', 712, 'CONTRAT HABITATION')),
    music: monthly(11, debit('cardPayment', 606, 'CARTE {day} SPOTIFY STOCKHOLM')),
    coffee: weekly([1, 2, 3, 4, 5, 6, 0], cardAt([['CROUS CAFETERIA DOUA', 110, 330], ...bakery])),
    food: weekly([2, 6], cardAt(smallGroceries)),
    canteen: sometimes(0.12, cardAt([['CROUS RESTO U DOUA', 330, 660]])),
    evening: sometimes(0.1, cardAt(leisure)),
    delivery: sometimes(0.05, cardAt(lunches)),
    train: sometimes(0.035, cardAt([['SNCF INTERNET', 1900, 4900]])),
    holidays: between(720, 820, sometimes(0.12, cardAt(travel))),
    cash: sometimes(0.06, withdraw('LYON PART DIEU', 1, 3)),
    friends: sometimes(0.06, transferTo('TOM GARNIER', around(500, 2490), 'RESTO', 'instantOut')),
    friendsBack: sometimes(0.06, credit('instantIn', around(600, 2390), 'VIR INST RECU MANON FABRE', 'MERCI')),
    bookkeeping: atMonthEnd(debit('fee', 100, 'FRAIS TENUE DE COMPTE')),
    rejected: inMonths(
      [3, 10],
      22,
      credit('levyRejected', 2999, 'REJET PRLV BASIC FIT FRANCE', 'PROVISION INSUFFISANTE'),
    ),
    rejectedBefore: inMonths([3, 10], 21, levy('BASIC FIT FRANCE', 2999)),
    intervention: inMonths([3, 10], 23, debit('interventionFee', 800, "COMMISSION D'INTERVENTION")),
    enrolment: inMonths([9], 8, debit('cardPayment', 10_300, 'CARTE {day} CVEC LYON', 'CONTRIBUTION VIE ETUDIANTE')),
  },
  balancing: {
    dateOfMonth: 3,
    stepMinor: 500n,
    put: (amountMinor, day, chance) => transferTo('LIVRET JEUNE', Number(amountMinor), 'EPARGNE')(chance, day),
    take: (amountMinor, day, chance) =>
      transferFrom('MME CLAIRE MOREAU', Number(amountMinor), 'COUP DE POUCE')(chance, day),
  },
}
