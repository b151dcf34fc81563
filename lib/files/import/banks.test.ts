import { formatAmount } from '@guichet/values/money/minor.ts'
import { describe, expect, test } from 'vitest'
import type { ColumnMapping, ImportTarget } from '#lib/domain/accounts/import-line.ts'
import { type ImportFile, readImport } from './file.ts'

/** Files in the shapes that banks and programs give them; their contents are invented. */

const target: ImportTarget = { iban: 'FR7619870000010000000000138', currency: 'EUR', today: '2026-11-28' }

type Case = {
  /** A text is UTF-8. */
  readonly file: string | Uint8Array<ArrayBuffer>
  readonly mapping?: ColumnMapping
  readonly target?: Partial<ImportTarget>
  /** `day amount label / details`. */
  readonly lines?: readonly string[]
  /** `code line,line`. */
  readonly notes?: readonly string[]
  /** `code line`. */
  readonly problems?: readonly string[]
  readonly closing?: string
  readonly asks?: readonly string[]
}

function short(read: ImportFile) {
  return {
    lines: read.lines.map(({ day, amount, remittance }) =>
      `${day} ${formatAmount(amount)} ${remittance.join(' / ')}`.trim(),
    ),
    notes: read.notes.map(({ code, lines }) => `${code} ${lines.join()}`),
    problems: read.problems.map(({ code, line }) => (line === null ? code : `${code} ${line}`)),
  }
}

const encode = (text: string, codes: Readonly<Record<string, number>> = {}) =>
  Uint8Array.from([...text], sign => codes[sign] ?? sign.charCodeAt(0))
const rows = (...lines: string[]) => `${lines.join('\n')}\n`

const electricity = '2026-09-01 -70.93 PRLV SEPA ELECTRICITE'
const employer = '2026-09-05 2100.00 VIR SEPA EMPLOYEUR'

