import { expect, test } from 'vitest'
import { contractOf, contracts, currentVersion } from './contract.ts'

test('the newest version is to be accepted, each is kept in both languages with the same sections', () => {
  const versions = contracts.map(({ version }) => version)
  expect(versions).toEqual([...new Set(versions)].toSorted())
  expect(contractOf(currentVersion)).toBe(contracts.at(-1))
  expect(contractOf('2020-01-01')).toBeNull()
  for (const { fr, en } of contracts) expect(fr.length).toBe(en.length)
})
