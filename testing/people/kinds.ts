import { chanceOf } from '@guichet/sandbox/people/chance.ts'
import { readLife } from '@guichet/sandbox/people/scenarios.ts'
import type { Life } from '@guichet/sandbox/people/schedules.ts'

/** People whom nobody has fitted anything to: of each kind as many as there are seeds, with other amounts and days. */

type Rows = Parameters<typeof readLife>[0]['schedules']
type Draw = {
  /** A fixed amount in cents, from a range in euros; another for each person. */
  readonly fixed: (min: number, max: number) => number
  /** A range in cents around such an amount. */
  readonly around: (min: number, max: number, share: number) => [number, number]
  /** A date of the month. */
  readonly date: (min: number, max: number) => string
  readonly odds: (min: number, max: number) => string
}

const everyday = ({ fixed, odds, date }: Draw, much: number): Rows => ({
  food: [`weekly ${date(1, 6)}`, 'cardAt', 'groceries'],
  more: [odds(0.1 * much, 0.3 * much), 'cardAt', 'smallGroceries'],
  bread: [odds(0.2, 0.6), 'cardAt', 'bakery'],
  lunch: [odds(0.05 * much, 0.25 * much), 'cardAt', 'lunches'],
  shopping: [odds(0.02 * much, 0.1 * much), 'cardAt', 'shopping'],
  leisure: [odds(0.03 * much, 0.12 * much), 'cardAt', 'leisure'],
  cash: [odds(0.03, 0.1), 'withdraw', 'LILLE', 2, 8],
  phone: [`monthly ${date(3, 25)}`, 'levy', 'SOSH', fixed(9, 35)],
  power: [`monthly ${date(3, 25)}`, 'levy', 'ENGIE', fixed(30, 140)],
  music: [`monthly ${date(1, 28)}`, 'debit', 'cardPayment', fixed(6, 18), 'CARTE {day} DEEZER PARIS'],
})
const home = ({ fixed, date }: Draw, min: number, max: number): Rows => ({
  rent: [`monthly ${date(1, 10)}`, 'transferTo', 'REGIE PEDRINI', fixed(min, max), 'LOYER', 'standingOrderOut'],
  insurance: [`monthly ${date(5, 20)}`, 'levy', 'MACIF', fixed(12, 45)],
})

