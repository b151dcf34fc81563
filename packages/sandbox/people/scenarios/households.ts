import { chanceOf } from '#sandbox/people/chance.ts'
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

export const laurentCardKey = 'sophie-laurent/carte'

/** Sophie's deferred-debit card: everything she buys, something every day. */
export const laurentCard: Life = {
  schedules: {
    breakfast: weekly([0, 1, 2, 3, 4, 5, 6], onCredit(cardAt(bakery))),
    food: weekly([2, 6], onCredit(cardAt(groceries, groceriesSeason))),
    lunch: sometimes(0.3, onCredit(cardAt(lunches))),
    shops: sometimes(0.14, onCredit(cardAt(shopping))),
    outings: sometimes(0.12, onCredit(cardAt(leisure))),
    trains: sometimes(0.03, onCredit(cardAt([['SNCF INTERNET', 2900, 9800]]))),
    holidays: between(710, 801, sometimes(0.4, onCredit(cardAt(travel)))),
    skiing: between(
      210,
      222,
      sometimes(
        0.3,
        onCredit(
          cardAt([
            ['LA PLAGNE FORFAITS', 5200, 15_600],
            ['CHALET DES NEIGES', 3900, 14_900],
          ]),
        ),
      ),
    ),
    gifts: between(1203, 1223, sometimes(0.4, onCredit(cardAt(shopping)))),
    back: sometimes(0.012, onCredit(credit('cardRefund', around(1495, 8995), 'CARTE {day} AVOIR FNAC LYON BELLECOUR'))),
    streaming: monthly(9, onCredit(debit('cardPayment', 1999, 'CARTE {day} NETFLIX.COM AMSTERDAM'))),
  },
}

/** Sophie's account: an executive's salary, a mortgage, savings plans, and the card's debit at month's end. */
export const laurentAccount: Life = {
  schedules: {
    salary: monthly(26, credit('salaryIn', 395_062, 'VIR SEPA RECU SALAIRE BIOMERIEUX SA', 'PAIE {month} {year}')),
    thirteenth: inMonths(
      [12],
      20,
      credit('salaryIn', around(288_000, 312_000), 'VIR SEPA RECU BIOMERIEUX SA', '13EME MOIS {year}'),
    ),
    profitSharing: inMonths(
      [5],
      15,
      credit('salaryIn', around(141_000, 189_000), 'VIR SEPA RECU AMUNDI ESR', 'INTERESSEMENT'),
    ),
    mortgage: monthly(5, debit('mortgageInstalment', 108_631, 'ECHEANCE PRET 0001', 'PRET HABITAT')),
    invoice: cardInvoice({ key: laurentCardKey, life: laurentCard, label: 'VISA PREMIER' }),
    energy: monthly(7, levy('EDF CLIENTS PARTICULIERS', 7480, 'MENSUALITE {month} {year}')),
    phone: monthly(12, levy('ORANGE', 5499, 'LIVEBOX {month}')),
    insurance: monthly(10, levy('MATMUT', 5260)),
    mutual: monthly(14, levy('HARMONIE MUTUELLE', 6890)),
    tax: inMonths([9, 10, 11, 12], 25, levy('DGFIP IMPOT REVENU', 18_300, 'SOLDE IMPOT {year}')),
    propertyTax: inMonths([10], 25, levy('DGFIP TAXE FONCIERE', 108_900, 'TAXE FONCIERE {year}')),
    building: quarterly(8, levy('CITYA IMMOBILIER', 41_870, 'CHARGES COPROPRIETE')),
    shares: monthly(
      15,
      debit('securitiesBought', around(19_400, 20_600), 'ACHAT TITRES OPCVM', 'PEA AMUNDI MSCI WORLD'),
    ),
    dividends: inMonths(
      [6],
      4,
      credit('dividend', around(6210, 11_840), 'DIVIDENDE TOTALENERGIES SE', 'COUPON {year}'),
    ),
    piano: sometimes(0.03, cheque(around(4500, 9000))),
    interests: inMonths([1], 2, credit('interestIn', around(310, 1290), 'INTERETS CREDITEURS {year}')),
    overdraftInterest: inMonths([4, 10], 4, debit('interestOut', around(120, 890), 'INTERETS DEBITEURS TRIMESTRE')),
    kindness: inMonths(
      [4],
      18,
      credit('feeRefund', around(120, 890), 'RETROCESSION INTERETS DEBITEURS', 'GESTE COMMERCIAL'),
    ),
    cardFee: inMonths([9], 4, debit('fee', 13_500, 'COTISATION CARTE VISA PREMIER')),
    safe: inMonths([1], 20, debit('otherDebit', 8200, 'LOCATION COFFRE')),
    mother: monthly(3, transferTo('MME JEANNE LAURENT', 20_000, 'MAMAN', 'standingOrderOut')),
  },
  balancing: savings('LIVRET A SOPHIE LAURENT', 6),
}

