/** Words of French bank labels, in capitals without accents, for `line-name.ts`. Adding a word to a table needs nothing else. */

/** `keeps` stays in the displayed name. */
export type LabelForm = {
  readonly kind: 'card' | 'transfer' | 'debit' | 'cash' | 'cheque'
  readonly opening: RegExp
  readonly keeps?: string
}

/** The first matching opening decides. Each is anchored and ends at a word. */
export const labelForms: readonly LabelForm[] = [
  {
    kind: 'debit',
    opening: /^(?:REJET|RETOUR|IMPAYE) (?:DE )?(?:PRLVT?|PRELEVEMENT)(?: SEPA| EUROPEEN)?\b/,
    keeps: 'Rejet',
  },
  {
    kind: 'debit',
    opening: /^(?:REMB|REMBOURSEMENT|ANNUL|ANNULATION) (?:DE )?(?:PRLVT?|PRELEVEMENT)(?: SEPA)?\b/,
    keeps: 'Remboursement',
  },
  { kind: 'transfer', opening: /^(?:REJET|RETOUR) (?:DE )?(?:VIRT?|VIREMENT)(?: SEPA)?\b/, keeps: 'Rejet' },
  {
    kind: 'card',
    opening: /^(?:ANNUL|ANNULATION|REMB|REMBOURSEMENT|CREDIT) (?:DE )?(?:CARTE|CB|ACHAT CB|PAIEMENT CB)\b/,
    keeps: 'Remboursement',
  },
  { kind: 'cash', opening: /^(?:RETRAIT|RET)(?: (?:DAB|GAB|CB|CARTE|ESPECES))+\b/, keeps: 'Retrait' },
  { kind: 'cheque', opening: /^(?:CHEQUE|CHQ)(?: (?:EMIS|N|NO|NUMERO))?(?= [N°O.]*\d+$)/, keeps: 'Chèque' },
  // What a creditor receives; `REMISE PRLV SEPA 24 ECHEANCES` names nobody.
  { kind: 'transfer', opening: /^REMISE (?:PRLV|PRELEVEMENT)(?: SEPA)?(?= (?:M|MME|MLLE|MR) )/ },
  { kind: 'transfer', opening: /^LCR (?:DOMICILIEE|ENCAISSEE)\b/, keeps: 'LCR' },
  { kind: 'card', opening: /^(?:ENC|ENCAISSEMENT) (?:CB|CARTE)\b/, keeps: 'Encaissement' },
  // A month of a deferred-debit card, no purchase.
  {
    kind: 'transfer',
    opening:
      /^(?:FACTURE|RELEVE) (?:DE )?(?:CARTE|CB)\b(?=(?: BANCAIRE| VISA| MASTERCARD)?(?: (?:CLASSIC|STANDARD|PREMIER|GOLD|PLATINUM|INFINITE|DIFFERE))?$)/,
    keeps: 'Facture carte',
  },
  {
    kind: 'card',
    opening:
      /^(?:PAIEMENT (?:PAR |DE )?|ACHAT (?:PAR )?|FACTURE |DEBIT )?(?:CARTE|CB)\b(?: BANCAIRE| VISA| MASTERCARD| SANS CONTACT)?/,
  },
  { kind: 'card', opening: /^(?:PAIEMENT|ACHAT) (?:PSC|SANS CONTACT|INTERNET)\b/ },
  {
    kind: 'transfer',
    opening:
      /^(?:VIRT?|VRT|VIREMENT|WIRE)(?: (?:SEPA|INST|INSTANTANE|INTL|INTERNATIONAL|EUROPEEN|PERMANENT|PERM|WEB|RECU|RECEIVED|EMIS|SENT|EN VOTRE FAVEUR))+(?: (?:DE|VERS|POUR|FROM|TO)(?= ))?\b/,
  },
  { kind: 'transfer', opening: /^(?:VIRT?|VRT|VIREMENT)(?: (?:DE|VERS|POUR))?\b(?! REJETE| EMIS$)/ },
  { kind: 'debit', opening: /^(?:PRLVT?|PRELEVEMENT)(?: (?:SEPA|EUROPEEN|B2B|CORE|CB|RECURRENT))*(?: DE(?= ))?\b/ },
]

