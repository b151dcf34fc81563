import { describe, expect, test } from 'vitest'
import { linkFailures, linkFailureVerdicts, refusals, refusalVerdicts } from './failure.ts'

describe('verdicts', () => {
  test('each failure has one, and there are no others', () => {
    expect(Object.keys(linkFailureVerdicts).sort()).toEqual([...linkFailures].sort())
    expect(Object.keys(refusalVerdicts).sort()).toEqual([...refusals].sort())
  })

  test('blames the person, the bank, or us', () => {
    for (const verdicts of [linkFailureVerdicts, refusalVerdicts]) {
      for (const [failure, { blame, retry }] of Object.entries(verdicts)) {
        if (failure === 'not_agreed' || failure === 'overtaken') expect(blame).toBeNull()
        else expect(['person', 'bank', 'us']).toContain(blame)
        expect(typeof retry).toBe('boolean')
      }
    }
  })
})
