import type { Life } from '#sandbox/people/entry-plan.ts'
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
