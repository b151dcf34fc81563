import { describe, expect, test } from 'vitest'
import type { PublicStatus } from '#lib/views/status.ts'
import { drawText } from '#testing/components/draw.tsx'
import { StatusPage } from './overview.tsx'

const parts = { site: 'works', accounts: 'works', payments: 'works', webhooks: 'works', mails: 'works' } as const
const announcement = {
  id: '0191d9a0-0000-7000-8000-000000000000',
  text: { fr: 'Une panne.', en: 'A fault.' },
  startedAt: '2026-11-26T10:00:00.000Z',
  endedAt: null,
}
const status: PublicStatus = { at: '2026-11-26T11:00:00.000Z', parts, banks: [], announcements: [] }
const banksOf = (...states: PublicStatus['banks'][number]['state'][]) =>
  states.map((state, at) => ({ name: `Bank ${at}`, state }))

describe('the first sentence of the status page', () => {
  test.each<[string, Partial<PublicStatus>]>([
    ['Everything works.', {}],
    ['Everything works.', { banks: banksOf('works', 'works') }],
    ['Guichet works. One bank isn’t answering as usual.', { banks: banksOf('works', 'down') }],
    ['Guichet works. 2 banks aren’t answering as usual.', { banks: banksOf('unreliable', 'down', 'works') }],
    ['There is an incident.', { banks: banksOf('down'), announcements: [announcement] }],
    ['Part of the service is late.', { parts: { ...parts, mails: 'delayed' }, banks: banksOf('down') }],
    ['The service is unavailable.', { parts: { ...parts, mails: 'delayed', site: 'down' } }],
  ])('%s', (sentence, changed) => {
    const text = drawText('en', <StatusPage status={{ ...status, ...changed }} />)
    expect(text.replace(/\s+/g, ' ').trim().startsWith(`Service status ${sentence}`)).toBe(true)
  })
})