/** Payment services printed before the shop's name. */
export const paymentServices =
  /^(?:PAYPAL|PP|SUMUP|SUM UP|SQ|ZETTLE|IZETTLE|IZ|STRIPE|LYDIA|WLY|ADYEN|MOLLIE|KLARNA|GOOGLE|SP|EB)\s?[*_]\s?/

export const legalForms: ReadonlySet<string> = new Set(
  'SA SAS SASU SARL EURL SNC SE GIE SCOP SELARL GMBH AG KG LTD LIMITED INC LLC CORP BV NV SRL SPA PLC OY AB APS SL'.split(
    ' ',
  ),
)

export const civilities: ReadonlySet<string> = new Set('M MR MME MLLE MONSIEUR MADAME'.split(' '))

/** Follow a trade name without being part of it. */
export const endings: readonly string[] = [
  'CLIENTS PARTICULIERS',
  'ENTREPRISES',
  'PARTICULIERS',
  'PAYMENTS',
  'PAYMENT',
  'MKTPLACE',
  'MARKETPLACE',
  'INTERNET',
  'ABONNEMENTS',
  'ABONNEMENT',
  'PURCHASE',
  'FRANCE',
  'EUROPE',
]

/** Names ending in one of `endings`. */
export const wholeNames: ReadonlySet<string> = new Set([
  'AIR FRANCE',
  'RADIO FRANCE',
  'BANQUE DE FRANCE',
  'BRICO DEPOT FRANCE',
])

/** "Ville de Lyon". */
export const linkingWords: ReadonlySet<string> = new Set(
  'DE DU DES LA LE LES D L A AU AUX EN ET SUR CHEZ SAINT SAINTE GRAND'.split(' '),
)

/** The largest in France, and those printed after online services. */
export const towns: ReadonlySet<string> = new Set(
  `PARIS|MARSEILLE|LYON|TOULOUSE|NICE|NANTES|MONTPELLIER|STRASBOURG|BORDEAUX|LILLE|RENNES|REIMS|TOULON|SAINT ETIENNE|ST ETIENNE|LE HAVRE|GRENOBLE|
DIJON|ANGERS|VILLEURBANNE|NIMES|CLERMONT FERRAND|AIX EN PROVENCE|LE MANS|BREST|TOURS|AMIENS|ANNECY|LIMOGES|METZ|BESANCON|PERPIGNAN|ORLEANS|ROUEN|
MULHOUSE|CAEN|NANCY|SAINT DENIS|ST DENIS|ARGENTEUIL|MONTREUIL|ROUBAIX|TOURCOING|DUNKERQUE|AVIGNON|NANTERRE|POITIERS|CRETEIL|VERSAILLES|PAU|
COURBEVOIE|VITRY|COLOMBES|ASNIERES|AULNAY|RUEIL MALMAISON|ANTIBES|SAINT MAUR|CALAIS|CHAMPIGNY|LA ROCHELLE|CANNES|BEZIERS|BOURGES|QUIMPER|VALENCE|
COLMAR|DRANCY|LORIENT|TROYES|NIORT|CHAMBERY|VANNES|LEVALLOIS|LEVALLOIS PERRET|ISSY LES MOULINEAUX|NEUILLY|NEUILLY SUR SEINE|BOULOGNE|
BOULOGNE BILLANCOURT|CERGY|EVRY|PUTEAUX|LA DEFENSE|ROISSY|ORLY|ROYAN|BIARRITZ|BAYONNE|ARCACHON|LA PLAGNE|CHAMONIX|CALUIRE|CALUIRE ET CUIRE|BRON|
VENISSIEUX|VAULX EN VELIN|ST PRIEST|SAINT PRIEST|ECULLY|OULLINS|TASSIN|MEYZIEU|DECINES|CORBAS|VIENNE|BOURG EN BRESSE|MACON|ROANNE|LUXEMBOURG|
BRUXELLES|BRUSSELS|LONDON|LONDRES|DUBLIN|AMSTERDAM|BERLIN|MUNICH|MUENCHEN|WIEN|ZURICH|ZUERICH|GENEVE|GENEVA|LAUSANNE|MADRID|BARCELONA|BARCELONE|LISBOA|
MILANO|MILAN|ROMA|ROME|STOCKHOLM|COPENHAGEN|OSLO|HELSINKI|NEW YORK|SAN FRANCISCO|SEATTLE|LOS ANGELES|SAN JOSE|MOUNTAIN VIEW|CUPERTINO|SINGAPORE|TOKYO`
    .replaceAll('\n', '')
    .split('|'),
)

