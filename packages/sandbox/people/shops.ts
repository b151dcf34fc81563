import { calendarOf, type Day } from './days.ts'
import type { Shop } from './schedules.ts'

type Shops = readonly [Shop, ...Shop[]]

/** Shops of the customers, with the price of a visit in cents. */
export const groceries: Shops = [
  ['CARREFOUR MARKET LYON', 3200, 11_800],
  ['MONOPRIX LYON BELLECOUR', 1800, 7400],
  ['LIDL VILLEURBANNE', 2400, 8900],
  ['BIOCOOP CROIX ROUSSE', 2100, 6900],
  ['AUCHAN CALUIRE', 4500, 14_200],
]

export const smallGroceries: Shops = [
  ['CARREFOUR CITY LYON', 640, 2390],
  ['LIDL LYON 7', 890, 3180],
  ['FRANPRIX GUILLOTIERE', 520, 1980],
  ['ALDI GERLAND', 910, 2870],
]

export const bakery: Shops = [
  ['BOULANGERIE PAUL LYON', 240, 890],
  ['AU PAIN DORE', 190, 760],
  ['BOULANGERIE DU MARCHE', 220, 940],
  ['TABAC PRESSE LE ZINC', 320, 1290],
  ['CAFE DES FEDERATIONS', 260, 680],
]

export const lunches: Shops = [
  ['BRASSERIE GEORGES', 1580, 3290],
  ['SUSHI SHOP PART DIEU', 1290, 2690],
  ['COJEAN LYON', 1090, 1790],
  ['LE BOUCHON DES CARNIVORES', 1990, 4590],
  ['UBER EATS PARIS', 1490, 3890],
]

export const shopping: Shops = [
  ['FNAC LYON BELLECOUR', 1290, 11_900],
  ['DECATHLON BRON', 990, 8990],
  ['ZARA LYON', 1995, 8995],
  ['IKEA ST PRIEST', 1490, 21_900],
  ['LEROY MERLIN LYON', 890, 13_400],
  ['AMAZON PAYMENTS', 799, 8499],
  ['VINTED', 450, 3990],
]

export const leisure: Shops = [
  ['PATHE BELLECOUR', 890, 2780],
  ['THEATRE DES CELESTINS', 1800, 6400],
  ['LIBRAIRIE DECITRE', 790, 4590],
  ['CHEZ NINKASI', 690, 2890],
]

export const fuel: Shops = [
  ['TOTALENERGIES LYON 8', 4200, 8900],
  ['STATION AUCHAN CALUIRE', 3800, 8200],
]

export const travel: Shops = [
  ['SNCF INTERNET', 2900, 14_800],
  ['BOOKING.COM', 7800, 24_900],
  ['ASF AUTOROUTE', 1250, 4680],
  ['HOTEL DE LA PLAGE ROYAN', 8900, 26_900],
  ['RESTAURANT LE VIEUX PORT', 2890, 9480],
]

/** People spend more in December, and are away in August. */
export function groceriesSeason(day: Day): number {
  const { month, date } = calendarOf(day)
  if (month === 12) return date > 15 ? 1.5 : 1.2
  return month === 8 ? 0.7 : 1
}