const kinds: Readonly<Record<string, (draw: Draw) => Rows>> = {
  student: draw => ({
    ...everyday(draw, 0.4),
    ...home(draw, 280, 480),
    parents: [`monthly ${draw.date(1, 5)}`, 'transferFrom', 'MME ROUX', draw.fixed(150, 400), 'MOIS'],
    aid: ['monthly 5', 'transferFrom', 'CAF DU NORD', draw.fixed(120, 240), 'ALLOCATION LOGEMENT {month} {year}'],
    grant: [
      'months 1,2,3,4,5,6,9,10,11,12 5',
      'transferFrom',
      'CROUS DE LILLE',
      draw.fixed(100, 500),
      'BOURSE {month}',
    ],
    job: ['901-630 monthly 4', 'credit', 'salaryIn', draw.around(200, 500, 0.3), 'VIR SEPA RECU SALAIRE CARREFOUR'],
    summer: [
      `months 7,8 ${draw.date(25, 31)}`,
      'credit',
      'salaryIn',
      draw.around(900, 1500, 0.1),
      'VIR SEPA RECU SALAIRE CAMPING',
    ],
    travel: ['701-831 sometimes 0.1', 'cardAt', 'travel'],
  }),
  freelancer: draw => ({
    ...everyday(draw, 1.2),
    ...home(draw, 600, 1100),
    small: [draw.odds(0.04, 0.1), 'transferFrom', 'ATELIER NORD', draw.around(300, 900, 0.6), 'FACTURE {ref}'],
    large: [draw.odds(0.02, 0.05), 'transferFrom', 'AGENCE SUD', draw.around(1200, 2600, 0.5), 'FACTURE {ref}'],
    other: [draw.odds(0.005, 0.02), 'transferFrom', 'STUDIO EST', draw.around(800, 3000, 0.7), 'FACTURE {ref}'],
    charges: ['quarterly 5', 'levy', 'URSSAF NORD PAS DE CALAIS', draw.around(700, 1800, 0.4)],
    tools: [draw.odds(0.02, 0.06), 'cardAt', 'shopping'],
  }),
  pensioner: draw => ({
    ...everyday(draw, 0.6),
    insurance: [`monthly ${draw.date(5, 20)}`, 'levy', 'MACIF', draw.fixed(30, 120)],
    pension: ['monthly 9', 'transferFrom', 'CARSAT NORD', draw.fixed(700, 1500), 'PENSION {month}'],
    complement: ['monthly 1', 'transferFrom', 'AGIRC ARRCO', draw.fixed(200, 900), 'RETRAITE {month}'],
    health: [draw.odds(0.03, 0.1), 'transferFrom', 'CPAM NORD', [690, 5200], 'REMBOURSEMENT'],
    gifts: [draw.odds(0.005, 0.02), 'cheque', [3000, 20_000]],
    tax: ['months 10 15', 'levy', 'DGFIP TAXE FONCIERE', draw.fixed(500, 1400)],
  }),
  seasonal: draw => ({
    ...everyday(draw, 0.8),
    ...home(draw, 350, 600),
    summer: [
      '701-1010 monthly 3',
      'credit',
      'salaryIn',
      draw.around(1500, 2300, 0.15),
      'VIR SEPA RECU SALAIRE HOTEL DES BAINS',
    ],
    winter: [
      '101-415 monthly 3',
      'credit',
      'salaryIn',
      draw.around(1500, 2300, 0.15),
      'VIR SEPA RECU SALAIRE REMONTEES',
    ],
    between: ['months 5,6,11,12 6', 'transferFrom', 'FRANCE TRAVAIL', draw.around(700, 1100, 0.1), 'ALLOCATION'],
  }),
  couple: draw => ({
    ...everyday(draw, 2),
    hers: [
      `monthly ${draw.date(25, 30)}`,
      'credit',
      'salaryIn',
      draw.fixed(1700, 3200),
      'VIR SEPA RECU SALAIRE MAIRIE DE LILLE',
    ],
    his: ['monthEnd', 'credit', 'salaryIn', draw.around(1600, 3400, 0.08), 'VIR SEPA RECU SALAIRE DECATHLON SE'],
    loan: ['monthly 5', 'debit', 'loanInstalment', draw.fixed(700, 1300), 'ECHEANCE PRET IMMOBILIER'],
    nursery: [`monthly ${draw.date(5, 15)}`, 'levy', 'CRECHE LES LUCIOLES', draw.around(200, 500, 0.2)],
    family: ['monthly 5', 'transferFrom', 'CAF DU NORD', draw.fixed(130, 300), 'PRESTATIONS {month}'],
    fuel: [draw.odds(0.1, 0.2), 'cardAt', 'fuel'],
    travel: ['710-820 sometimes 0.15', 'cardAt', 'travel'],
    car: [draw.odds(0.003, 0.01), 'cardAt', [['GARAGE DU NORD', 15_000, 90_000]]],
  }),
  benefits: draw => ({
    ...everyday(draw, 0.3),
    ...home(draw, 250, 420),
    income: ['monthly 5', 'transferFrom', 'CAF DU NORD', draw.around(750, 1100, 0.05), 'RSA APL {month}'],
    help: [draw.odds(0.01, 0.04), 'transferFrom', 'MME LEROY', [2000, 15_000], 'AIDE'],
    wallet: [draw.odds(0.05, 0.15), 'withdraw', 'ROUBAIX', 1, 6],
  }),
  weekly: draw => ({
    ...everyday(draw, 0.9),
    ...home(draw, 400, 700),
    wages: ['weekly 5', 'credit', 'salaryIn', draw.around(280, 520, 0.4), 'VIR SEPA RECU SALAIRE ADECCO'],
    evenings: [draw.odds(0.05, 0.12), 'credit', 'instantIn', [3000, 12_000], 'VIR INST RECU EXTRA'],
  }),
  // Paid twice a month, which is no rhythm of ours.
  fortnightly: draw => ({
    ...everyday(draw, 0.9),
    ...home(draw, 400, 800),
    first: ['monthly 1', 'credit', 'salaryIn', draw.around(700, 1100, 0.05), 'VIR SEPA RECU SALAIRE PORT AUTONOME'],
    second: ['monthly 15', 'credit', 'salaryIn', draw.around(700, 1100, 0.05), 'VIR SEPA RECU SALAIRE PORT AUTONOME'],
  }),
  midMonth: draw => ({
    ...everyday(draw, 1),
    ...home(draw, 500, 900),
    salary: [
      `monthly ${draw.date(12, 18)}`,
      'credit',
      'salaryIn',
      draw.fixed(1700, 2900),
      'VIR SEPA RECU SALAIRE AIRBUS',
    ],
    bonus: ['months 6,12 20', 'credit', 'salaryIn', draw.around(600, 1800, 0.1), 'VIR SEPA RECU PRIME AIRBUS'],
    saving: ['monthly 20', 'transferTo', 'LIVRET A', draw.fixed(50, 300), 'EPARGNE', 'standingOrderOut'],
  }),
  trader: draw => ({
    ...everyday(draw, 0.8),
    ...home(draw, 500, 900),
    clients: [draw.odds(0.1, 0.2), 'transferFrom', 'CLIENTS DIVERS', draw.around(250, 600, 0.5), 'FACTURE {ref}'],
    retainer: [`monthly ${draw.date(1, 8)}`, 'transferFrom', 'MUTUELLE DU NORD', draw.fixed(600, 1200), 'FORFAIT'],
    vat: ['quarterly 20', 'levy', 'DGFIP TVA', draw.around(500, 1500, 0.3)],
    charges: ['monthly 5', 'levy', 'URSSAF NORD', draw.around(200, 500, 0.2)],
  }),
  dismissed: draw => ({
    ...everyday(draw, 1),
    ...home(draw, 450, 800),
    salary: [
      `101-${draw.date(8, 10)}15 monthly 28`,
      'credit',
      'salaryIn',
      draw.fixed(1500, 2600),
      'VIR SEPA RECU SALAIRE TEXTILES',
    ],
    allowance: ['months 10,11,12 4', 'transferFrom', 'FRANCE TRAVAIL', draw.around(900, 1500, 0.05), 'ALLOCATION'],
  }),
  shop: draw => ({
    sales: ['weekly 2,3,4,5,6', 'credit', 'cardReceiptsOfDay', draw.around(250, 700, 0.5), 'REMISE CB'],
    suppliers: [draw.odds(0.1, 0.25), 'levy', 'METRO CASH AND CARRY', draw.around(200, 700, 0.6)],
    lease: ['monthly 3', 'levy', 'BAILLEUR COMMERCE', draw.fixed(700, 1600)],
    wages: ['monthEnd', 'transferTo', 'SALARIE', draw.around(1400, 1900, 0.1), 'SALAIRE'],
    charges: ['monthly 15', 'levy', 'URSSAF NORD', draw.around(500, 1100, 0.3)],
    tax: ['monthly 20', 'levy', 'DGFIP TVA', draw.around(300, 1200, 0.5)],
    owner: [draw.odds(0.03, 0.08), 'transferTo', 'GERANT', draw.around(300, 900, 0.5), 'PRELEVEMENT'],
  }),
}

export const kindNames = Object.keys(kinds)

export function lifeOf(kind: string, seed: number): Life {
  const chance = chanceOf('kind', kind, seed)
  const fixed = (min: number, max: number) => chance.whole(min * 100, max * 100)
  const draw: Draw = {
    fixed,
    around: (min, max, share) => {
      const middle = fixed(min, max)
      return [Math.round(middle * (1 - share)), Math.round(middle * (1 + share))]
    },
    date: (min, max) => String(chance.whole(min, max)),
    odds: (min, max) => `sometimes ${(min + chance.next() * (max - min)).toFixed(3)}`,
  }
  return readLife({ about: kind, schedules: kinds[kind]?.(draw) ?? {} })
}