export const townWords = 3

/** Printed last for payments abroad and online. */
export const countryCodes: ReadonlySet<string> = new Set(
  'FR FRA BE BEL DE DEU LU LUX NL NLD IE IRL GB GBR UK US USA CH CHE ES ESP IT ITA PT PRT SE SWE'.split(' '),
)

/** Neither all capitals nor one capital letter. */
export const spellings: ReadonlyMap<string, string> = new Map(
  `BIOMERIEUX bioMérieux|BOOKING Booking.com|BP BP|CAF CAF|CFE CFE|CIC CIC|CPAM CPAM|CVEC CVEC|DGFIP DGFIP|DIGITALOCEAN DigitalOcean|
EDF EDF|FDJ FDJ|GITHUB GitHub|GMF GMF|H&M H&M|IKEA IKEA|JOUECLUB JouéClub|KFC KFC|LCL LCL|MAAF MAAF|MAIF MAIF|MCDONALD McDonald’s|
MCDONALDS McDonald’s|MGEN MGEN|OVH OVHcloud|OPCVM OPCVM|PEA PEA|PAYPAL PayPal|RATP RATP|SCI SCI|SFR SFR|SMABTP SMABTP|SNCF SNCF|
SUMUP SumUp|TCL TCL|TOTALENERGIES TotalEnergies|TVA TVA|UGC UGC|USA USA|WEWORK WeWork|YOUTUBE YouTube|LINKEDIN LinkedIn|
EASYJET easyJet|IPHONE iPhone|USD USD|EUR EUR|CHF CHF|DAB DAB|SEPA SEPA|LEP LEP|LDDS LDDS|PEL PEL|STE Sté|ETS Éts|DR Dr|MME Mme|
MR M.`
    .replaceAll('\n', '')
    .split('|')
    .map(entry => [entry.slice(0, entry.indexOf(' ')), entry.slice(entry.indexOf(' ') + 1)]),
)

/** Names of people and shops stay without accents: theirs are unknown. */
export const accented: ReadonlyMap<string, string> = new Map(
  `ACHETE acheté|CAFE café|CHEQUE chèque|CREDIT crédit|CRECHE crèche|CRECHES crèches|DEBIT débit|DEBITEURS débiteurs|DEBITEUR débiteur|DECOUVERT découvert|DEPASSE dépassé|DEVELOPPEMENT développement|
ECHEANCE échéance|ECHEANCES échéances|ECRITURE écriture|ELECTRICITE électricité|EMIS émis|EPARGNE épargne|ESPECES espèces|ETRANGER étranger|FEDERATIONS fédérations|HOTEL hôtel|IMPAYE impayé|
IMPOT impôt|IMPOTS impôts|INTERETS intérêts|INTERESSEMENT intéressement|MARCHE marché|METRO métro|MUTUELLE mutuelle|PRELEVEMENT prélèvement|PRET prêt|PREVOYANCE prévoyance|
RECU reçu|REFUSE refusé|REGIE régie|REGULARISATION régularisation|REJETE rejeté|REMUNERATION rémunération|RETROCESSION rétrocession|SANTE santé|SOCIETE société|TELECOM télécom|THEATRE théâtre|UNIVERSITE université`
    .replaceAll('\n', '')
    .split('|')
    .map(entry => {
      const [plain = '', written = ''] = entry.split(' ')
      return [plain, written]
    }),
)

export const smallWords: ReadonlySet<string> = new Set(
  'DE DU DES LA LE LES ET OU A AU AUX EN SUR SOUS D L POUR PAR'.split(' '),
)
