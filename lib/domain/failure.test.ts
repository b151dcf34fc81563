import { describe, expect, test } from 'vitest'
import { bankCodes, bankCodeVerdicts, linkFailures, linkFailureVerdicts, refusals, refusalVerdicts } from './failure.ts'

describe('verdicts', () => {
  test('each failure has one, and nothing else has', () => {
    expect(Object.keys(bankCodeVerdicts).sort()).toEqual([...bankCodes].sort())
    expect(Object.keys(linkFailureVerdicts).sort()).toEqual([...linkFailures].sort())
    expect(Object.keys(refusalVerdicts).sort()).toEqual([...refusals].sort())
  })

  test('blames the person, the bank, or us', () => {
    for (const verdicts of [bankCodeVerdicts, linkFailureVerdicts, refusalVerdicts]) {
      for (const { blame, retry } of Object.values(verdicts)) {
        expect(['person', 'bank', 'us']).toContain(blame)
        expect(typeof retry).toBe('boolean')
      }
    }
  })

  test('what is wrong with our request is never the person’s or the bank’s fault', () => {
    for (const code of ['BE05', 'BADS', 'ENDE', 'FF01', 'IPGN', 'NIMP'] as const) {
      expect(bankCodeVerdicts[code]).toEqual({ blame: 'us', retry: false })
    }
  })
})
