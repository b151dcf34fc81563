import { cardInvoice, onCredit } from '#sandbox/people/deferred-card.ts'
import type { Balancing, Life } from '#sandbox/people/entry-plan.ts'
import {
  around,
  atMonthEnd,
  between,
  cardAt,
  cheque,
  credit,
  debit,
  inMonths,
  levy,
  monthly,
  quarterly,
  refused,
  sometimes,
  transferFrom,
  transferTo,
  weekly,
  withdraw,
} from '#sandbox/people/schedules.ts'
import {
  bakery,
  fuel,
  groceries,
  groceriesSeason,
  leisure,
  lunches,
  shopping,
  smallGroceries,
  travel,
} from '#sandbox/people/shops.ts'

/** Savings receive what a month leaves over and return what it lacked. */
export const savings = (label: string, dateOfMonth: number): Balancing => ({
  dateOfMonth,
  stepMinor: 1000n,
  put: (amountMinor, day, chance) => transferTo(label, Number(amountMinor), 'EPARGNE')(chance, day),
  take: (amountMinor, day, chance) => transferFrom(label, Number(amountMinor), 'RETRAIT EPARGNE')(chance, day),
})

const everyday = [0, 1, 2, 3, 4, 5, 6]

/** Camille's own account: salary in, her share to the joint account, the rest is hers. */
export const camilleAccount: Life = {
  schedules: {
    salary: monthly(
      28,
      credit('salaryIn', 268_437, 'VIR SEPA RECU SALAIRE HOSPICES CIVILS DE LYON', 'PAIE {month} {year}'),
    ),
    bonus: inMonths(
      [6, 11],
      28,
      credit('salaryIn', around(41_250, 58_900), 'VIR SEPA RECU HOSPICES CIVILS DE LYON', 'PRIME {month} {year}'),
    ),
    share: monthly(2, transferTo('M OU MME BERNARD', 115_000, 'COMPTE JOINT', 'standingOrderOut')),
    aside: monthly(5, transferTo('CAMILLE BERNARD CAISSE DES VALLEES', 25_000, 'EPARGNE', 'standingOrderOut')),
    project: monthly(6, transferTo('CAMILLE BERNARD COMPTE PROJET', 15_000, 'PROJET CUISINE', 'standingOrderOut')),
    phone: monthly(8, levy('SFR MOBILE', 1599, 'FACTURE {month} {year}')),
    gym: monthly(3, levy('KEEP COOL LYON', 2990)),
    mutual: monthly(10, levy('MGEN SANTE', 4871, 'COTISATION {month}')),
    paper: monthly(17, levy('LE MONDE ABONNEMENTS', 1199)),
    donation: monthly(12, levy('MEDECINS SANS FRONTIERES', 1500, 'DON MENSUEL')),
    tax: inMonths([9, 10, 11, 12], 25, levy('DGFIP IMPOT REVENU', 8700, 'SOLDE IMPOT {year}')),
    transit: monthly(1, levy('SYTRAL TCL', 7200, 'ABONNEMENT {month}')),
    breakfast: weekly(everyday, cardAt(bakery)),
    lunch: sometimes(0.22, cardAt(lunches)),
    shops: sometimes(0.11, cardAt(shopping)),
    outings: sometimes(0.09, cardAt(leisure)),
    refund: sometimes(0.012, credit('cardRefund', around(1995, 6995), 'CARTE {day} AVOIR ZARA LYON')),
    pharmacy: sometimes(0.05, cardAt([['PHARMACIE BELLECOUR', 490, 4280]])),
    doctor: sometimes(0.02, cheque(around(3000, 6000))),
    doctorBack: sometimes(0.025, transferFrom('CPAM DU RHONE', around(1680, 4920), 'REMBOURSEMENT SOINS')),
    cash: sometimes(0.06, withdraw('LYON BELLECOUR', 2, 8)),
    friends: sometimes(0.04, transferTo('SARAH COHEN', around(900, 4900), 'CADEAU COMMUN', 'instantOut')),
    friendsBack: sometimes(0.04, credit('instantIn', around(800, 4500), 'VIR INST RECU SARAH COHEN', 'MERCI')),
    holidays: between(801, 822, sometimes(0.25, cardAt(travel))),
    gifts: between(1205, 1223, sometimes(0.35, cardAt(shopping))),
    cardFee: inMonths([2], 4, debit('fee', 4500, 'COTISATION CARTE VISA')),
    bookkeeping: quarterly(5, debit('fee', 600, 'FRAIS TENUE DE COMPTE')),
    discarded: monthly(
      14,
      refused(debit('cardPayment', 129_900, 'CARTE {day} DARTY LYON'), 'PAIEMENT REFUSE PLAFOND ATTEINT'),
    ),
  },
  balancing: savings('LIVRET A CAMILLE BERNARD', 9),
}

