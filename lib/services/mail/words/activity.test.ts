import { expect, test } from 'vitest'
import { type ActivityKind, writeActivity } from './activity.ts'

const kinds: readonly ActivityKind[] = ['bank_linked', 'transfer_executed', 'transfer_refused', 'standing_order_ended']
const pages = { page: 'https://guichet.example/transfers/7', settings: 'https://guichet.example/settings#mail' }

test.each(kinds)('%s names the bank, leads to what it is about, and says how to turn it off', kind => {
  for (const language of ['en', 'fr'] as const) {
    const mail = writeActivity({ kind, bankName: 'Banque du Littoral' }, pages, language)
    expect(mail.subject).toContain('Banque du Littoral')
    expect(mail.action.url).toBe(pages.page)
    expect(mail.small.link?.url).toBe(pages.settings)
    expect(JSON.stringify(mail)).not.toMatch(/\d{2,}\s?€|FR\d{2}/)
  }
})