const tables: Readonly<Record<string, Case>> = {
  'BNP Paribas, the account and its balance first': {
    file: rows(
      'Compte de chèques;Compte de chèques;****4711;30/09/2026;;1 234,56',
      '01/09/2026;;;PRLV SEPA ELECTRICITE;-70,93',
      '05/09/2026;;;VIR SEPA EMPLOYEUR;2 100,00',
    ),
    lines: [electricity, employer],
    notes: ['balance 1'],
    closing: '1234.56',
  },
  'BNP Paribas, with heads': {
    file: rows(
      'Date operation;Date valeur;Libelle court;Libelle operation;Montant operation en euro',
      '01/09/2026;02/09/2026;PRLV SEPA;ELECTRICITE DU PORT;-70,93',
    ),
    lines: ['2026-09-01 -70.93 PRLV SEPA / ELECTRICITE DU PORT'],
  },
  'Hello bank!': {
    file: rows(
      'Compte de chèques ;****0815 ; 30/09/2026 ; ;-12,00',
      '01/09/2026;;;PRLV SEPA ELECTRICITE;-70,93',
      '05/09/2026;;;VIR SEPA EMPLOYEUR;2 100,00',
    ),
    lines: [electricity, employer],
    notes: ['balance 1'],
    closing: '-12.00',
  },
  'Société Générale': {
    file: encode(
      "=\"0004711\";01/09/2026;30/09/2026;\r\n\r\nDate de l'opération;Libellé;Détail de l'écriture;Montant de l'opération;Devise\r\n01/09/2026;CARTE X1234;CARTE X1234 31/08 EPICERIE;-45,50;EUR\r\n05/09/2026;VIR RECU;VIR RECU DE: EMPLOYEUR;2100,00;EUR\r\n",
    ),
    lines: [
      '2026-09-01 -45.50 CARTE X1234 / CARTE X1234 31/08 EPICERIE',
      '2026-09-05 2100.00 VIR RECU / VIR RECU DE: EMPLOYEUR',
    ],
  },
  'Crédit Agricole, labels of several lines': {
    file: encode(
      'Téléchargement du 30/09/2026;\r\n\r\nMme ADA ESSAI\r\nCompte de Dépôt carte n° 00004711;\r\nSolde au 30/09/2026 1 354,50 €\r\n\r\nListe des opérations du compte entre le 01/09/2026 et le 30/09/2026;\r\n\r\nDate;Libellé;Débit euros;Crédit euros;\r\n05/09/2026;"VIREMENT EN VOTRE FAVEUR\nEMPLOYEUR\n";;2\u00a0100,00;\r\n01/09/2026;"PAIEMENT PAR CARTE\nEPICERIE 31/08\n";45,50;;\r\n',
      { '€': 0x80 },
    ),
    lines: [
      '2026-09-05 2100.00 VIREMENT EN VOTRE FAVEUR\nEMPLOYEUR',
      '2026-09-01 -45.50 PAIEMENT PAR CARTE\nEPICERIE 31/08',
    ],
    closing: '1354.50',
  },
  'LCL, without heads, the balance last': {
    file: rows(
      '01/09/2026;-70,93;Prélèvement;;PRLV SEPA ELECTRICITE;0;Logement',
      '05/09/2026;2100,00;Virement;;VIR SEPA EMPLOYEUR;0;Salaire',
      '30/09/2026;1354,50;;00123 004711X',
    ),
    lines: [electricity, employer],
    notes: ['balance 3'],
    closing: '1354.50',
  },
  'La Banque Postale, also in francs': {
    file: encode(
      'Numéro Compte   :;0004711A033\r\nType         :;CCP\r\nCompte tenu en  :;euros\r\nDate            :;30/09/2026\r\nSolde (EUROS)   :;1354,50\r\nSolde (FRANCS)  :;8884,94\r\n\r\nDate;Libellé;Montant(EUROS);Montant(FRANCS)\r\n05/09/2026;VIREMENT DE EMPLOYEUR;2100,00;13775,10\r\n01/09/2026;"ACHAT CB EPICERIE 31.08.26";-45,50;-298,46\r\n',
    ),
    lines: ['2026-09-05 2100.00 VIREMENT DE EMPLOYEUR', '2026-09-01 -45.50 ACHAT CB EPICERIE 31.08.26'],
    closing: '1354.50',
  },
  'Crédit Mutuel and CIC, with a running balance': {
    file: rows(
      'Date;Date de valeur;Débit;Crédit;Libellé;Solde',
      '01/09/2026;01/09/2026;-45,50;;PAIEMENT CB EPICERIE;954,50',
      '05/09/2026;05/09/2026;;2100,00;VIR EMPLOYEUR;3054,50',
    ),
    lines: ['2026-09-01 -45.50 PAIEMENT CB EPICERIE', '2026-09-05 2100.00 VIR EMPLOYEUR'],
  },
  'Caisse d’Épargne, balances around the table': {
    file: rows(
      "Code de la banque : 19870;Code de l'agence : 00001;Date de début de téléchargement : 01/09/2026;Date de fin de téléchargement : 30/09/2026;;",
      'Numéro de compte : 00004711;Nom du compte : COMPTE CHEQUE;Devise : EUR;;;',
      ';;;;;',
      'Solde en fin de période;;;;+2026,43;',
      "Date;Numéro d'opération;Libellé;Débit;Crédit;Détail",
      '01/09/26;OP1;PRLV SEPA ELECTRICITE;-70,93;;D1',
      '05/09/26;OP2;VIR SEPA EMPLOYEUR;;2100,00;D2',
      'Solde en début de période;;;;-2,64;',
    ),
    lines: [`${electricity} / D1`, `${employer} / D2`],
    notes: ['balance 8'],
    closing: '2026.43 0.00',
  },
  'Caisse d’Épargne since 2024, an empty short label': {
    file: rows(
      'Date de comptabilisation;Libelle simplifie;Libelle operation;Reference;Informations complementaires;Type operation;Debit;Credit;Date operation;Date de valeur;Pointage operation',
      '20/09/2026;;VIR SEPA EMPLOYEUR;;;Virement;;+2100,00;20/09/2026;20/09/2026;0',
      '21/09/2026;EPICERIE;CB EPICERIE CENTRALE;R1;;Carte;-45,50;;21/09/2026;21/09/2026;0',
    ),
    lines: ['2026-09-20 2100.00 VIR SEPA EMPLOYEUR', '2026-09-21 -45.50 EPICERIE / CB EPICERIE CENTRALE'],
  },
  'Banque Populaire': {
    file: rows(
      'Compte;Date de comptabilisation;Date opération;Libellé;Référence;Date valeur;Montant',
      '00004711;01/09/2026;31/08/2026;PRLV SEPA ELECTRICITE;OP1;01/09/2026;-70,93',
      '00004711;05/09/2026;05/09/2026;VIR SEPA EMPLOYEUR;OP2;05/09/2026;2100,00',
    ),
    lines: [electricity, employer],
  },
  'Boursorama, an account': {
    file: rows(
      'dateOp;dateVal;label;category;categoryParent;supplierFound;amount;comment;accountNum;accountLabel;accountbalance',
      '2026-09-01;2026-09-02;"PRLV SEPA ELECTRICITE";"Logement";"Vie quotidienne";"energie";-70,93;;00004711;"COMPTE";226.68',
      '2026-09-05;2026-09-05;"VIR SEPA EMPLOYEUR";"Salaire";"Revenus";"";2 100,00;;00004711;"COMPTE";226.68',
    ),
    lines: [electricity, employer],
  },
  'Boursorama, several accounts: asks which': {
    file: rows(
      'dateOp;dateVal;label;category;amount;accountNum;accountLabel',
      '2026-09-01;2026-09-02;"PRLV SEPA ELECTRICITE";"Logement";-70,93;00004711;"COMPTE"',
      '2026-09-05;2026-09-05;"VIR LIVRET";"Virements";10,00;00004712;"LIVRET"',
    ),
    problems: ['several_accounts'],
    asks: ['accountValue 00004711=00004711 00004712=00004712'],
  },
  'Boursorama, the account chosen': {
    file: rows(
      'dateOp;dateVal;label;amount;accountNum',
      '2026-09-01;2026-09-02;PRLV SEPA ELECTRICITE;-70,93;00004711',
      '2026-09-05;2026-09-05;VIR LIVRET;10,00;00004712',
    ),
    mapping: { day: 0, label: 2, amount: 3, account: 4, accountValue: '00004711' },
    lines: [electricity],
    notes: ['other_account 3'],
  },
  'several accounts by IBAN: only this one': {
    file: rows(
      'date;libellé;montant;iban',
      '01/09/2026;PRLV SEPA ELECTRICITE;-70,93;FR7619870000010000000000138',
      '02/09/2026;AUTRE;-1,00;FR7630006000011234567890189',
    ),
    lines: [electricity],
    notes: ['other_account 3'],
  },
  Fortuneo: {
    file: rows(
      'Date opération;Date valeur;libellé;Débit;Crédit;',
      '13/09/2026;13/09/2026;CARTE 12/09 LIBRAIRIE;-6,4;;',
      '05/09/2026;05/09/2026;VIR SEPA EMPLOYEUR;;2100;',
    ),
    lines: ['2026-09-13 -6.40 CARTE 12/09 LIBRAIRIE', employer],
  },
  'Revolut, with a fee and what was never booked': {
    file: rows(
      'Type,Product,Started Date,Completed Date,Description,Amount,Fee,Currency,State,Balance',
      'CARD_PAYMENT,Current,2026-09-01 10:27:02,2026-09-02 14:28:52,Epicerie,-55.34,0.00,EUR,COMPLETED,944.66',
      'TRANSFER,Current,2026-09-03 08:00:00,2026-09-03 08:00:01,Hors zone,-100.00,1.50,EUR,COMPLETED,843.16',
      'CARD_PAYMENT,Current,2026-09-04 04:45:49,,Station,-57.74,0.00,EUR,PENDING,',
      'CARD_PAYMENT,Current,2026-09-05 09:10:00,,Hotel,-210.00,0.00,EUR,REVERTED,',
    ),
    lines: ['2026-09-02 -55.34 Epicerie', '2026-09-03 -101.50 Hors zone'],
    notes: ['not_booked 4', 'declined 5'],
  },
  'Revolut in French': {
    file: rows(
      'Type,Produit,Date de début,Date de fin,Description,Montant,Frais,Devise,État,Solde',
      'Paiement,Actuel,2026-09-01 10:27:02,2026-09-02 14:28:52,Epicerie,-55.34,0.00,EUR,TERMINÉ,944.66',
      'Paiement,Actuel,2026-09-04 04:45:49,,Station,-57.74,0.00,EUR,EN ATTENTE,',
      'Paiement,Actuel,2026-09-05 09:10:00,,Hotel,-210.00,0.00,EUR,ANNULÉ,',
    ),
    lines: ['2026-09-02 -55.34 Epicerie'],
    notes: ['not_booked 3', 'declined 4'],
  },
  'Revolut, two products: asks which': {
    file: rows(
      'Type,Product,Completed Date,Description,Amount,Currency,State',
      'A,Current,2026-09-02,Epicerie,-55.34,EUR,COMPLETED',
      'B,Savings,2026-09-03,Interest,0.34,EUR,COMPLETED',
    ),
    problems: ['several_accounts'],
  },
  'N26, the other side’s name and account': {
    file: rows(
      '"Booking Date","Value Date","Partner Name","Partner Iban",Type,"Payment Reference","Account Name","Amount (EUR)","Original Amount","Original Currency","Exchange Rate"',
      '2026-09-01,2026-09-01,"Electricite du Port",FR7630006000011234567890189,"Direct Debit","Contrat 12","Main Account",-70.93,,,',
      '2026-09-05,2026-09-05,Employeur,DE89370400440532013000,"Credit Transfer","Salaire","Main Account",2100.0,,,',
    ),
    lines: ['2026-09-01 -70.93 Electricite du Port / Contrat 12', '2026-09-05 2100.00 Employeur / Salaire'],
  },
  'N26 in French': {
    file: rows(
      '"Date","Bénéficiaire","Numéro de compte","Type de transaction","Référence de paiement","Montant (EUR)","Montant (Devise étrangère)"',
      '"2026-09-01","Electricite du Port","FR7630006000011234567890189","Prélèvement","Contrat 12","-70.93",""',
      '"2026-09-05","Employeur","DE89370400440532013000","Revenu","Salaire","2100.0",""',
    ),
    lines: ['2026-09-01 -70.93 Electricite du Port / Contrat 12', '2026-09-05 2100.00 Employeur / Salaire'],
  },
  Qonto: {
    file: rows(
      "Statut;Date de la valeur (UTC);Date de l'opération (UTC);Montant total (TTC);Devise;Nom de la contrepartie;Moyen de paiement;Référence",
      'Exécuté;01-09-2026 10:00:00;01-09-2026 09:00:00;-70,93;EUR;Electricite du Port;Prélèvement;Contrat 12',
      'Refusé;02-09-2026 10:00:00;02-09-2026 09:00:00;-5,00;EUR;Epicerie;Carte;',
    ),
    lines: ['2026-09-01 -70.93 Electricite du Port'],
    notes: ['declined 3'],
  },
  Wise: {
    file: rows(
      '"TransferWise ID",Date,Amount,Currency,Description,"Payment Reference","Running Balance","Payer Name","Payee Name","Total fees"',
      'CARD-1,01-09-2026,-45.50,EUR,"Card transaction issued by Epicerie",,954.50,,,0.00',
      'TRANSFER-2,05-09-2026,2100.00,EUR,"Received money from EMPLOYEUR SA",Salaire,3054.50,"EMPLOYEUR SA",,0.00',
    ),
    lines: [
      '2026-09-01 -45.50 Card transaction issued by Epicerie',
      '2026-09-05 2100.00 Received money from EMPLOYEUR SA / Salaire',
    ],
  },
  'PayPal, net of its fee': {
    file: rows(
      '"Date","Time","TimeZone","Name","Type","Status","Currency","Gross","Fee","Net","Transaction ID"',
      '"21/09/2026","10:00:00","CEST","Librairie","Express Checkout","Completed","EUR","20,00","-0,70","19,30","T1"',
      '"22/09/2026","10:00:00","CEST","Cinema","Payment","Pending","EUR","-9,00","0,00","-9,00","T2"',
    ),
    lines: ['2026-09-21 19.30 Librairie'],
    notes: ['not_booked 3'],
  },
  'PayPal, one account in two currencies': {
    file: rows(
      'Date,Nom,État,Devise,Avant commission,Commission,Net,Numéro de transaction',
      '21/09/2026,Librairie,Terminé,EUR,"-20,00","0,00","-20,00",T1',
      '22/09/2026,Shop,Terminé,USD,"-5,00","0,00","-5,00",T2',
    ),
    lines: ['2026-09-21 -20.00 Librairie'],
    notes: ['other_currency 3'],
  },
  'YNAB, outflow and inflow': {
    file: rows(
      'Date,Payee,Memo,Outflow,Inflow',
      '2026-09-01,Electricite,Contrat,70.93,',
      '2026-09-05,Employeur,,,2100.00',
    ),
    lines: ['2026-09-01 -70.93 Electricite / Contrat', '2026-09-05 2100.00 Employeur'],
  },
  'a column says debit or credit': {
    file: rows(
      'Date;Libellé;Montant;Sens',
      '01/09/2026;PRLV SEPA ELECTRICITE;70,93;D',
      '05/09/2026;VIR SEPA EMPLOYEUR;2100,00;C',
    ),
    lines: [electricity, employer],
  },
  'Mint, debit and credit in words': {
    file: rows(
      '"Date","Description","Original Description","Amount","Transaction Type","Category"',
      '"9/15/2026","Grocer","GROCER","21.00","debit","Food"',
      '"9/16/2026","Employer","EMPLOYER","2100.00","credit","Income"',
    ),
    lines: ['2026-09-15 -21.00 Grocer', '2026-09-16 2100.00 Employer'],
  },
  'a sign that says neither': {
    file: rows('Date;Libellé;Montant;Sens', '01/09/2026;A;70,93;D', '05/09/2026;B;2100,00;X'),
    mapping: { day: 0, label: 1, amount: 2, sign: 3 },
    problems: ['bad_sign 3'],
    lines: ['2026-09-01 -70.93 A'],
  },
  'a card’s file with positive spending, turned': {
    file: rows(
      'Date,Description,Montant',
      '09/15/2026,EPICERIE,"45,50"',
      '09/20/2026,PAIEMENT ENREGISTRE MERCI,"-120,00"',
    ),
    mapping: { day: 0, label: 1, amount: 2, turned: true },
    lines: ['2026-09-15 -45.50 EPICERIE', '2026-09-20 120.00 PAIEMENT ENREGISTRE MERCI'],
  },
  'three decimals everywhere: asks': {
    file: rows(
      'Date,Description,Amount,Currency',
      '2026-09-01,RESTAURANT,-29.000,EUR',
      '2026-09-02,ABONNEMENT,-10.000,EUR',
    ),
    problems: ['ambiguous_amount 2'],
    asks: ['decimal ,=-29000.00 .=-29.00'],
  },
  'three decimals, answered': {
    file: rows('Date,Description,Amount', '2026-09-01,RESTAURANT,-29.000', '2026-09-03,QUINCAILLERIE,-58.450'),
    mapping: { day: 0, label: 1, amount: 2, decimal: '.' },
    lines: ['2026-09-01 -29.00 RESTAURANT', '2026-09-03 -58.45 QUINCAILLERIE'],
  },
  'thousands beside a decimal comma': {
    file: rows('Date;Libellé;Montant', '01/09/2026;A;1.234', '02/09/2026;B;12,50'),
    lines: ['2026-09-01 1234.00 A', '2026-09-02 12.50 B'],
  },
  'days and months that can be exchanged: asks': {
    file: rows('Date,Description,Amount', '09/01/2026,GROCER,-21.00', '09/02/2026,RENT,-700.00'),
    problems: ['ambiguous_day 2'],
    asks: ['dayOrder dmy=2026-01-09 mdy=2026-09-01'],
  },
  'days and months, answered': {
    file: rows('Date,Description,Amount', '09/01/2026,GROCER,-21.00'),
    mapping: { day: 0, label: 1, amount: 2, dayOrder: 'mdy' },
    lines: ['2026-09-01 -21.00 GROCER'],
  },
  'month first, without heads': {
    file: rows('09/15/2026,GROCER,-21.00', '09/16/2026,BAKER,-3.00', '09/17/2026,RENT,-700.00'),
    lines: ['2026-09-15 -21.00 GROCER', '2026-09-16 -3.00 BAKER', '2026-09-17 -700.00 RENT'],
  },
  'months in words': {
    file: rows(
      'Date;Libellé;Montant',
      '12 sept. 2026;BOULANGERIE;-3,20',
      '13-Sep-2026;BAKERY;-3,20',
      '2026/9/14;X;-1,00',
    ),
    lines: ['2026-09-12 -3.20 BOULANGERIE', '2026-09-13 -3.20 BAKERY', '2026-09-14 -1.00 X'],
  },
  'a footer in the column of days': {
    file: rows(
      'Date;Libellé;Débit;Crédit',
      '01/09/2026;A;12,50;',
      '02/09/2026;B;;30,00',
      'Ancien solde;;;82,50',
      'Solde au 30/09/2026;;;100,00',
    ),
    lines: ['2026-09-01 -12.50 A', '2026-09-02 30.00 B'],
    notes: ['balance 4,5'],
    closing: '100.00 0.00',
  },
  'a closing balance that the lines don’t lead to': {
    file: rows('Date;Libellé;Débit;Crédit', 'Ancien solde;;;82,50', '01/09/2026;A;12,50;', 'Nouveau solde;;;100,00'),
    lines: ['2026-09-01 -12.50 A'],
    notes: ['balance 2,4'],
    closing: '100.00 30.00',
  },
  'a balance with a day of its own': {
    file: rows(
      'Date;Libellé;Montant',
      '01/09/2026;Solde initial;82,50',
      '02/09/2026;A;-12,50',
      '03/09/2026;SOLDE DE TOUT COMPTE;500,00',
    ),
    lines: ['2026-09-02 -12.50 A', '2026-09-03 500.00 SOLDE DE TOUT COMPTE'],
    notes: ['balance 2'],
  },
  'heads and totals again on each page': {
    file: rows(
      'Date;Libellé;Débit;Crédit',
      '01/09/2026;A;12,50;',
      'Total;;12,50;',
      'Date;Libellé;Débit;Crédit',
      '02/09/2026;B;;30,00',
    ),
    lines: ['2026-09-01 -12.50 A', '2026-09-02 30.00 B'],
    notes: ['balance 3', 'heading 4'],
  },
  'a label of two rows': {
    file: rows(
      'Date;Montant;Libellé;Solde',
      '01/09/2026;-5,00;A;95,00',
      ';;suite du libellé;',
      '02/09/2026;-6,00;B;89,00',
    ),
    lines: ['2026-09-01 -5.00 A / suite du libellé', '2026-09-02 -6.00 B'],
  },
  'a decimal comma without quotes': {
    file: rows('Date,Label,Amount', '2026-09-01,CAFE,-3,20', '2026-09-02,RENT,-700'),
    problems: ['extra_cells 2'],
    lines: ['2026-09-02 -700.00 RENT'],
  },
  'a row without an amount': {
    file: rows('Date;Libellé;Débit;Crédit', '01/09/2026;A;5,00;0,00', '02/09/2026;B;;'),
    problems: ['bad_amount 3'],
    lines: ['2026-09-01 -5.00 A'],
  },
  'rows that a person leaves out': {
    file: rows('Date;Libellé;Montant', '01/09/2026;A;-5,00', 'le lendemain;B;-6,00'),
    mapping: { day: 0, label: 1, amount: 2, leaveOut: true },
    lines: ['2026-09-01 -5.00 A'],
    notes: ['unreadable 3'],
  },
  'one booking of Monday, downloaded on Saturday': {
    file: rows('Date comptable;Libellé;Montant', '27/11/2026;BOULANGERIE;-3,20', '30/11/2026;EPICERIE;-45,50'),
    lines: ['2026-11-27 -3.20 BOULANGERIE'],
    notes: ['future_day 3'],
  },
  'the currency as a sign or a word': {
    file: rows('Date;Libellé;Montant;Devise', '01/09/2026;A;-5,00;€', '02/09/2026;B;-6,00;Euro'),
    lines: ['2026-09-01 -5.00 A', '2026-09-02 -6.00 B'],
  },
  'signs in every way': {
    file: rows(
      'Date;Libellé;Montant',
      '01/09/2026;A;- 12,50',
      '02/09/2026;B;12,50 CR',
      '03/09/2026;C;12,50 DR',
      '04/09/2026;D;(1 234,50)',
      "05/09/2026;E;1'234.50-",
      '06/09/2026;F;€ -12,50',
      '07/09/2026;G;EUR 12,50',
    ),
    lines: [
      '2026-09-01 -12.50 A',
      '2026-09-02 12.50 B',
      '2026-09-03 -12.50 C',
      '2026-09-04 -1234.50 D',
      '2026-09-05 -1234.50 E',
      '2026-09-06 -12.50 F',
      '2026-09-07 12.50 G',
    ],
  },
  'a separator named in the first line': {
    file: rows('sep=;', 'Date;Libellé;Montant', '12/09/2026;CAFE;-3,20'),
    lines: ['2026-09-12 -3.20 CAFE'],
  },
  'UTF-16 without a mark': {
    file: encode([...'Date;Libellé;Montant\r\n12/09/2026;Café;-3,20\r\n'].flatMap(sign => [sign, '\0']).join('')),
    lines: ['2026-09-12 -3.20 Café'],
  },
  'a NUL in a text': { file: rows('Date;Label;Amount', '12/09/2026;CA\0FE;-3,20'), lines: ['2026-09-12 -3.20 CAFE'] },
  'code page 850': {
    file: encode('Date;Libellé;Montant\r\n12/09/2026;Café crème;-3,20\r\n', { é: 0x82, è: 0x8a }),
    lines: ['2026-09-12 -3.20 Café crème'],
  },
  'Mac Roman': {
    file: encode('Date;Libellé;Montant\r12/09/2026;Café crème;-3,20\r', { é: 0x8e, è: 0x8f }),
    lines: ['2026-09-12 -3.20 Café crème'],
  },
  'a table of a web page, called a workbook': {
    file: '<html><body><table><tr><td>Date</td><td><b>Libellé</b></td><td>Montant</td></tr><tr><td>01/09/2026</td><td>A &amp; B</td><td>-1,00</td></tr></table></body></html>',
    lines: ['2026-09-01 -1.00 A & B'],
  },
  'no label at all': {
    file: rows('date;montant', '01/09/2026;-5,00', '02/09/2026;-6,00'),
    lines: ['2026-09-01 -5.00', '2026-09-02 -6.00'],
  },
}

