import { type Day, dayOf, isoOf, weekdayOf } from '#sandbox/people/days.ts'
import { onCredit } from '#sandbox/people/deferred-card.ts'
import type { Life, Schedule } from '#sandbox/people/entry-plan.ts'
import {
  around,
  atMonthEnd,
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
import { fuel, lunches } from '#sandbox/people/shops.ts'

/** The account of Atelier Haddad, joinery: invoices paid late, VAT, wages, suppliers, bills of exchange, cheques, an incident. */
export const workshopAccount: Life = {
  schedules: {
    builder: monthly(14, transferFrom('SOGEA RHONE ALPES', around(612_000, 894_000), 'FACTURE ATH-{ref}')),
    town: monthly(22, transferFrom('MAIRIE DE VILLEURBANNE', around(214_000, 389_000), 'MARCHE PUBLIC 2024-118')),
    households: sometimes(0.16, transferFrom('M ET MME DUPRE', around(48_000, 212_000), 'ACOMPTE CUISINE')),
    urgent: sometimes(0.05, credit('instantIn', around(18_000, 64_000), 'VIR INST RECU CABINET ARCHI NOVA', 'SOLDE')),
    cheques: weekly([4], credit('chequesDeposited', around(64_000, 182_000), 'REMISE CHEQUE {cheque}', '3 CHEQUES')),
    unpaid: inMonths([2, 9], 17, debit('chequeUnpaid', 74_000, 'CHEQUE IMPAYE {cheque}', 'SANS PROVISION')),
    unpaidFee: inMonths([2, 9], 18, debit('interventionFee', 1500, 'FRAIS CHEQUE IMPAYE')),
    maintenance: monthly(
      6,
      credit('debitIssued', 128_400, 'REMISE PRLV SEPA 24 ECHEANCES', 'CONTRATS ENTRETIEN {month}'),
    ),
    billIn: monthly(
      30,
      credit('effectCollected', around(188_000, 264_000), 'LCR ENCAISSEE CONSTRUCTIONS BERTHET', 'ECHEANCE {month}'),
    ),
    billOut: monthly(
      15,
      debit('effectPaid', around(168_000, 241_000), 'LCR DOMICILIEE BOIS DU JURA SAS', 'ECHEANCE {month}'),
    ),
    wages: monthly(28, transferTo('SALAIRES {month}', around(508_000, 531_000), '3 VIREMENTS')),
    social: monthly(
      15,
      debit(
        'levyBetweenBusinesses',
        around(241_000, 268_000),
        'PRLV SEPA B2B URSSAF RHONE ALPES',
        'COTISATIONS {month}',
      ),
    ),
    vat: monthly(
      24,
      debit('levyBetweenBusinesses', around(148_000, 236_000), 'PRLV SEPA B2B DGFIP TVA', 'CA3 {month} {year}'),
    ),
    propertyTax: inMonths([12], 15, levy('DGFIP CFE', 91_200, 'CFE {year}')),
    rent: monthly(3, transferTo('SCI LES ATELIERS', 168_000, 'LOYER ATELIER {month}', 'standingOrderOut')),
    energy: monthly(9, levy('EDF ENTREPRISES', around(31_200, 48_900), 'FACTURE {ref}')),
    phone: monthly(11, levy('ORANGE PRO', 8990)),
    insurance: monthly(5, levy('SMABTP DECENNALE', 42_350)),
    machine: monthly(10, debit('loanInstalment', 61_248, 'ECHEANCE PRET 0001', 'CENTRE USINAGE')),
    wood: sometimes(0.12, transferTo('SCIERIE DES DOMBES', around(42_000, 148_000), 'FACTURE FOURNISSEUR')),
    hardware: sometimes(
      0.35,
      cardAt([
        ['POINT P VENISSIEUX', 2490, 28_900],
        ['WURTH FRANCE', 1890, 16_400],
        ['LEROY MERLIN PRO', 1290, 19_900],
      ]),
    ),
    fuel: weekly([1, 4], cardAt(fuel)),
    lunch: weekly([1, 2, 3, 4, 5], cardAt(lunches)),
    cash: sometimes(0.03, withdraw('VILLEURBANNE', 4, 12)),
    deposit: sometimes(0.05, credit('cashDeposit', around(20_000, 61_000), 'VERSEMENT ESPECES AGENCE')),
    chequePaid: sometimes(0.05, cheque(around(12_000, 68_000))),
    ironmonger: quarterly(
      19,
      transferTo('BLUM BESCHLAEGE GMBH WIEN', around(84_000, 162_000), 'RECHNUNG {ref}', 'internationalOut'),
    ),
    movement: atMonthEnd(debit('commission', around(1480, 3920), 'COMMISSION DE MOUVEMENT')),
    bookkeeping: atMonthEnd(debit('fee', 3500, 'FRAIS TENUE DE COMPTE PRO')),
    overdraftInterest: quarterly(6, debit('interestOut', around(890, 6120), 'INTERETS DEBITEURS TRIMESTRE')),
    kindness: inMonths([5], 20, credit('feeRefund', 3500, 'RETROCESSION FRAIS', 'GESTE COMMERCIAL')),
    deposits: inMonths([1], 8, credit('interestIn', around(4210, 9870), 'INTERETS COMPTE A TERME')),
    fund: inMonths([3], 12, debit('securitiesBought', 250_000, 'SOUSCRIPTION OPC MONETAIRE')),
    correction: inMonths([7], 9, credit('otherCredit', around(110, 990), 'REGULARISATION ECRITURE')),
    discarded: monthly(
      16,
      refused(transferTo('BOIS DU JURA SAS', 1_450_000, 'ACOMPTE'), 'VIREMENT REJETE PLAFOND DEPASSE'),
    ),
  },
  balancing: {
    dateOfMonth: 7,
    stepMinor: 10_000n,
    put: (amountMinor, day, chance) =>
      transferTo('KARIM HADDAD', Number(amountMinor), 'REMUNERATION GERANT')(chance, day),
    take: (amountMinor, day, chance) =>
      transferFrom('KARIM HADDAD', Number(amountMinor), 'APPORT COMPTE COURANT ASSOCIE')(chance, day),
  },
}

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

export const lacroixCardKey = 'eva-lacroix/carte'

/** Eva's card is used every month, and everything is refunded the same day, so nothing is ever outstanding. */
export const lacroixCard: Life = {
  schedules: {
    deposit: monthly(12, onCredit(debit('cardPayment', 15_000, 'CARTE {day} CAUTION LOCATION UTILITAIRE'))),
    back: monthly(12, onCredit(credit('cardRefund', 15_000, 'CARTE {day} RETOUR CAUTION LOCATION'))),
  },
}
