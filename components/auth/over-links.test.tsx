import { expect, test } from 'vitest'
import { draw, drawText } from '#testing/components/draw.tsx'
import { ConfirmEmail } from './confirm-email.tsx'
import { NewPasswordForm } from './new-password-form.tsx'
import { readAuthQuery } from './query.ts'

/** Mailed links that are over: what their pages may say. */

const query = readAuthQuery({})

test.each(['fr', 'en'] as const)(
  'a used link to a new password says nothing of the password it may have set: %s',
  locale => {
    const text = drawText(locale, <NewPasswordForm query={query} token="" link={null} />)
    expect(text).not.toMatch(/n’a pas changé|hasn’t changed/)
    expect(text).toMatch(/connectez-vous avec le nouveau|sign in with the new one/)
  },
)

test.each(['fr', 'en'] as const)('a used link to confirm an address is over for who is signed out, too: %s', locale => {
  const common = { token: 'x', email: '', name: null, error: null, wait: query.wait, next: null }
  const markup = draw(locale, <ConfirmEmail state="over_signed_out" {...common} />)
  expect(markup).toMatch(/Ce lien n’est plus valable|This link no longer works/)
  expect(markup).not.toMatch(/autre navigateur|another browser/)
  expect(markup).toContain('href="/signin"')
})
