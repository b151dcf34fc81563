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
  `ASF ASF|AXA AXA|BIOMERIEUX bioMérieux|BOOKING Booking.com|BP BP|CAF CAF|CFE CFE|CIC CIC|CPAM CPAM|CVEC CVEC|DGFIP DGFiP|DIGITALOCEAN DigitalOcean|
EDF EDF|ESR ESR|FDJ FDJ|GITHUB GitHub|GMF GMF|H&M H&M|IKEA IKEA|JOUECLUB JouéClub|KFC KFC|LCL LCL|MAAF MAAF|MAIF MAIF|MCDONALD McDonald’s|
MCDONALDS McDonald’s|MGEN MGEN|OVH OVHcloud|OPC OPC|OPCVM OPCVM|PEA PEA|PAYPAL PayPal|PLAYSTATION PlayStation|RATP RATP|SCI SCI|SFR SFR|SMABTP SMABTP|SNCF SNCF|
SUMUP SumUp|TCL TCL|TOTALENERGIES TotalEnergies|TVA TVA|UGC UGC|USA USA|WEWORK WeWork|YOUTUBE YouTube|LINKEDIN LinkedIn|
EASYJET easyJet|IPHONE iPhone|USD USD|EUR EUR|CHF CHF|DAB DAB|SEPA SEPA|LEP LEP|LDDS LDDS|PEL PEL|ST St|STE Sté|VISA Visa|MASTERCARD Mastercard|ETS Éts|DR Dr|MME Mme|
MR M.`
    .replaceAll('\n', '')
    .split('|')
    .map(entry => [entry.slice(0, entry.indexOf(' ')), entry.slice(entry.indexOf(' ') + 1)]),
)

/** Words, places and shops that have one spelling. Names of people stay without accents: theirs are unknown. */
export const accented: ReadonlyMap<string, string> = new Map(
  `ACHETE acheté|AEROPORT aéroport|AGREE agréé|AMENAGEMENT aménagement|ANTIQUITES antiquités|AOUT août|ARDECHE ardèche|ARIEGE ariège|ASNIERES asnières|
ASSOCIE associé|ASSOCIES associés|BATIMENT bâtiment|BATIMENTS bâtiments|BEAUTE beauté|BEBE bébé|BESANCON besançon|BEZIERS béziers|BIERE bière|BIERES bières|
BRICOMARCHE bricomarché|CAFE café|CAFES cafés|CAFETERIA cafétéria|CELESTINS célestins|CEREALES céréales|CEVENNES cévennes|CHAMBERY chambéry|CHATEAU château|CHENE chêne|
CHEQUE chèque|CHEQUES chèques|CINEMA cinéma|CLE clé|CLES clés|COLLEGE collège|COMEDIE comédie|COMITE comité|COMPLEMENTAIRE complémentaire|COOPERATIVE coopérative|
COPROPRIETE copropriété|CORREZE corrèze|CREANCE créance|CREATION création|CREATIONS créations|CRECHE crèche|CRECHES crèches|CREDIT crédit|CREDITEUR créditeur|
CREDITEURS créditeurs|CREMERIE crémerie|CREPERIE crêperie|CRETEIL créteil|DEBIT débit|DEBITEUR débiteur|DEBITEURS débiteurs|DECEMBRE décembre|DECENNALE décennale|
DECINES décines|DECORATION décoration|DECOUVERT découvert|DEFENSE défense|DELICES délices|DEMENAGEMENT déménagement|DEPARTEMENT département|DEPASSE dépassé|
DEPOT dépôt|DEVELOPPEMENT développement|DIETETIQUE diététique|DIFFERE différé|DORE doré|DOREE dorée|DROME drôme|ECHEANCE échéance|ECHEANCES échéances|ECOLE école|
ECOLES écoles|ECRITURE écriture|EDITION édition|EDITIONS éditions|EDUCATION éducation|ELECTRICITE électricité|ELECTRIQUE électrique|ELECTROMENAGER électroménager|
EMIS émis|ENERGIE énergie|ENERGIES énergies|EPARGNE épargne|EPICERIE épicerie|EPICES épices|EPINAL épinal|EQUIPEMENT équipement|ESPECES espèces|ESTHETIQUE esthétique|
ETABLISSEMENTS établissements|ETIENNE étienne|ETOILE étoile|ETRANGER étranger|ETUDES études|ETUDIANT étudiant|ETUDIANTE étudiante|EUROPEEN européen|EVENEMENT événement|
EVREUX évreux|EVRY évry|FACULTE faculté|FEDERATION fédération|FEDERATIONS fédérations|FETE fête|FETES fêtes|FEVRIER février|FIDELITE fidélité|FINISTERE finistère|
FONCIERE foncière|FORET forêt|FRERES frères|FRONTIERES frontières|FRUITIERE fruitière|GEMO gémo|GENERAL général|GENERALE générale|GENEVE genève|GITE gîte|GITES gîtes|
GUILLOTIERE guillotière|HERAULT hérault|HERMES hermès|HOPITAL hôpital|HOTEL hôtel|HOTELS hôtels|HYPERMARCHE hypermarché|ILE île|ILES îles|IMPAYE impayé|IMPAYES impayés|
IMPOT impôt|IMPOTS impôts|INDEPENDANT indépendant|INTERESSEMENT intéressement|INTERETS intérêts|INTERMARCHE intermarché|ISERE isère|LANCOME lancôme|LEGUMES légumes|
LIBERTE liberté|LIEGE liège|LOZERE lozère|LYCEE lycée|MACE macé|MACON mâcon|MARCHE marché|MATERIAUX matériaux|MATERIEL matériel|MEDECIN médecin|MEDECINE médecine|
MEDECINS médecins|MEDIATHEQUE médiathèque|MEDICAL médical|MEDICALE médicale|MEDITERRANEE méditerranée|MENAGE ménage|METAL métal|MOBILITE mobilité|MOBILITES mobilités|
MONETAIRE monétaire|MULTIMEDIA multimédia|MUSEE musée|MUTUELLE mutuelle|NIEVRE nièvre|NIMES nîmes|NOEL noël|NUMERIQUE numérique|OKAIDI okaïdi|OPERA opéra|
OPERATION opération|OPERATIONS opérations|ORLEANS orléans|PATHE pathé|PATISSERIE pâtisserie|PATISSIER pâtissier|PECHE pêche|PECHEUR pêcheur|PEPINIERE pépinière|
PERIGUEUX périgueux|PERISCOLAIRE périscolaire|PREFECTURE préfecture|PRELEVEMENT prélèvement|PRESIDENT président|PRET prêt|PREVENTION prévention|PREVOYANCE prévoyance|
PROPRETE propreté|PROPRIETAIRE propriétaire|PROPRIETAIRES propriétaires|PUERICULTURE puériculture|PYRENEES pyrénées|QUALITE qualité|RECEPTION réception|RECU reçu|
REFUSE refusé|REGIE régie|REGION région|REGLEMENT règlement|REGULARISATION régularisation|REJETE rejeté|REMUNERATION rémunération|REPARATION réparation|
REPARATIONS réparations|REPUBLIQUE république|RESEAU réseau|RESERVE réserve|RESIDENCE résidence|RETROCESSION rétrocession|RHONE rhône|ROTISSERIE rôtisserie|SANTE santé|
SAONE saône|SECURITE sécurité|SELECTION sélection|SEVRES sèvres|SIECLE siècle|SOCIETE société|SPECIALITES spécialités|SUPERETTE supérette|SUPERMARCHE supermarché|
TELECOM télécom|TELEPHONE téléphone|TELEVISION télévision|THEATRE théâtre|TRESOR trésor|TRESORERIE trésorerie|UNIVERSITE université|VALLEE vallée|VALLEES vallées|
VEHICULE véhicule|VEHICULES véhicules|VELO vélo|VELOS vélos|VENDEE vendée|VENISSIEUX vénissieux|VETEMENT vêtement|VETEMENTS vêtements|VETERINAIRE vétérinaire|
VIDEO vidéo|WURTH würth`
    .replaceAll('\n', '')
    .split('|')
    .map(entry => {
      const [plain = '', written = ''] = entry.split(' ')
      return [plain, written]
    }),
)