function ofx(body: string, head = '<BANKACCTFROM><BANKID>19870<ACCTID>4711<ACCTTYPE>CHECKING</BANKACCTFROM>') {
  return `OFXHEADER:100\nDATA:OFXSGML\nVERSION:102\n\n<OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS><CURDEF>EUR${head}<BANKTRANLIST>\n${body}\n</BANKTRANLIST></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>`
}
const entry = (day: string, amount: string, name: string, id: string) =>
  `<STMTTRN><TRNTYPE>OTHER<DTPOSTED>${day}<TRNAMT>${amount}<FITID>${id}<NAME>${name}</STMTTRN>`

const statement = (entries: string, head = '<Acct><Id><IBAN>FR7619870000010000000000138</IBAN></Id></Acct>') =>
  `<?xml version="1.0"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02"><BkToCstmrStmt><Stmt><Id>S</Id>${head}${entries}</Stmt></BkToCstmrStmt></Document>`
const ntry = (amount: string, rest: string, direction = 'DBIT', currency = 'EUR') =>
  `<Ntry><Amt Ccy="${currency}">${amount}</Amt><CdtDbtInd>${direction}</CdtDbtInd>${rest}</Ntry>`
const booked = (day: string) => `<Sts>BOOK</Sts><BookgDt><Dt>${day}</Dt></BookgDt>`
const bal = (type: string, amount: string, direction = 'CRDT') =>
  `<Bal><Tp><CdOrPrtry><Cd>${type}</Cd></CdOrPrtry></Tp><Amt Ccy="EUR">${amount}</Amt><CdtDbtInd>${direction}</CdtDbtInd><Dt><Dt>2026-09-30</Dt></Dt></Bal>`

