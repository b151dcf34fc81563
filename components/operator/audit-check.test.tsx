import { expect, test } from 'vitest'
import { messages } from '#components/i18n/messages.ts'
import { drawText } from '#testing/components/draw.tsx'
import { AuditCheck } from './audit-check.tsx'

test.each(['fr', 'en'] as const)('the result of the last check claims nothing of later events: %s', locale => {
  const check = { at: '2026-11-28T16:03:00Z', events: 1, streams: 1, heads: 'ab', breaks: [] }
  const text = drawText(locale, <AuditCheck check={check} />).replaceAll(/\s+/g, ' ')
  expect(text).toMatch(/à la dernière vérification|at the last check/)
  expect(text).toContain(messages[locale].operator.audit.later)
})
