import { expect, test } from 'vitest'
import { nameBank } from './french-name.ts'

test.each([
  [
    'Banque du Littoral',
    'la Banque du Littoral',
    'à la Banque du Littoral',
    'à la Banque du Littoral',
    'de la Banque du Littoral',
  ],
  [
    'Caisse des Vallées',
    'la Caisse des Vallées',
    'à la Caisse des Vallées',
    'à la Caisse des Vallées',
    'de la Caisse des Vallées',
  ],
  [
    'Crédit des Deux Rives',
    'le Crédit des Deux Rives',
    'au Crédit des Deux Rives',
    'au Crédit des Deux Rives',
    'du Crédit des Deux Rives',
  ],
  ['Comptoir d’Oléron', 'le Comptoir d’Oléron', 'au Comptoir d’Oléron', 'au Comptoir d’Oléron', 'du Comptoir d’Oléron'],
  ['La Banque Postale', 'La Banque Postale', 'chez La Banque Postale', 'à La Banque Postale', 'de La Banque Postale'],
  ['Revolut', 'Revolut', 'chez Revolut', 'à Revolut', 'de Revolut'],
  ['Orange Bank', 'Orange Bank', 'chez Orange Bank', 'à Orange Bank', 'd’Orange Bank'],
  ['votre banque', 'votre banque', 'chez votre banque', 'à votre banque', 'de votre banque'],
])('%s in a French sentence', (bank, theBank, atBank, toBank, ofBank) => {
  expect(nameBank(bank)).toEqual({ bank, theBank, atBank, toBank, ofBank })
})