const cfonb = (kind: string, day: string, text: string, amount: string, reference = '') =>
  `${kind}19870${'    '}00001EUR2 00000000001${kind === '04' ? '05' : '  '}${day}  ${kind === '04' ? day : '      '}${text.padEnd(31)}  ${'0000000'}  ${amount.padStart(14, '0')}${reference.padEnd(16)}`

const formats: Readonly<Record<string, Case>> = {
  'OFX, three decimals and more': {
    file: ofx(
      [entry('20260901120000', '-30.000', 'PHARMACIE', 'A1'), entry('20260902', '-3.77000', 'BOULANGERIE', 'A2')].join(
        '\n',
      ),
    ),
    lines: ['2026-09-01 -30.00 PHARMACIE', '2026-09-02 -3.77 BOULANGERIE'],
  },
  'OFX, padded amounts': {
    file: ofx(entry('20260831000000.000[-4:EDT]', '+00000000000000.2400', 'INTERETS', 'B1')),
    lines: ['2026-08-31 0.24 INTERETS'],
  },
  'OFX, grouping that its standard forbids': {
    file: ofx(entry('20260901', '1.234', 'X', '1')),
    problems: ['bad_amount 6'],
  },
  'OFX, entities and a code page': {
    file: encode(ofx(entry('20260901', '-1,50', 'Café & Thé &amp; R&amp;D', '1'))),
    lines: ['2026-09-01 -1.50 Café & Thé & R&D'],
  },
  'OFX, one reference for two transactions': {
    file: ofx(entry('20260901', '-100.00', 'HOTEL ZURICH', 'F1') + entry('20260901', '-3.00', 'FRAIS CHANGE', 'F1')),
    lines: ['2026-09-01 -100.00 HOTEL ZURICH', '2026-09-01 -3.00 FRAIS CHANGE'],
  },
  'OFX of a card': {
    file: ofx(entry('20260901', '-9.00', 'CINEMA', '1'), '<CCACCTFROM><ACCTID>XXXX1234</CCACCTFROM>'),
    lines: ['2026-09-01 -9.00 CINEMA'],
  },
  'OFX with a closing balance': {
    file: ofx(entry('20260901', '-9.00', 'CINEMA', '1')).replace(
      '</BANKTRANLIST>',
      '</BANKTRANLIST><LEDGERBAL><BALAMT>120.50<DTASOF>20260930</LEDGERBAL>',
    ),
    lines: ['2026-09-01 -9.00 CINEMA'],
    closing: '120.50',
  },
  'OFX with a booking after today': {
    file: ofx(entry('20261127', '-9.00', 'CINEMA', '1') + entry('20261130', '-8.00', 'PISCINE', '2')),
    lines: ['2026-11-27 -9.00 CINEMA'],
    notes: ['future_day 6'],
  },
  'CAMT, decimals of XML': {
    file: statement(ntry('8.850', booked('2026-09-01')) + ntry('29.000', booked('2026-09-02'))),
    lines: ['2026-09-01 -8.85', '2026-09-02 -29.00'],
  },
  'CAMT, the other side’s name or a structured reference only': {
    file: statement(
      ntry(
        '9.00',
        `${booked('2026-09-01')}<NtryDtls><TxDtls><RltdPties><Dbtr><Nm>ME</Nm></Dbtr><Cdtr><Pty><Nm>ELECTRICITE DU PORT</Nm></Pty></Cdtr></RltdPties></TxDtls></NtryDtls>`,
      ) +
        ntry(
          '5.00',
          `${booked('2026-09-02')}<NtryDtls><TxDtls><RltdPties><Dbtr><Nm>CAF</Nm></Dbtr></RltdPties><RmtInf><Strd><CdtrRefInf><Ref>RF18 5390</Ref></CdtrRefInf></Strd></RmtInf></TxDtls></NtryDtls>`,
          'CRDT',
        ),
    ),
    lines: ['2026-09-01 -9.00 ELECTRICITE DU PORT', '2026-09-02 5.00 CAF / RF18 5390'],
  },
  'CAMT, a day with its zone, announced and informational entries': {
    file: statement(
      ntry('3.00', '<Sts>BOOK</Sts><BookgDt><Dt>2026-09-04+02:00</Dt></BookgDt><AddtlNtryInf>A</AddtlNtryInf>') +
        ntry('4.00', '<Sts><Cd>PDNG</Cd></Sts><BookgDt><Dt>2026-09-05</Dt></BookgDt>') +
        ntry('5.00', '<Sts>INFO</Sts><BookgDt><Dt>2026-09-05</Dt></BookgDt>'),
    ),
    lines: ['2026-09-04 -3.00 A'],
    notes: ['not_booked 2', 'informational 3'],
  },
  'CAMT, one IBAN in two currencies': {
    file: statement(
      ntry('3.00', `${booked('2026-09-04')}<AddtlNtryInf>A</AddtlNtryInf>`) +
        ntry('7.00', booked('2026-09-04'), 'DBIT', 'USD'),
    ),
    lines: ['2026-09-04 -3.00 A'],
    notes: ['other_currency 2'],
  },
  'CAMT, checked against its balances': {
    file: statement(
      `${bal('OPBD', '10.00')}${bal('CLBD', '2.00', 'DBIT')}${ntry('12.00', `${booked('2026-09-04')}<AddtlNtryInf>A</AddtlNtryInf>`)}`,
    ),
    lines: ['2026-09-04 -12.00 A'],
    closing: '-2.00 0.00',
  },
  'camt.052': {
    file: statement(ntry('3.00', `${booked('2026-09-04')}<AddtlNtryInf>A</AddtlNtryInf>`))
      .replaceAll('BkToCstmrStmt', 'BkToCstmrAcctRpt')
      .replaceAll('Stmt>', 'Rpt>')
      .replace('camt.053', 'camt.052'),
    lines: ['2026-09-04 -3.00 A'],
  },
  'QIF, day first': {
    file: rows('!Type:Bank', 'D21/09/2026', 'T-1,234.50', 'PCAFE', 'MNOTE', '^', "D22/09'26", 'T12.50', 'PB', '^'),
    lines: ['2026-09-21 -1234.50 CAFE / NOTE', '2026-09-22 12.50 B'],
  },
  'QIF of several accounts': {
    file: rows(
      '!Account',
      'NLivret',
      'TBank',
      '^',
      '!Type:Bank',
      'D21/09/2026',
      'T1.00',
      '^',
      '!Account',
      'NCourant',
      '^',
      '!Type:Bank',
      'D22/09/2026',
      'T2.00',
      'PX',
      '^',
    ),
    target: { names: ['Courant'] },
    lines: ['2026-09-22 2.00 X'],
    notes: ['other_account 6'],
  },
  'QIF with days that can be exchanged': {
    file: rows('!Type:Bank', 'D01/09/2026', 'T-1.00', '^'),
    problems: ['ambiguous_day 2'],
  },
  'QIF of categories only': { file: rows('!Type:Cat', 'NAuto', 'E', '^'), problems: ['empty'] },
  'MT940, numbered parts': {
    file: rows(
      '{1:F01X}{2:I940X}{4:',
      ':20:STMT',
      ':25:19870/00000000001',
      ':28C:1/1',
      ':60F:C260831EUR100,00',
      ':61:2609010902DR70,93NDDTNONREF//B1',
      ':86:105?00LASTSCHRIFT?20PRLV SEPA ?21ELECTRICITE?32EDF',
      ':61:260905C2100,NTRFREF1',
      ':86:VIR SEPA EMPLOYEUR',
      ':62F:C260930EUR2129,07',
      '-}',
    ),
    lines: ['2026-09-02 -70.93 PRLV SEPA ELECTRICITE / EDF', '2026-09-05 2100.00 VIR SEPA EMPLOYEUR'],
    closing: '2129.07 0.00',
  },
  'MT940, reversals and the turn of the year': {
    file: rows(
      ':20:S',
      ':25:4711',
      ':60F:D251231EUR5,',
      ':61:2512310102RD5,50NTRF',
      ':61:260103RC1,25NTRF',
      ':62F:D260103EUR0,75',
    ),
    lines: ['2026-01-02 5.50', '2026-01-03 -1.25'],
    closing: '-0.75 0.00',
  },
  'MT940, an entry that is none': {
    file: rows(':20:S', ':25:4711', ':60F:C260831EUR1,', ':61:broken'),
    problems: ['bad_record 4'],
  },
  'CFONB 120': {
    file: rows(
      cfonb('01', '310826', '', '1000{'),
      cfonb('04', '010926', 'PRLV SEPA ELECTRICITE', '709L', 'R1'),
      `${cfonb('05', '010926', '', '').slice(0, 45)}LIBCONTRAT 12`.padEnd(120),
      cfonb('04', '050926', 'VIR SEPA EMPLOYEUR', '21000{'),
      cfonb('07', '300926', '', '21290G'),
    ),
    lines: [`${electricity} / CONTRAT 12`, employer],
    closing: '2129.07 0.00',
  },
  'CFONB 120 in one line': {
    file:
      cfonb('04', '010926', 'PRLV SEPA ELECTRICITE', '709L') + cfonb('04', '050926', 'VIR SEPA EMPLOYEUR', '21000{'),
    lines: [electricity, employer],
  },
  'CFONB 120 of another account': {
    file: rows(cfonb('04', '010926', 'X', '1{')),
    target: { iban: 'FR7630006000011234567890189' },
    problems: ['other_account'],
  },
  'CFONB 120, a record that is none': {
    file: rows(cfonb('04', '010926', 'X', '1{'), '99'),
    problems: ['bad_record 2'],
  },
}

