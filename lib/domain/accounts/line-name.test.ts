import { describe, expect, test } from 'vitest'
import { nameOfLine } from './line-name.ts'
import type { TransactionNature } from './transaction.ts'

function expectNames(nature: TransactionNature, names: Readonly<Record<string, string>>) {
  const shown = Object.fromEntries(Object.keys(names).map(label => [label, nameOfLine(label, nature)]))
  expect(shown).toEqual(names)
}

describe('the name of a line', () => {
  test('of a card is the shop, without day, town, number, country or legal form', () => {
    expectNames('card', {
      'CARTE 21/11 BOULANGERIE PAUL LYON 3': 'Boulangerie Paul',
      'CARTE 12/11 FNAC LYON BELLECOUR': 'Fnac',
      'CB*1234 21/11/26 MONOPRIX 1234 PARIS 11 FR': 'Monoprix',
      'FACTURE CARTE DU 211126 CARREFOUR N°12 75011 PARIS': 'Carrefour',
      'PAIEMENT CB 21/11 A 18H05 LE COMPTOIR SARL': 'Le Comptoir',
      'CARTE X4521 08/11 IKEA ST PRIEST': 'IKEA',
      'CARTE 08/11 HOTEL DE LA PLAGE ROYAN': 'Hôtel de la Plage',
      'CARTE 12/11 AVOIR ZARA LYON': 'Avoir Zara',
      'CARTE 12/11 STUDIO 54': 'Studio 54',
      'CARTE 12/11 ALPINIA LYON 3 BIS': 'Alpinia',
      'CARTE 12/11 ALPINIA LYON RIVE GAUCHE SUD': 'Alpinia Lyon Rive Gauche Sud',
      'ACHAT SANS CONTACT ALPINIA': 'Alpinia',
      'CARTE 12/11 REF': 'Ref',
    })
  })

  test('of a collected direct debit is who paid; of a bill of exchange the other party', () => {
    expectNames('other', {
      'REMISE PRLV SEPA M PAUL ROUSSET': 'Paul Rousset',
      'REMISE PRLV SEPA MME CHLOE MERLE': 'Chloe Merle',
      'REMISE PRLV SEPA 24 ECHEANCES': 'Remise PRLV SEPA 24 échéances',
      'LCR DOMICILIEE BOIS DU JURA SAS': 'LCR Bois du Jura',
      'LCR ENCAISSEE CONSTRUCTIONS BERTHET': 'LCR Constructions Berthet',
    })
  })

  test('of a trader’s card receipt is where it was taken, without its day', () => {
    expectNames('card', { 'ENC CB 24/11 MARCHE MONPLAISIR': 'Encaissement Marché Monplaisir' })
  })

  test('of a deferred-debit card’s month is its invoice, not a shop called like the card', () => {
    expectNames('card', {
      'FACTURE CARTE VISA PREMIER': 'Facture carte Visa Premier',
      'FACTURE CARTE GOLD': 'Facture carte Gold',
      'RELEVE DE CARTE': 'Facture carte',
      'FACTURE CB VISA': 'Facture carte Visa',
      'FACTURE CARTE VISA PREMIER FLEURS': 'Premier Fleurs',
    })
  })

  test.each([
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
  ])('does not end with %s, unless that is what it is called', ending => {
    expect(nameOfLine(`PRLV SEPA ALPINIA ${ending}`, 'direct_debit')).toBe('Alpinia')
    expect(nameOfLine(`PRLV SEPA LA MAISON DE ${ending}`, 'direct_debit').toLowerCase()).toContain(ending.toLowerCase())
  })

  test('keeps a town, a country or a number that the name needs', () => {
    expectNames('direct_debit', {
      'PRLV SEPA VILLE DE LYON CRECHES': 'Ville de Lyon Crèches',
      'PRLV SEPA EAU DU GRAND LYON': 'Eau du Grand Lyon',
      'PRLV SEPA AIR FRANCE': 'Air France',
      'PRLV SEPA RADIO FRANCE': 'Radio France',
      'PRLV SEPA BANQUE DE FRANCE': 'Banque de France',
      'PRLV SEPA BRICO DEPOT FRANCE': 'Brico Dépôt France',
      'PRLV SEPA BASIC FIT FRANCE': 'Basic-Fit',
    })
  })

  test('behind a payment service is the shop it was paid for, or the service itself', () => {
    expectNames('card', {
      'PAIEMENT CB 21/11 PAYPAL *NETFLIX 35314369001': 'Netflix',
      'CB SUMUP *CHEZ MARCEL 21/11': 'Chez Marcel',
      'CARTE 12/11 SQ *CAFE DU COIN': 'Café du Coin',
      'CARTE 12/11 PAYPAL *': 'PayPal',
    })
  })

  test('of a transfer is the other party; a person called like a town keeps their name', () => {
    expectNames('transfer_in', {
      'VIR SEPA RECU SALAIRE HOSPICES CIVILS DE LYON': 'Hospices Civils de Lyon',
      'VIREMENT INST DE MARIE PARIS': 'Marie Paris',
      'VIR SEPA EMIS M HUGO PERRIN': 'Hugo Perrin',
      'VIR SEPA EMIS M OU MME BERNARD': 'M ou Mme Bernard',
      'VIR SEPA EMIS M ET MME BERNARD': 'M et Mme Bernard',
      'VIR SEPA EMIS SA PARIS': 'Paris',
      'VIR INTL RECU HELVETIA DESIGN AG ZURICH': 'Helvetia Design',
      'VIR SEPA RECU SAS MOREAU SARL PARIS': 'Moreau',
      'VIR SEPA Librairie du Port': 'Librairie du Port',
      'CAMILLE BERNARD': 'Camille Bernard',
    })
  })

  test('of a direct debit is the creditor; one that came back says so', () => {
    expectNames('direct_debit', {
      'PRELEVEMENT SEPA EDF CLIENTS PARTICULIERS': 'EDF',
      'PRLV SEPA B2B URSSAF RHONE ALPES': 'Urssaf Rhône-Alpes',
      'REJET PRLV BASIC FIT FRANCE': 'Rejet Basic-Fit',
      'REJET VIREMENT SEPA M HUGO PERRIN': 'Rejet Hugo Perrin',
      'RETOUR DE VIR MME CHLOE MERLE': 'Rejet Chloe Merle',
      'REMB PRLV EDF CLIENTS PARTICULIERS': 'Remboursement EDF',
    })
  })

  test("is the bank's own words, readable, where nobody is named", () => {
    expectNames('other', {
      'FRAIS TENUE DE COMPTE PRO': 'Frais tenue de compte pro',
      'COTISATION XKZ': 'Cotisation XKZ',
      'ECHEANCE PRET 0001': 'Échéance prêt 0001',
      'CHEQUE 1234567': 'Chèque 1234567',
      'CHQ EMIS 7654321': 'Chèque 7654321',
      'CHEQUE IMPAYE 0001234': 'Chèque impayé 0001234',
      'RETRAIT DAB 12/11 LYON BELLECOUR': 'Retrait Lyon Bellecour',
      'VIREMENT REJETE PLAFOND DEPASSE': 'Virement rejeté plafond dépassé',
      'CARTE 01/01': 'Carte 01/01',
    })
  })

  test('of a card payment that was given back says so', () => {
    expectNames('card', { 'ANNUL CARTE 12/11 DECATHLON LYON': 'Remboursement Decathlon' })
  })

  test('keeps the letter case of a label that has lower-case letters', () => {
    expectNames('card', { 'CARTE 12/11 McDonald’s iPhone Lyon': 'McDonald’s iPhone' })
  })

  test('is written as people write it: accents, articles, months, what belongs together', () => {
    expectNames('card', {
      'CARTE 12/11 AU PAIN DORE': 'Au Pain Doré',
      'CARTE 12/11 RESTAURANT LE VIEUX PORT': 'Restaurant Le Vieux Port',
      'CARTE 12/11 FRANPRIX GUILLOTIERE': 'Franprix Guillotière',
      'CARTE 12/11 BOULANGERIE DE LA PLACE': 'Boulangerie de la Place',
    })
    expectNames('transfer_out', {
      'VIR SEPA RECU CAF DU RHONE': 'CAF du Rhône',
      'VIR SEPA EMIS LIVRET A CAMILLE BERNARD': 'Livret A Camille Bernard',
      'VIR SEPA EMIS SCI LES TILLEULS': 'SCI Les Tilleuls',
      'VIR SEPA EMIS SALAIRES AOUT': 'Salaires août',
      'VIR INTL EMIS FIGMA SAN FRANCISCO': 'Figma',
      'VIR SEPA EMIS VILLE DE NEW YORK': 'Ville de New York',
    })
    expectNames('direct_debit', {
      'PRLV SEPA DGFIP IMPOT PAS': 'DGFiP, impôt à la source',
      'PRLV SEPA DGFIP TVA': 'DGFiP, TVA',
      'PRLV SEPA DGFIP': 'DGFiP',
    })
    expectNames('other', {
      'INTERETS COMPTE A TERME': 'Intérêts compte à terme',
      'DIVIDENDE TOTALENERGIES SE': 'Dividende TotalEnergies',
      'REMISE CB 235 OPERATIONS': 'Remise CB 235 opérations',
    })
  })

  test.each([
    ['VIR SEPA RECU Αλέξης Παπαδόπουλος', 'Αλέξης Παπαδόπουλος'],
    ['PRLV SEPA شركة الكهرباء', 'شركة الكهرباء'],
  ])('has no words of the bank before it in any script: %s', (label, name) => {
    expect(nameOfLine(label, 'transfer_in')).toBe(name)
  })

  test('is the text itself if it has characters that labels do not contain', () => {
    for (const text of [
      '<script>alert(document.domain)</script>',
      '=HYPERLINK("http://evil.example")',
      '\u0645\u0631\u062D',
    ]) {
      expect(nameOfLine(text, 'card')).toBe(text)
    }
    expect(nameOfLine('', 'card')).toBe('')
  })

  test('is empty only for an empty label, and at most sixty characters long', () => {
    for (const label of [
      'CARTE',
      'VIR SEPA EMIS',
      '12/11',
      'SA',
      'PARIS',
      'FR',
      '*',
      'CB 12/11 SARL PARIS FR',
      'X'.repeat(140),
    ]) {
      for (const nature of ['card', 'transfer_in', 'direct_debit', 'cheque', 'other'] as const) {
        const name = nameOfLine(label, nature)
        expect(name).not.toBe('')
        expect([...name].length).toBeLessThanOrEqual(60)
      }
    }
  })
})
