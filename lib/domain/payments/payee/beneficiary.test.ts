import { describe, expect, test } from 'vitest'
import { findBeneficiaryFaults, normaliseBeneficiary } from './beneficiary.ts'

const good = { name: 'Librairie du Port', iban: 'FR1420041010050500013M02606', bic: 'RIVLFRPP' }
const faultsOf = (change: Partial<{ name: string; iban: string; bic: string | null }>) =>
  findBeneficiaryFaults({ ...good, ...change }).map(({ field, fault }) => `${field}: ${fault}`)

describe('an account to be paid to', () => {
  test.each([
    [{}, []],
    [{ bic: null }, []],
    [{ bic: 'RIVLFRPPXXX' }, []],
    [{ name: '' }, ['name: name_empty']],
    [{ name: 'é'.repeat(140) }, []],
    [{ name: 'é'.repeat(141) }, ['name: name_too_long']],
    [{ iban: 'FR1420041010050500013M02607' }, ['iban: iban_invalid']],
    [{ iban: 'FR1420041010050500013M0260' }, ['iban: iban_invalid']],
    [{ iban: '' }, ['iban: iban_invalid']],
    [{ iban: 'SA0380000000608010167519', bic: null }, ['iban: iban_not_sepa']],
    [{ bic: 'RIVLFRP' }, ['bic: bic_invalid']],
    [{ bic: 'RIVLDEFF' }, ['bic: bic_other_country']],
    ...'BL GF GP MF MQ NC PF PM RE TF WF YT'.split(' ').map(country => [{ bic: `RIVL${country}PP` }, []] as const),
    [{ iban: 'DE89370400440532013000', bic: 'COBADEFF' }, []],
    [{ iban: 'DE89370400440532013000', bic: 'RIVLFRPP' }, ['bic: bic_other_country']],
    ...['GG', 'IM', 'JE'].map(country => [{ iban: 'GB29NWBK60161331926819', bic: `NWBK${country}HH` }, []] as const),
    [{ iban: 'GB29NWBK60161331926819', bic: 'NWBKFRPP' }, ['bic: bic_other_country']],
    [{ iban: 'x', bic: 'x', name: '' }, ['name: name_empty', 'iban: iban_invalid', 'bic: bic_invalid']],
  ] as const)('%j: %j', (change, expected) => {
    expect(faultsOf(change)).toEqual(expected)
  })

  test('is stored in capitals without separators', () => {
    const typed = { name: '  Librairie\u202e du\tPort ', iban: 'fr14 2004-1010.0505 0001 3m02 606', bic: ' rivl frpp ' }
    expect(normaliseBeneficiary(typed)).toEqual(good)
    expect(normaliseBeneficiary({ ...typed, bic: '  ' }).bic).toBeNull()
  })
})