/** Camille's second account: savings for a kitchen, rarely used. */
export const camilleProject: Life = {
  schedules: {
    monthly: monthly(6, transferFrom('MME CAMILLE BERNARD', 15_000, 'PROJET CUISINE')),
    interests: inMonths([1], 2, credit('interestIn', around(1210, 2890), 'INTERETS {year}')),
    kitchen: inMonths([5, 11], 16, cheque(around(61_200, 87_400))),
    tools: sometimes(0.006, cardAt([['LEROY MERLIN LYON', 1890, 11_400]])),
  },
}

/** The joint account: both pay in, and the household is paid from it. */
export const jointAccount: Life = {
  schedules: {
    camille: monthly(2, transferFrom('MME CAMILLE BERNARD', 115_000, 'COMPTE JOINT')),
    thomas: monthly(2, transferFrom('M THOMAS BERNARD', 105_000, 'COMPTE JOINT')),
    family: monthly(5, transferFrom('CAF DU RHONE', 14_852, 'ALLOCATIONS FAMILIALES {month}')),
    mortgage: monthly(5, debit('mortgageInstalment', 94_218, 'ECHEANCE PRET 0001', 'PRET HABITAT')),
    energy: monthly(7, levy('EDF CLIENTS PARTICULIERS', 9240, 'MENSUALITE {month} {year}')),
    internet: monthly(9, levy('FREE TELECOM', 3999, 'FREEBOX {month}')),
    water: inMonths([2, 5, 8, 11], 27, levy('EAU DU GRAND LYON', around(6210, 8790), 'CONSOMMATION TRIMESTRE')),
    insurance: monthly(4, levy('MAIF', 6455, 'AUTO ET HABITATION')),
    nursery: monthly(24, levy('VILLE DE LYON CRECHES', around(24_100, 31_800), 'CRECHE {month}')),
    streaming: monthly(18, debit('cardPayment', 1349, 'CARTE {day} NETFLIX.COM AMSTERDAM')),
    propertyTax: inMonths([10], 25, levy('DGFIP TAXE FONCIERE', 124_800, 'TAXE FONCIERE {year}')),
    building: quarterly(12, levy('FONCIA LYON', 31_460, 'CHARGES COPROPRIETE')),
    heating: between(1101, 331, monthly(16, levy('ENGIE', around(7210, 11_980), 'CHAUFFAGE {month}'))),
    food: weekly([3, 6], cardAt(groceries, groceriesSeason)),
    smallFood: sometimes(0.5, cardAt(smallGroceries, groceriesSeason)),
    bread: weekly(everyday, cardAt(bakery)),
    car: weekly([5], cardAt(fuel)),
    family2: sometimes(
      0.03,
      cardAt([
        ['OKAIDI LYON', 1499, 5998],
        ['JOUECLUB', 990, 4990],
      ]),
    ),
    school: inMonths([9], 6, cardAt([['BUREAU VALLEE', 4590, 11_290]])),
    holidays: between(801, 822, sometimes(0.3, cardAt(travel))),
    cash: sometimes(0.03, withdraw('CALUIRE ET CUIRE', 2, 6)),
    cardFee: inMonths([3], 4, debit('fee', 9000, 'COTISATION CARTES VISA DUO')),
    energyBack: inMonths(
      [4],
      20,
      credit('levyRefund', around(4210, 9870), 'REMB PRLV EDF CLIENTS PARTICULIERS', 'REGULARISATION ANNUELLE'),
    ),
  },
  balancing: savings('LIVRET A M OU MME BERNARD', 10),
}

