import { expect, test } from 'vitest'
import { drawText } from '#e2e/components/draw.tsx'
import { apiVersions, newestVersion } from '#lib/views/v1/versions.ts'
import { VersionLog } from './version-log.tsx'

test.each(['fr', 'en'] as const)('in %s: every version with what it changed, the newest first', language => {
  const text = drawText(language, <VersionLog />)
  for (const { date, changes } of apiVersions) {
    expect(text).toContain(date)
    for (const change of changes) expect(text).toContain(change[language])
  }
  const renamed = { en: 'Renamed.', fr: 'Renommé.', operations: ['createRefund', 'readRefund'] as const }
  const later = [...apiVersions, { date: '2999-01-01', changes: [renamed] }]
  const both = drawText(language, <VersionLog versions={later} />)
  expect(both).toMatch(new RegExp(`2999-01-01.*${renamed[language]}.*createRefund, readRefund.*${newestVersion}`, 's'))
})
