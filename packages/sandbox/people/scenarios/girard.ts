import { type Day, dayOf, isoOf, weekdayOf } from '#sandbox/people/days.ts'
import type { Life, Schedule } from '#sandbox/people/entry-plan.ts'
import {
  around,
  atMonthEnd,
  cardAt,
  credit,
  debit,
  levy,
  monthly,
  sometimes,
  transferFrom,
  transferTo,
  weekly,
} from '#sandbox/people/schedules.ts'
import { fuel, lunches } from '#sandbox/people/shops.ts'

/** Customers who pay by card, by weekday from Sunday; no market on Mondays. 1,570 a week: over 20,000 in any 90 days. */
const customersOf = [300, 0, 235, 235, 235, 235, 330]
const marketOf = ['CROIX ROUSSE', '', 'MONPLAISIR', 'GUILLOTIERE', 'JEAN MACE', 'BELLECOUR', 'SAINT ANTOINE']

/** One entry per customer since the trader has his own terminal. */
const receipts: Schedule = (day, chance) => {
  const weekday = weekdayOf(day)
  const stamp = `${isoOf(day).slice(8, 10)}/${isoOf(day).slice(5, 7)}`
  return Array.from({ length: customersOf[weekday] ?? 0 }, (_, at) => ({
    operation: 'cardReceipt' as const,
    amountMinor: chance.price(250, 2390),
    lines: [`ENC CB ${stamp} MARCHE ${marketOf[weekday]}`, `TICKET ${String(at + 1).padStart(4, '0')}`],
  }))
}

/** Before that, one entry for the whole day. */
const receiptsOfDay: Schedule = (day, chance) => {
  const customers = customersOf[weekdayOf(day)] ?? 0
  if (customers === 0) return []
  const amountMinor = chance.cents(customers * 1180, customers * 1480)
  return [{ operation: 'cardReceiptsOfDay', amountMinor, lines: [`REMISE CB ${customers} OPERATIONS`] }]
}

const since = (first: Day, after: Schedule, before: Schedule): Schedule => {
  return (day, chance, seed) => (day >= first ? after(day, chance, seed) : before(day, chance, seed))
}

/** Antoine's stall. `terminalSince` is `YYYY-MM-DD`: the first day of his card terminal. */
export function stallAccount(terminalSince: string): Life {
  return {
    schedules: {
      receipts: since(dayOf(terminalSince), receipts, receiptsOfDay),
      cash: weekly([1], credit('cashDeposit', around(182_000, 264_000), 'VERSEMENT ESPECES AUTOMATE')),
      restaurant: monthly(9, transferFrom('BRASSERIE GEORGES', around(84_000, 121_000), 'FACTURE {month}')),
      wholesale: weekly(
        [2, 3, 4, 5, 6],
        transferTo('GROSSISTE PRIMEUR CORBAS', around(282_000, 352_000), 'BON DE LIVRAISON'),
      ),
      wages: monthly(28, transferTo('SALAIRES {month}', around(612_000, 654_000), '4 VIREMENTS')),
      social: monthly(15, levy('URSSAF RHONE ALPES', around(281_000, 318_000), 'COTISATIONS {month}')),
      vat: monthly(24, levy('DGFIP TVA', around(118_000, 164_000), 'CA3 {month} {year}')),
      pitch: monthly(5, levy('VILLE DE LYON DROITS DE PLACE', 41_250, 'EMPLACEMENTS {month}')),
      van: monthly(10, debit('loanInstalment', 48_917, 'ECHEANCE PRET 0001', 'CAMION FRIGORIFIQUE')),
      insurance: monthly(6, levy('AXA PRO', 18_460)),
      terminal: atMonthEnd(debit('commission', around(38_400, 44_900), 'COMMISSIONS ENCAISSEMENT CB')),
      bookkeeping: atMonthEnd(debit('fee', 2900, 'FRAIS TENUE DE COMPTE PRO')),
      fuel: weekly([2, 4, 6], cardAt(fuel)),
      lunch: weekly([2, 3, 4, 5, 6, 0], cardAt(lunches)),
      packaging: sometimes(0.06, cardAt([['METRO LYON', 6900, 31_900]])),
    },
    balancing: {
      dateOfMonth: 8,
      stepMinor: 10_000n,
      put: (amountMinor, day, chance) =>
        transferTo('ANTOINE GIRARD', Number(amountMinor), 'PRELEVEMENT EXPLOITANT')(chance, day),
      take: (amountMinor, day, chance) =>
        transferFrom('ANTOINE GIRARD', Number(amountMinor), 'APPORT EXPLOITANT')(chance, day),
    },
  }
}
