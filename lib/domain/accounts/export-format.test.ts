import { expect, test } from 'vitest'
import { exportFileName, exportFiles } from './export-format.ts'

test.each([
  ['csv', 'guichet-operations-2026-11-25.csv', 'text/csv; charset=utf-8; header=present'],
  ['csv-fr', 'guichet-operations-2026-11-25-fr.csv', 'text/csv; charset=utf-8; header=present'],
  ['ofx', 'guichet-operations-2026-11-25.ofx', 'application/x-ofx; charset=utf-8'],
  ['qif', 'guichet-operations-2026-11-25.qif', 'application/qif; charset=utf-8'],
  ['camt053', 'guichet-operations-2026-11-25-camt053.xml', 'application/xml; charset=utf-8'],
  ['json', 'guichet-operations-2026-11-25.json', 'application/json; charset=utf-8'],
] as const)('%s: the file is called %s and sent as %s', (format, name, contentType) => {
  expect(exportFileName(format, '2026-11-25')).toBe(name)
  expect(exportFiles[format].contentType).toBe(contentType)
})

test('nothing but digits and hyphens of the day becomes part of the name', () => {
  expect(exportFileName('json', '../2026-11-25"; x')).toBe('guichet-operations-2026-11-25.json')
})