/** Thomas's own account. */
export const thomasAccount: Life = {
  schedules: {
    salary: monthly(27, credit('salaryIn', 241_218, 'VIR SEPA RECU SALAIRE SYTRAL MOBILITES', 'PAIE {month} {year}')),
    share: monthly(2, transferTo('M OU MME BERNARD', 105_000, 'COMPTE JOINT', 'standingOrderOut')),
    carLoan: monthly(11, debit('loanInstalment', 21_874, 'ECHEANCE PRET 0002', 'PRET AUTO')),
    phone: monthly(13, levy('BOUYGUES TELECOM', 1999)),
    tax: inMonths([9, 10, 11, 12], 25, levy('DGFIP IMPOT REVENU', 6400, 'SOLDE IMPOT {year}')),
    rugby: inMonths([9], 12, cheque(26_500)),
    games: sometimes(
      0.03,
      cardAt([
        ['STEAM PURCHASE', 999, 5999],
        ['PLAYSTATION NETWORK', 899, 6999],
      ]),
    ),
    music: monthly(21, debit('cardPayment', 1099, 'CARTE {day} DEEZER PARIS')),
    lunch: weekly([1, 2, 4], cardAt(lunches)),
    breakfast: weekly(everyday, cardAt(bakery)),
    fuel: weekly([1], cardAt(fuel)),
    shops: sometimes(0.08, cardAt(shopping)),
    outings: sometimes(0.12, cardAt(leisure)),
    cash: sometimes(0.07, withdraw('LYON VAISE', 2, 6)),
    holidays: between(801, 822, sometimes(0.2, cardAt(travel))),
    friends: sometimes(0.05, transferTo('KEVIN LOPEZ', around(600, 3900), 'MATCH', 'instantOut')),
    friendsBack: sometimes(0.05, credit('instantIn', around(600, 3500), 'VIR INST RECU KEVIN LOPEZ', 'BIERES')),
    cardFee: inMonths([6], 4, debit('fee', 4500, 'COTISATION CARTE VISA')),
  },
  balancing: savings('LIVRET A THOMAS BERNARD', 9),
}

export const valleesCardKey = 'camille-bernard-vallees/carte'

/** Camille's card at her second bank: holidays, flights, a few schedules. */
export const valleesCard: Life = {
  schedules: {
    weekend: weekly(
      [6],
      onCredit(
        cardAt([
          ['LIBRAIRIE DECITRE', 790, 3590],
          ['CHEZ NINKASI', 890, 2890],
        ]),
      ),
    ),
    trains: sometimes(0.04, onCredit(cardAt(travel))),
    holidays: between(725, 822, sometimes(0.4, onCredit(cardAt(travel)))),
    software: monthly(16, onCredit(debit('cardPayment', 1299, 'CARTE {day} ADOBE DUBLIN'))),
  },
}

/** Camille's account at her second bank: her savings, and the card's invoices. */
export const valleesAccount: Life = {
  schedules: {
    aside: monthly(5, transferFrom('MME CAMILLE BERNARD', 25_000, 'EPARGNE')),
    invoice: cardInvoice({ key: valleesCardKey, life: valleesCard, label: 'VISA PREMIER' }),
    interests: inMonths([1], 2, credit('interestIn', around(2210, 4890), 'INTERETS {year}')),
    cardFee: inMonths([4], 6, debit('fee', 13_500, 'COTISATION CARTE VISA PREMIER')),
    bookkeeping: atMonthEnd(debit('fee', 200, 'FRAIS TENUE DE COMPTE')),
    insurance: monthly(19, levy('CAISSE DES VALLEES PREVOYANCE', 840)),
  },
  balancing: savings('LIVRET DEVELOPPEMENT DURABLE', 8),
}
