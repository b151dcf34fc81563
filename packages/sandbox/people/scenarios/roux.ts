import { chanceOf } from '#sandbox/people/chance.ts'
import type { Life } from '#sandbox/people/entry-plan.ts'
import {
  around,
  credit,
  debit,
  inMonths,
  levy,
  monthly,
  quarterly,
  sometimes,
  transferFrom,
  transferTo,
} from '#sandbox/people/schedules.ts'

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