/** Julien's euros: European clients, exchanges from dollars, a self-employed person's charges. */
export const mercierEuros: Life = {
  schedules: {
    client: monthly(8, transferFrom('STUDIO KANTOOR BV', around(142_000, 196_000), 'FACTURE {ref}')),
    swissClient: monthly(
      18,
      credit(
        'internationalIn',
        around(88_000, 134_000),
        'VIR INTL RECU HELVETIA DESIGN AG ZURICH',
        'CHF CHANGE 0.9412',
      ),
    ),
    fromDollars: monthly(22, credit('transferIn', 136_160, 'VIR RECU COMPTE USD', 'CHANGE USD EUR')),
    charges: inMonths([2, 5, 8, 11], 5, levy('URSSAF RHONE ALPES', around(131_000, 178_000), 'COTISATIONS TRIMESTRE')),
    tax: inMonths(
      [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12],
      15,
      levy('DGFIP IMPOT PAS', 28_600, 'ACOMPTE {month} {year}'),
    ),
    rent: monthly(4, transferTo('SCI LES TILLEULS', 96_500, 'LOYER {month}', 'standingOrderOut')),
    office: monthly(6, levy('WEWORK FRANCE', 28_900)),
    energy: monthly(11, levy('TOTALENERGIES ELECTRICITE', 5420)),
    phone: monthly(16, levy('ORANGE', 3499)),
    cloud: monthly(3, debit('cardPayment', 2399, 'CARTE {day} GITHUB SAN FRANCISCO', 'USD 25,00 FRAIS 0,69')),
    abroad: sometimes(
      0.02,
      transferTo('NORTHWIND LTD LONDON', around(12_000, 45_000), 'INVOICE {ref}', 'internationalOut'),
    ),
    abroadFee: monthly(19, debit('commission', 1350, 'COMMISSION VIREMENT INTERNATIONAL')),
    breakfast: weekly([0, 1, 2, 3, 4, 5, 6], cardAt(bakery)),
    food: weekly([1, 5], cardAt(groceries, groceriesSeason)),
    lunch: sometimes(0.35, cardAt(lunches)),
    shops: sometimes(0.09, cardAt(shopping)),
    outings: sometimes(0.12, cardAt(leisure)),
    trips: sometimes(0.05, cardAt(travel)),
    cash: sometimes(0.05, withdraw('BORDEAUX ST JEAN', 2, 8)),
    cardFee: inMonths([7], 4, debit('fee', 4500, 'COTISATION CARTE VISA')),
  },
  balancing: savings('LIVRET A JULIEN MERCIER', 10),
}

/** Julien's dollars: American clients, tools paid in dollars, exchanges to euros. */
export const mercierDollars: Life = {
  schedules: {
    client: monthly(
      12,
      credit('internationalIn', around(138_000, 186_000), 'WIRE RECEIVED BLUE HARBOR INC NEW YORK', 'INVOICE {ref}'),
    ),
    toEuros: monthly(22, transferTo('COMPTE EUR', 148_000, 'CHANGE USD EUR', 'internationalOut')),
    hosting: monthly(2, transferTo('DIGITALOCEAN NEW YORK', 4900, 'INVOICE {ref}', 'internationalOut')),
    tools: sometimes(0.03, transferTo('FIGMA SAN FRANCISCO', around(990, 7900), 'INVOICE {ref}', 'internationalOut')),
    fee: monthly(28, debit('commission', 800, 'COMMISSION DEVISE')),
  },
}

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

const streets = ['RUE GARIBALDI', 'COURS GAMBETTA', 'RUE DE CREQUI', 'AVENUE JEAN JAURES', 'RUE VENDOME'] as const
const tenants = [
  'M ALAIN FAURE',
  'MME LUCIE ANDRE',
  'M YANIS BENALI',
  'MME CHLOE MERLE',
  'M HUGO PERRIN',
  'MME NADIA COLIN',
  'M PAUL ROUSSET',
  'MME EMMA GIRAUD',
  'SARL LE COMPTOIR',
] as const

/** Name of a rent account: a flat in a building. `number` from 1. */
export function rentAccountName(number: number): string {
  const street = streets[(number - 1) % streets.length]
  const house = 4 + Math.floor((number - 1) / streets.length) * 6
  return `${house} ${street} LOT ${String(number).padStart(2, '0')}`
}

/** One of Monique's rent accounts: rent in, charges out, the rest to the owner on the 12th. */
export function rentAccount(number: number): Life {
  const chance = chanceOf(`rent account ${number}`)
  const rent = chance.whole(520, 1380) * 100
  const tenant = chance.pick(tenants)
  // Some tenants pay by direct debit, the others by transfer, a few days late.
  const byDebit = chance.happens(0.3)
  const payday = byDebit ? 5 : chance.whole(2, 9)
  return {
    schedules: {
      rent: monthly(
        payday,
        byDebit
          ? credit('debitIssued', rent, `REMISE PRLV SEPA ${tenant}`, 'LOYER {month} {year}')
          : transferFrom(tenant, rent, 'LOYER {month} {year}'),
      ),
      fee: monthly(10, transferTo('CABINET ROUX GESTION', Math.round(rent * 0.07), 'HONORAIRES {month}')),
      insurance: monthly(14, levy('GARANTIE LOYERS IMPAYES', Math.round(rent * 0.025))),
      building: quarterly(15, levy('SYNDIC REGIE DU RHONE', around(14_000, 31_000), 'PROVISION CHARGES')),
      propertyTax: inMonths(
        [10],
        25,
        levy('DGFIP TAXE FONCIERE', chance.whole(480, 1120) * 100, 'TAXE FONCIERE {year}'),
      ),
      repairs: sometimes(0.008, transferTo('PLOMBERIE SERVICE LYON', around(9000, 38_000), 'INTERVENTION')),
      bookkeeping: inMonths([3, 6, 9, 12], 28, debit('fee', 900, 'FRAIS TENUE DE COMPTE')),
    },
    balancing: {
      dateOfMonth: 12,
      stepMinor: 500n,
      put: (amountMinor, day, chance) =>
        transferTo('PROPRIETAIRE', Number(amountMinor), 'REVERSEMENT LOYER')(chance, day),
      take: (amountMinor, day, chance) =>
        transferFrom('PROPRIETAIRE', Number(amountMinor), 'APPEL DE FONDS')(chance, day),
    },
  }
}
