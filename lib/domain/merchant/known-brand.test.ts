import { describe, expect, test } from 'vitest'
import { findKnownBrand } from './known-brand.ts'

describe('a name that looks like a known brand', () => {
  test.each([
    ['Apple Store', 'Apple'],
    ['APPLE', 'Apple'],
    ['A p p l e', 'Apple'],
    // Cyrillic а and р, Latin I for l.
    ['\u0430\u0440\u0440le', 'Apple'],
    ['AppIe', 'Apple'],
    ['App1e France SAS', 'Apple'],
    ['Αpple', 'Apple'],
    ['Ａｐｐｌｅ', 'Apple'],
    ['Amaz0n', 'Amazon'],
    ['Arnazon', 'Amazon'],
    ['AmazonPrime', 'Amazon'],
    ['Micros0ft Support', 'Microsoft'],
    ['Microsfot', 'Microsoft'],
    ['Société  GENERALE', 'Société Générale'],
    ['Credit-Agricole Assistance', 'Crédit Agricole'],
    ['Caisse d\u2019\u00c9pargne', 'Caisse d’Épargne'],
    ["caisse d'epargne", 'Caisse d’Épargne'],
    ['impots.gouv', 'Impôts'],
    ['Service des impôts', 'Impôts'],
    ['Chron0post', 'Chronopost'],
    ['SFR', 'SFR'],
    ['Guichet Sécurité', 'Guichet'],
    ['Gu1chet', 'Guichet'],
    ['Guichef', 'Guichet'],
  ])('%s is %s', (name, brand) => expect(findKnownBrand(name)).toBe(brand))

  test.each([
    '',
    'Librairie du Port',
    'Librairie du Port SARL',
    'Pineapple Express',
    'Grappler',
    'Café Fédérateur',
    'Atelier Vélo',
    'Jean Dupont',
    'Le Lidar',
    'Dupont Plomberie Paris 14',
    '株式会社',
    '💶💶💶',
  ])('%s is none', name => expect(findKnownBrand(name)).toBeNull())

  test('a long name takes no time', () => {
    expect(findKnownBrand('a '.repeat(150))).toBeNull()
    expect(findKnownBrand(`${'x'.repeat(300)}`)).toBeNull()
  })
})
