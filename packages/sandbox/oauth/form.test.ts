import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { registerClient, revokePath, testCode, testRedirectUri, tokenPath } from '#sandbox/wire/test-application.ts'
import { startTestBank } from '#sandbox/wire/test-client.ts'
import { RevokeForm, TokenForm } from './fields.ts'

const bank = await startTestBank()
const clientId = await registerClient(bank)
afterAll(() => bank.close())

/** A field that is right, missing, empty or wrong. */
const field = (...good: string[]) =>
  fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...good) },
    { weight: 1, arbitrary: fc.constantFrom(undefined, '', ' ', 'x', 'é&=', 'aisp pisp', 'http://', 'x'.repeat(129)) },
    { weight: 1, arbitrary: fc.string({ unit: 'grapheme', maxLength: 60 }) },
  )

type Fields = Readonly<Record<string, string | undefined>>
const sent = (fields: Fields): Record<string, string> =>
  Object.fromEntries(Object.entries(fields).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])))

/** Refusals of an invalid form; `invalid_scope` for a scope that no registration can have. */
const formFaults = ['invalid_request', 'unsupported_grant_type', 'invalid_scope']

const tokenForms = fc.record({
  grant_type: field('authorization_code', 'refresh_token', 'client_credentials'),
  code: field('fresh', 'unknown'),
  redirect_uri: field(testRedirectUri, 'https://elsewhere.example/'),
  code_verifier: field('', 'x'.repeat(43)),
  refresh_token: field('unknown'),
  scope: field('', 'aisp', 'pisp', 'manageRegistration'),
  unknown_field: field('x'),
})

test('a token call is refused for its form if and only if the reference’s schema refuses it', async () => {
  const property = fc.asyncProperty(tokenForms, async fields => {
    const form = sent({ ...fields, client_id: clientId })
    if (form.code === 'fresh') form.code = testCode(bank, clientId)
    const { error } = (await bank.form(tokenPath, form)).body
    const isForm = formFaults.includes(error)
    expect(isForm, `${error} of ${JSON.stringify(form)}`).toBe(!TokenForm.safeParse(form).success)
  })
  await fc.assert(property, { numRuns: 400, examples: [[noField], [{ ...noField, ...wholeCode, code_verifier: '' }]] })
})

const noField = {
  grant_type: undefined,
  code: undefined,
  redirect_uri: undefined,
  code_verifier: undefined,
  refresh_token: undefined,
  scope: undefined,
  unknown_field: undefined,
}
const wholeCode = { grant_type: 'authorization_code', code: 'fresh', redirect_uri: testRedirectUri }

test('so is a revocation', async () => {
  const forms = fc.record({ token: field('unknown'), token_type_hint: field('', 'access_token', 'whatever') })
  const property = fc.asyncProperty(forms, async fields => {
    const form = sent({ ...fields, client_id: clientId })
    const { status } = await bank.form(revokePath, form)
    expect(status).toBe(RevokeForm.safeParse(form).success ? 200 : 400)
  })
  await fc.assert(property, { numRuns: 100 })
})

test.each([
  ['redirect_uri', 'callback', 'field redirect_uri must be an absolute address'],
  ['code_verifier', 'short', 'field code_verifier must be 43 to 128 characters of A-Z a-z 0-9 - . _ ~'],
  ['scope', 'aisp', 'field scope must not be sent here: it is that of the authorization'],
  ['code', '', 'field code is missing'],
])('%s "%s": the field and the remedy are named, and the code is not used up', async (name, value, description) => {
  const form = { ...wholeCode, client_id: clientId, code: testCode(bank, clientId) }
  const refused = await bank.form(tokenPath, { ...form, [name]: value })
  expect([refused.status, refused.body]).toEqual([400, { error: 'invalid_request', error_description: description }])
  expect((await bank.form(tokenPath, form)).status).toBe(200)
})

test('the client is checked before the rest', async () => {
  const answer = await bank.form(tokenPath, { grant_type: 'authorization_code', client_id: 'unknown' })
  expect([answer.status, answer.body.error]).toEqual([401, 'invalid_client'])
})