describe.each([
  ['a table', tables],
  ['a statement', formats],
])('%s', (_, cases) => {
  test.each(Object.entries(cases))(
    '%s',
    (_, { file, mapping, target: other, lines = [], notes = [], problems = [], closing, asks }) => {
      const read = readImport(
        typeof file === 'string' ? new TextEncoder().encode(file) : file,
        { ...target, ...other },
        mapping ?? null,
      )
      expect(short(read)).toEqual({ lines, notes, problems })
      if (closing !== undefined) {
        const { balance } = read
        const shown = [balance?.closing, balance?.difference].flatMap(money => (money ? formatAmount(money) : []))
        expect(shown.join(' ')).toBe(closing)
      }
      if (asks) {
        const asked = read.questions.map(({ field, answers }) =>
          [field, ...answers.map(({ value, reading }) => `${value}=${reading}`)].join(' '),
        )
        expect(asked).toEqual(asks)
      }
    },
  )
})

test('what a person should look at', () => {
  const hints = (text: string) => readImport(new TextEncoder().encode(text), target).hints
  expect(
    hints(
      rows(
        'Date,Description,Montant',
        '15/09/2026,EPICERIE,"45,50"',
        '20/09/2026,PAIEMENT MERCI,"-120,00"',
        '21/09/2026,B,"1,50"',
      ),
    ),
  ).toEqual(['turned'])
  expect(hints(rows('date;montant', '01/09/2026;-5,00', '02/09/2026;-6,00'))).toEqual(['no_label'])
  expect(hints(rows('Date;Libellé;Montant', '01/09/2026;A;-5,00', '02/09/2026;B;6,00'))).toEqual([])
})

test('a running balance that a line breaks', () => {
  const file = (...amounts: string[]) =>
    rows('Date;Libellé;Montant;Solde', ...amounts.map((amount, at) => `0${at + 1}/09/2026;A;${amount}`))
  const lineOf = (text: string) => readImport(new TextEncoder().encode(text), target).balance?.line ?? null
  expect(lineOf(file('-5,00;95,00', '-6,00;89,00', '-7,00;82,00'))).toBeNull()
  expect(lineOf(file('-7,00;82,00', '-6,00;89,00', '-5,00;95,00'))).toBeNull()
  expect(lineOf(file('-5,00;95,00', '-6,00;89,00', '-7,00;72,00', '-2,00;70,00'))).toBe(4)
  expect(lineOf(file('-5,00;70,00', '-6,00;70,00', '-7,00;70,00'))).toBeNull()
})