/** Words that are written otherwise when they stand together, as they come out word by word. */
export const phrases: readonly (readonly [string, string])[] = [
  ['Rhône Alpes', 'Rhône-Alpes'],
  ['Île de France', 'Île-de-France'],
  ['Bouygues Télécom', 'Bouygues Telecom'],
  ['Caisse d Épargne', 'Caisse d’Épargne'],
  ['Livret à', 'Livret A'],
  ['livret à', 'livret A'],
  ['impôt pas', 'impôt à la source'],
  ['impôt revenu', 'impôt sur le revenu'],
  ['Basic Fit', 'Basic-Fit'],
  ['Croix Rousse', 'Croix-Rousse'],
  ['Part Dieu', 'Part-Dieu'],
  ['Visa premier', 'Visa Premier'],
  ['Visa duo', 'Visa Duo'],
]

/** Before a name of its own: "Restaurant Le Vieux Port". */
export const kindsOfPlace: ReadonlySet<string> = new Set(
  'AUBERGE BAR BISTROT BOULANGERIE BRASSERIE CAFE CAMPING CHALET CINEMA DOMAINE FERME GARAGE GITE HOTEL LIBRAIRIE PHARMACIE PIZZERIA PRESSE RESIDENCE RESTAURANT SALON SCI TABAC THEATRE'.split(
    ' ',
  ),
)

/** Lower-case within a name. */
export const monthNames: ReadonlySet<string> = new Set(
  'JANVIER FEVRIER MARS AVRIL MAI JUIN JUILLET AOUT SEPTEMBRE OCTOBRE NOVEMBRE DECEMBRE'.split(' '),
)

export const smallWords: ReadonlySet<string> = new Set(
  'DE DU DES LA LE LES ET OU A AU AUX EN SUR SOUS D L POUR PAR'.split(' '),
)
