import { cardInvoice, onCredit } from '#sandbox/people/deferred-card.ts'
import type { Life } from '#sandbox/people/entry-plan.ts'
import {
  around,
  between,
  cardAt,
  cheque,
  credit,
  debit,
  inMonths,
  levy,
  monthly,
  quarterly,
  sometimes,
  transferTo,
  weekly,
} from '#sandbox/people/schedules.ts'
import { bakery, groceries, groceriesSeason, leisure, lunches, shopping, travel } from '#sandbox/people/shops.ts'
import { savings } from './bernard.ts'

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
