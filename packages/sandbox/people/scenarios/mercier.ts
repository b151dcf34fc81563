import type { Life } from '#sandbox/people/entry-plan.ts'
import {
  around,
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
import { bakery, groceries, groceriesSeason, leisure, lunches, shopping, travel } from '#sandbox/people/shops.ts'
import { savings } from './bernard.ts'

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
