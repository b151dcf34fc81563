import { randomUUID } from 'node:crypto'
import { makeIban } from '@guichet/sandbox/people/iban.ts'
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { storeNothing } from '#lib/base/idempotent-result.ts'
import { now, setClock } from '#lib/clock.ts'
import { db } from '#lib/db.ts'
import { currentVersion } from '#lib/domain/merchant/contract.ts'
import { maxDocumentBytes, maxDocuments } from '#lib/domain/merchant/document.ts'
import { may, memberRoles } from '#lib/domain/merchant/membership.ts'
import {
  changeLimits,
  changeSuspension,
  decideActivation,
  declineLimits,
} from '#lib/services/operator/merchant-decisions.ts'
import {
  countWaiting,
  listMerchants,
  mailNewRequests,
  readDocument,
  readMerchant,
} from '#lib/services/operator/merchants.ts'
import { createCheckout } from '#lib/services/payments/checkout.ts'
import { createLink, LinkInput, openLink, showLink } from '#lib/services/payments/links.ts'
import { aPerson } from '#testing/people/a-person.ts'
import { aMember, company as shopInput } from '#testing/people/a-shop.ts'
import { asMember } from '#testing/people/as-member.ts'
import { refusalOf as findRefusal } from '#testing/refusal-of.ts'
import { openMailbox, sendDueMails } from '#testing/stack/mailbox.ts'
import { openStack } from '#testing/stack/open.ts'
import { newRead, presence } from '#testing/stack/start.ts'
import { askForActivation, changeRepresentative, readActivation, verifyAccount } from './activation.ts'
import { createApiKey } from './api-keys.ts'
import { changeBeneficiary, settleBeneficiaries } from './beneficiary.ts'
import { changeBusiness } from './business.ts'
import { acceptContract, exportContract } from './contract.ts'
import { removeDocument, uploadDocument } from './documents.ts'
import { askForLimits } from './limits.ts'
import { changeOrganisation, createOrganisation, type OrganisationInput } from './organisations.ts'

/** Activation from the first day to live payments, with a real database and the bank that names the account's holder. */

openStack()
const mailbox = openMailbox()
/** Somebody who has linked their account. */
let linked: { readonly userId: string; readonly iban: string }
let operator: { readonly userId: string; readonly authenticatedAt: Date }

beforeAll(async () => {
  const { userId } = await newRead()
  const account = await db().account.findFirstOrThrow({ where: { userId, iban: { not: null }, kind: 'account' } })
  await db().user.update({ where: { id: userId }, data: { emailVerifiedAt: now(), locale: 'en' } })
  linked = { userId, iban: account.iban ?? '' }
})
beforeEach(async () => {
  operator = { userId: await person({ role: 'operator', name: 'Olivia' }), authenticatedAt: now() }
})
afterEach(async () => {
  await db().rateLimit.deleteMany()
  await db().payeeVerification.deleteMany()
})

const company: OrganisationInput = {
  ...shopInput,
  name: 'Studio Bernard',
  legalName: 'Camille Bernard',
  registrationNumber: '732 829 320',
  addressLines: ['12 quai Duperré', '17000 La Rochelle'],
  locale: 'en',
}
const pdf = new Uint8Array(Buffer.from('%PDF-1.7\nthis is an extract of the companies register'))

async function person(data: { role?: 'operator'; name?: string } = {}): Promise<string> {
  return (await aPerson({ emailVerifiedAt: now(), locale: 'en', ...data })).userId
}

type Shop = { readonly id: string; readonly owner: string }

async function shop(change: Partial<OrganisationInput> = {}, owner = linked.userId): Promise<Shop> {
  // A number of others would be a twin.
  const number = owner === linked.userId ? {} : { registrationNumber: '552 100 554' }
  const { id } = await createOrganisation({ userId: owner }, { ...company, ...number, ...change })
  return { id, owner }
}

const setAccount = ({ id, owner }: Shop, iban = linked.iban, name = 'Camille Bernard') =>
  asMember(owner, id, 'beneficiary.change', changeBeneficiary, { name, iban, bic: '' })
const represent = ({ id, owner }: Shop) =>
  asMember(owner, id, 'activation.representative', changeRepresentative, { name: 'Camille Bernard', role: 'Manager' })
const say = ({ id, owner }: Shop, activity = 'Books and maps') =>
  asMember(owner, id, 'activation.business', changeBusiness, { activity, naf: '4761Z', owners: [] })
const accept = ({ id, owner }: Shop, version = currentVersion) =>
  asMember(owner, id, 'activation.contract', acceptContract, { version, language: 'en' })
const verify = ({ id, owner }: Shop) => asMember(owner, id, 'activation.verify', verifyAccount, presence)
const upload = ({ id, owner }: Shop, kind: 'registration' | 'bank_details' | 'identity', bytes = pdf) =>
  asMember(owner, id, 'activation.document', uploadDocument, { kind, name: `${kind}.pdf`, bytes })
const askFor = ({ id, owner }: Shop) => asMember(owner, id, 'activation.ask', askForActivation)
const read = ({ id, owner }: Shop) => asMember(owner, id, 'activation.read', readActivation)

/** Everything but asking, with an account that the owner has linked. */
async function ready(change: Partial<OrganisationInput> = {}): Promise<Shop> {
  const made = await shop(change)
  await setAccount(made)
  await represent(made)
  await say(made)
  await accept(made)
  await verify(made)
  return made
}

/** The same, asked for, and activated by that. */
async function active(): Promise<Shop> {
  const made = await ready()
  await askFor(made)
  return made
}

/** The same with an account that nobody has linked, and documents. */
async function readyByDocuments(change: Partial<OrganisationInput> = {}): Promise<Shop> {
  const made = await shop(change, await person())
  await setAccount(made, makeIban('19872', '00175', '00254910066'), 'Julien Mercier')
  await represent(made)
  await say(made)
  await accept(made)
  await upload(made, 'registration')
  await upload(made, 'bank_details')
  return made
}

/** Opens every document and approves. */
async function approveAll(by: typeof operator, { id }: Shop, seen: string): Promise<void> {
  const { activation } = await readMerchant(by, id)
  for (const document of activation.documents) await readDocument(by, id, document.id)
  await decideActivation(by, id, { decision: 'approve', seen, reason: 'All agrees.' })
}

const link = LinkInput.parse({ title: 'Don', amount: '12.50', isReusable: true })
const checkout = {
  amount: '12.50',
  currency: 'EUR' as const,
  reference: 'R',
  return_url: 'https://shop.example/',
  instant: 'never' as const,
  language: 'auto' as const,
  expires_in: 3_600,
}

const makeKey = ({ id, owner }: Shop, mode: 'test' | 'live') =>
  asMember(owner, id, 'key.create', createApiKey, { name: 'Shop', mode, scopes: ['payments:write'] })
const makeLink = ({ id, owner }: Shop, mode: 'test' | 'live') =>
  asMember(owner, { organisationId: id, mode }, 'link.change', actor => createLink(actor, link, storeNothing))
async function makeSession({ id: organisationId, owner: userId }: Shop, mode: 'test' | 'live', amount = '12.50') {
  await db().organisation.update({ where: { id: organisationId }, data: { returnUrls: [checkout.return_url] } })
  const asKey = { via: 'key', scopes: ['payments:write'], verb: 'checkout.create' } as const
  return createCheckout({ organisationId, userId, mode, ...asKey }, { ...checkout, amount }, storeNothing)
}

/** What a live key, a live link and a live session are refused with. */
async function liveOf(made: Shop): Promise<readonly unknown[]> {
  return [
    await refusalOf(makeKey(made, 'live')),
    await refusalOf(makeLink(made, 'live')),
    await refusalOf(makeSession(made, 'live')),
  ]
}
const allMade = ['done', 'done', 'done']

async function refusalOf(acting: Promise<unknown>): Promise<unknown> {
  const refused = await findRefusal(acting)
  if (refused === null) return 'done'
  const { code, field, missing, limit } = refused
  return { code, ...(field ? { field } : {}), ...(missing ? { missing } : {}), ...(limit ? { limit } : {}) }
}

async function ownersMails(): Promise<string[]> {
  await sendDueMails()
  return mailbox.mails.map(({ raw }) => /^Subject: (.*)$/m.exec(raw)?.[1] ?? '')
}

describe('before it is activated', () => {
  test('an organisation gets no live key, link or session, and reads what is missing; tests work', async () => {
    const made = await shop({ registrationNumber: '', addressLines: [] }, await person())
    const missing = ['company', 'business', 'representative', 'account', 'contract', 'review']
    expect(await liveOf(made)).toEqual(Array(3).fill({ code: 'organisation_not_activated', missing }))
    expect(await read(made)).toMatchObject({ state: 'test_only', missing, canAsk: false, mayAsk: true })
    await setAccount(made)
    expect(await refusalOf(makeKey(made, 'test'))).toBe('done')
    expect(await refusalOf(makeLink(made, 'test'))).toBe('done')
    expect(await refusalOf(makeSession(made, 'test'))).toBe('done')
  })

  test('“Apple Store” with somebody else’s IBAN goes nowhere by itself', async () => {
    const made = await shop({ name: 'Apple Store', legalName: 'Apple Store', registrationNumber: '' }, await person())
    await db().user.update({ where: { id: made.owner }, data: { emailVerifiedAt: null } })
    await setAccount(made, makeIban('19872', '00175', '00254910066'), 'Apple Store')
    await verify(made)
    const missing = ['address', 'company', 'business', 'representative', 'account', 'contract', 'review']
    expect(await liveOf(made)).toEqual(Array(3).fill({ code: 'organisation_not_activated', missing }))
    expect(await refusalOf(askFor(made))).toEqual({ code: 'organisation_not_activated', missing })
    expect(await read(made)).toMatchObject({ brand: 'Apple', isSelfEvident: false, proof: 'none' })
    expect(await refusalOf(makeKey(made, 'live'))).not.toBe('done')
  })

  test('a link of before refuses its payers while live payments are paused', async () => {
    const made = await active()
    const { slug } = await makeLink(made, 'live')
    expect(await showLink(slug)).toMatchObject({ stopped: null })
    await asMember(made.owner, made.id, 'organisation.change', changeOrganisation, { ...company, name: 'Apple Store' })
    expect(await showLink(slug)).toMatchObject({ stopped: 'organisation_not_activated' })
    expect(await refusalOf(openLink(slug))).toMatchObject({ code: 'organisation_not_activated' })
  })
})

describe('the business and the contract', () => {
  test('are said and accepted before asking; who accepted which version stays, to read and to download', async () => {
    const made = await shop()
    const missing = async () => (await read(made)).missing
    expect(await missing()).toEqual(expect.arrayContaining(['business', 'contract']))
    expect(await refusalOf(say(made, '?'))).toEqual({ code: 'invalid_input', field: 'activity' })
    await say(made)
    expect(await refusalOf(accept(made, '2020-01-01'))).toEqual({ code: 'consent_changed_meanwhile' })
    await accept(made)
    await accept(made)
    const view = await read(made)
    expect(view.missing).not.toEqual(expect.arrayContaining(['business', 'contract']))
    expect(view.business).toEqual({ activity: 'Books and maps', naf: '47.61Z', owners: [] })
    const { name } = await db().user.findUniqueOrThrow({ where: { id: made.owner } })
    expect(view.contract).toMatchObject({
      isAccepted: true,
      accepted: [{ version: currentVersion, language: 'en', name }],
    })
    const download = (version: string) =>
      asMember(made.owner, made.id, 'activation.read', actor => exportContract(actor, version, 'fr'))
    expect((await download(currentVersion)).text).toMatch(
      new RegExp(`Fees[\\s\\S]*Accepted for Camille Bernard by ${name}`),
    )
    expect(await refusalOf(download('2020-01-01'))).toEqual({ code: 'not_found' })
  })
})

describe('an account that its owner has linked', () => {
  test('an operator sees who else has the number or the account, however it is written', async () => {
    const [registrationNumber, iban] = ['404 833 048', makeIban('19872', '00175', '00254910067')]
    const [first, spaced, elsewhere] = await Promise.all([
      shop({ registrationNumber }),
      shop({ registrationNumber: '40483304800014' }),
      shop(),
    ])
    await setAccount(first, iban)
    await setAccount(elsewhere, iban)
    const twinsOf = async ({ id }: Shop) => (await readMerchant(operator, id)).twins.map(twin => [twin.by, twin.id])
    expect(await twinsOf(first)).toEqual([
      ['number', spaced.id],
      ['account', elsewhere.id],
    ])
    expect(await twinsOf(spaced)).toEqual([['number', first.id]])
    // Whoever says to be abroad with a French number; a foreign one counts in its own country.
    const abroad = await shop({ country: 'BE', registrationNumber: '404.833.048' })
    expect(await twinsOf(abroad)).toEqual(expect.arrayContaining([first, spaced].map(({ id }) => ['number', id])))
    const [belgian, same, dutch] = await Promise.all([
      shop({ country: 'BE', registrationNumber: '0403.170.701' }),
      shop({ country: 'BE', registrationNumber: '0403 170 701' }),
      shop({ country: 'NL', registrationNumber: '0403170701' }),
    ])
    expect(await twinsOf(belgian)).toEqual([['number', same.id]])
    expect(await twinsOf(dutch)).toEqual([])
    const found = async (q: string) => (await listMerchants(operator, { q })).merchants.map(({ id }) => id)
    expect((await found('0403-170-701')).toSorted()).toEqual([belgian.id, same.id, dutch.id].toSorted())
  })

  test('whose bank names the company activates it at once, and the owners are told', async () => {
    const made = await ready()
    expect(await read(made)).toMatchObject({ proof: 'linked', isSelfEvident: true, missing: ['review'], canAsk: true })
    await askFor(made)
    expect(await read(made)).toMatchObject({ state: 'active', missing: [] })
    expect(await liveOf(made)).toEqual(allMade)
    expect(await ownersMails()).toContain('Studio Bernard: live payments are activated')
    expect(await readMerchant(operator, made.id)).toMatchObject({ approvedBy: null })
  })

  test('company forms do not matter', async () => {
    const made = await ready({ legalName: 'SARL Bernard Camille' })
    expect(await read(made)).toMatchObject({ proof: 'linked' })
  })

  test('whose bank names somebody close or else needs documents, and shows the difference', async () => {
    const close = await ready({ legalName: 'C. Bernard' })
    expect(await read(close)).toMatchObject({
      proof: 'none',
      missing: ['account', 'review'],
      account: { legalNameProof: { answer: 'close_match', source: 'own_account' } },
    })
    const other = await ready({ legalName: 'Librairie du Port SARL' })
    expect(await read(other)).toMatchObject({ proof: 'none', account: { legalNameProof: { answer: 'no_match' } } })
    expect(await refusalOf(askFor(other))).toEqual({
      code: 'organisation_not_activated',
      missing: ['account', 'review'],
    })
  })

  test('goes to an operator all the same if somebody else has its number; one’s own are told', async () => {
    const registrationNumber = '784 671 695'
    await shop({ registrationNumber }, await person())
    const made = await ready({ registrationNumber })
    expect(await read(made)).toMatchObject({ isSelfEvident: true })
    await askFor(await readyByDocuments({ registrationNumber }))
    const again = await shop({ registrationNumber, name: 'Studio Bernard 2' })
    expect(await read(made)).toMatchObject({
      isSelfEvident: false,
      canAsk: true,
      ownTwins: expect.arrayContaining([{ id: again.id, name: 'Studio Bernard 2', by: 'number' }]),
    })
    expect((await read(made)).ownTwins.filter(({ by }) => by === 'number')).toHaveLength(1)
    await askFor(made)
    expect(await read(made)).toMatchObject({ state: 'in_review' })
    // Later tests count who waits.
    await db().organisation.updateMany({ where: { registrationNumber: '784671695' }, data: { reviewAskedAt: null } })
  })

  test('goes to an operator all the same if a name looks like a known brand', async () => {
    const made = await ready({ name: 'Аpple Store' })
    await askFor(made)
    expect(await read(made)).toMatchObject({ state: 'in_review' })
    expect(await liveOf(made)).toEqual(Array(3).fill({ code: 'organisation_not_activated', missing: ['review'] }))
  })

  test('replaces what the payee’s bank said before', async () => {
    const made = await ready()
    await db().payeeVerification.updateMany({
      where: { ownerId: made.id },
      data: { source: 'bank', answer: 'no_match', verifiedAt: now() },
    })
    await verify(made)
    expect(await read(made)).toMatchObject({ proof: 'linked' })
  })
})

describe('an operator', () => {
  test('sees who waits, reads the documents, and approves what was seen', async () => {
    const made = await readyByDocuments({ name: 'Mercier', legalName: 'Mercier SAS' })
    await askFor(made)
    expect(await read(made)).toMatchObject({ state: 'in_review', missing: ['review'], canAsk: false })
    expect(await countWaiting(operator)).toBeGreaterThan(0)
    const { merchants } = await listMerchants(operator, { queue: 'in_review' })
    expect(merchants.map(({ id }) => id)).toContain(made.id)
    const { seen, activation } = await readMerchant(operator, made.id)
    const [first, second] = activation.documents.map(({ id }) => id)
    expect(await readDocument(operator, made.id, first ?? '')).toMatchObject({
      mediaType: 'application/pdf',
      bytes: pdf,
    })
    const approve = { decision: 'approve', seen, reason: 'Kbis and RIB agree.' } as const
    expect(await refusalOf(decideActivation(operator, made.id, approve))).toEqual({
      code: 'not_allowed',
      field: 'documents',
    })
    await readDocument(operator, made.id, second ?? '')
    expect((await readMerchant(operator, made.id)).opened.toSorted()).toEqual([first, second].toSorted())
    await decideActivation(operator, made.id, approve)
    expect(await liveOf(made)).toEqual(allMade)
    const trail = await db().auditEvent.findMany({
      where: { stream: `organisation:${made.id}`, userId: operator.userId },
    })
    expect(trail.map(({ action }) => action)).toEqual([
      'activation.document_read',
      'activation.document_read',
      'activation.approved',
    ])
    expect(await readMerchant(operator, made.id)).toMatchObject({
      approvedBy: 'Olivia',
      approvedReason: approve.reason,
    })
  })

  test('is mailed once about each merchant who waits, and not any more once it is answered', async () => {
    const made = await readyByDocuments({ name: 'Marmotte' })
    await askFor(made)
    await mailNewRequests()
    await mailNewRequests()
    const { email } = await db().user.findUniqueOrThrow({ where: { id: operator.userId } })
    await sendDueMails()
    // Merchants of earlier tests may wait too.
    const subjects = async () =>
      (await mailbox.readTo(email)).map(({ subject = '' }) => subject).filter(subject => subject.includes('Marmotte'))
    expect(await subjects()).toEqual(['Guichet: Marmotte waits to go live'])
    const { seen } = await readMerchant(operator, made.id)
    await decideActivation(operator, made.id, { decision: 'decline', seen, reason: 'The extract is too old.' })
    await askFor(made)
    await mailNewRequests()
    const again = (await readMerchant(operator, made.id)).seen
    await approveAll(operator, made, again)
    await sendDueMails()
    expect(await subjects()).toHaveLength(1)
  })

  test('approves nobody who has not asked, or not accepted the contract', async () => {
    const made = await shop({}, await person())
    await setAccount(made, makeIban('19872', '00175', '00254910066'), 'Julien Mercier')
    const approve = async () => approveAll(operator, made, (await readMerchant(operator, made.id)).seen)
    expect(await refusalOf(approve())).toEqual({ code: 'not_allowed', field: 'review' })
    // As if its terms had changed since.
    await db().organisation.update({ where: { id: made.id }, data: { reviewAskedAt: now() } })
    expect(await refusalOf(approve())).toEqual({ code: 'not_allowed', field: 'contract' })
  })

  test('decides only about what was seen', async () => {
    const made = await readyByDocuments()
    await askFor(made)
    const { seen } = await readMerchant(operator, made.id)
    await upload(made, 'identity')
    const approve = { decision: 'approve', seen, reason: 'All agrees.' } as const
    expect(await refusalOf(decideActivation(operator, made.id, approve))).toEqual({ code: 'consent_changed_meanwhile' })
  })

  test('declines with a reason that the merchant reads, on the page and by mail, and may be asked again', async () => {
    const made = await readyByDocuments()
    await askFor(made)
    const decline = async (reason: string) =>
      decideActivation(operator, made.id, {
        decision: 'decline',
        seen: (await readMerchant(operator, made.id)).seen,
        reason,
      })
    expect(await refusalOf(decline(' no '))).toEqual({ code: 'invalid_input', field: 'reason' })
    await decline('The extract is more than three months old.')
    const said = { state: 'declined', declinedReason: 'The extract is more than three months old.', canAsk: true }
    expect(await read(made)).toMatchObject(said)
    expect(await ownersMails()).toContain('Studio Bernard: live payments are not activated')
    expect(await liveOf(made)).toEqual(Array(3).fill({ code: 'organisation_not_activated', missing: ['review'] }))
    await askFor(made)
    expect(await read(made)).toMatchObject({ state: 'in_review', declinedReason: null })
  })

  test('suspends and resumes: orders refuse meanwhile, in both modes', async () => {
    const made = await active()
    const { slug } = await makeLink(made, 'test')
    const suspend = (suspended: boolean, reason = '') => changeSuspension(operator, made.id, { suspended, reason })
    expect(await refusalOf(suspend(true))).toEqual({ code: 'invalid_input', field: 'reason' })
    await suspend(true, 'Many payers report goods that never came.')
    const refused = { code: 'organisation_suspended' }
    expect(await liveOf(made)).toEqual(Array(3).fill(refused))
    expect(await refusalOf(makeLink(made, 'test'))).toEqual(refused)
    expect(await refusalOf(makeSession(made, 'test'))).toEqual(refused)
    expect(await refusalOf(openLink(slug))).toEqual(refused)
    expect(await read(made)).toMatchObject({ suspended: { reason: 'Many payers report goods that never came.' } })
    expect(await showLink(slug)).toMatchObject({ stopped: 'organisation_suspended' })
    await suspend(false)
    expect(await liveOf(made)).toEqual(allMade)
    expect(await ownersMails()).toEqual(
      expect.arrayContaining([
        'Studio Bernard: new payments are suspended',
        'Studio Bernard: payments are possible again',
      ]),
    )
  })

  test('sets the limits, which name what is left', async () => {
    const made = await active()
    expect(await refusalOf(makeSession(made, 'live', '5000.01'))).toEqual({
      code: 'payment_limit_reached',
      limit: { name: 'payment', max: '5000.00', left: '5000.00' },
    })
    const limits = (payment: string, day: string, month: string) =>
      changeLimits(operator, made.id, { payment, day, month, reason: '' })
    expect(await refusalOf(limits('x', '1', '1'))).toEqual({ code: 'invalid_input', field: 'payment' })
    expect(await refusalOf(limits('2', '1', '3'))).toEqual({ code: 'invalid_input', field: 'day' })
    await limits('10000', '20000', '300000')
    expect(await refusalOf(makeSession(made, 'live', '5000.01'))).toBe('done')
    expect(await read(made)).toMatchObject({ limits: { payment: '10000.00', day: '20000.00', month: '300000.00' } })
    expect(await ownersMails()).toContain('Studio Bernard: your limits have changed')
  })

  test('answers an owner who asks for other limits; large ones need two operators', async () => {
    const made = await active()
    const asking = (payment: string, reason = 'We sell boats.', member = made) =>
      asMember(member.owner, member.id, 'activation.limits', askForLimits, {
        payment,
        day: '200000',
        month: '1000000',
        reason,
      })
    expect(await refusalOf(asking('x'))).toEqual({ code: 'invalid_input', field: 'payment' })
    expect(await refusalOf(asking('60000', ' '))).toEqual({ code: 'invalid_input', field: 'reason' })
    const untried = await shop()
    expect(await refusalOf(asking('60000', 'Boats.', untried))).toEqual({ code: 'not_allowed', field: 'state' })
    await asking('60000')
    expect(await read(made)).toMatchObject({ askedLimits: { payment: '60000.00', reason: 'We sell boats.' } })
    const asked = async () => (await listMerchants(operator, { queue: 'limits_asked' })).merchants.map(({ id }) => id)
    expect(await asked()).toContain(made.id)
    await declineLimits(operator, made.id, { reason: 'Send last year’s accounts.' })
    expect(await read(made)).toMatchObject({
      askedLimits: null,
      limitsAnswer: { reason: 'Send last year’s accounts.' },
    })
    expect(await refusalOf(declineLimits(operator, made.id, { reason: 'Once more.' }))).toEqual({ code: 'not_found' })
    expect(await ownersMails()).toContain('Studio Bernard: your limits stay the same')
    await asking('60000')
    await mailNewRequests()
    await mailNewRequests()
    const operators = await db().user.count({ where: { role: 'operator' } })
    expect(await db().mail.count({ where: { kind: 'activation_waits', aboutId: made.id } })).toBe(operators)
    const grant = (as: typeof operator, payment = '60000', reason = 'The accounts agree.') =>
      changeLimits(as, made.id, { payment, day: '200000', month: '1000000', reason })
    expect(await refusalOf(grant(operator, '60000', ''))).toEqual({ code: 'invalid_input', field: 'reason' })
    await grant(operator)
    expect(await read(made)).toMatchObject({ limits: { payment: '5000.00' } })
    expect(await refusalOf(grant(operator))).toEqual({ code: 'not_allowed', field: 'second' })
    const other = { userId: await person({ role: 'operator', name: 'Oscar' }), authenticatedAt: now() }
    expect(await readMerchant(other, made.id)).toMatchObject({ firstYes: { name: 'Olivia', to: 'limits' } })
    await grant(other, '60001')
    expect(await read(made)).toMatchObject({ limits: { payment: '5000.00' } })
    await grant(operator, '60001')
    expect(await read(made)).toMatchObject({ limits: { payment: '60001.00' }, askedLimits: null })
    expect(await asked()).not.toContain(made.id)
    // Another account: what such limits are for needs two again.
    await setAccount(made, makeIban('19872', '00175', '00254910066'), 'Julien Mercier')
    for (const kind of ['registration', 'bank_details'] as const) await upload(made, kind)
    await askFor(made)
    const { seen, needsTwo } = await readMerchant(operator, made.id)
    expect(needsTwo).toBe(true)
    await approveAll(operator, made, seen)
    expect(await read(made)).toMatchObject({ state: 'in_review' })
    expect(await readMerchant(other, made.id)).toMatchObject({ firstYes: { name: 'Olivia', to: 'activation' } })
    await approveAll(other, made, seen)
    expect(await read(made)).toMatchObject({ state: 'active' })
    // Nor does the bank's word alone bring them back.
    const last = (await readMerchant(operator, made.id)).seen
    await decideActivation(operator, made.id, { decision: 'decline', seen: last, reason: 'It moved its business.' })
    await setAccount(made)
    await verify(made)
    expect(await read(made)).toMatchObject({ proof: 'linked', isSelfEvident: false })
    await askFor(made)
    expect(await read(made)).toMatchObject({ state: 'in_review' })
  })

  test('needs the role and a fresh password; nobody else finds the merchant', async () => {
    const made = await readyByDocuments()
    const { seen, activation } = await readMerchant(operator, made.id)
    const stranger = { userId: await person(), authenticatedAt: now() }
    const stale = { ...operator, authenticatedAt: new Date(0) }
    const acts: readonly ((as: typeof operator) => Promise<unknown>)[] = [
      as => decideActivation(as, made.id, { decision: 'approve', seen, reason: '' }),
      as => changeSuspension(as, made.id, { suspended: true, reason: 'A good reason' }),
      as => changeLimits(as, made.id, { payment: '1', day: '1', month: '1', reason: 'All agrees.' }),
      as => declineLimits(as, made.id, { reason: 'All agrees.' }),
    ]
    const reads: typeof acts = [
      as => readMerchant(as, made.id),
      as => listMerchants(as, {}),
      as => countWaiting(as),
      as => readDocument(as, made.id, activation.documents[0]?.id ?? ''),
    ]
    for (const one of [...acts, ...reads]) expect(await refusalOf(one(stranger))).toEqual({ code: 'not_found' })
    for (const one of acts) expect(await refusalOf(one(stale))).toEqual({ code: 'reauthentication_required' })
    expect(await refusalOf(readMerchant(operator, randomUUID()))).toEqual({ code: 'not_found' })
    expect(await read(made)).toMatchObject({ state: 'test_only', suspended: null })
  })

  test('finds a merchant by name, number, address and id', async () => {
    // The address begins with a digit of every other shop's number.
    const made = await shop(
      { name: `Marmotte ${randomUUID()}`, email: `732${randomUUID()}@shop.example` },
      await person(),
    )
    const row = await db().organisation.findUniqueOrThrow({ where: { id: made.id } })
    const iban = makeIban('19872', '00175', '00254910099')
    await setAccount(made, iban, 'Marmotte')
    const { email } = await db().user.findUniqueOrThrow({ where: { id: made.owner } })
    for (const q of [row.name.toUpperCase(), row.email, row.id, email, iban.replace(/(.{4})/g, '$1 ')]) {
      expect((await listMerchants(operator, { q })).merchants.map(({ id }) => id)).toEqual([made.id])
    }
    expect((await listMerchants(operator, { q: '732829' })).merchants.length).toBeGreaterThan(0)
    expect((await listMerchants(operator, { q: '%' })).merchants).toEqual([])
  })
})

describe('after it is activated', () => {
  test('another account pauses live payments until it is verified; the account of before ends the pause', async () => {
    const made = await active()
    await setAccount(made, makeIban('19872', '00175', '00254910066'), 'Julien Mercier')
    expect(await read(made)).toMatchObject({ state: 'paused', changed: ['holder', 'iban'], proof: 'none' })
    const missing = ['account', 'review']
    expect(await liveOf(made)).toEqual(Array(3).fill({ code: 'organisation_not_activated', missing }))
    await setAccount(made)
    expect(await read(made)).toMatchObject({ state: 'active' })
  })

  test('another account of a new owner pauses them when it takes effect', async () => {
    const made = await active()
    const late = await aMember(made.id, 'owner', { userId: await person(), roleSince: now() })
    await setAccount({ ...made, owner: late }, makeIban('19872', '00175', '00254910066'), 'Julien Mercier')
    expect(await read(made)).toMatchObject({ state: 'active' })
    expect((await read(made)).nextAccountAt).not.toBeNull()
    setClock(new Date(now().getTime() + 25 * 3_600_000))
    expect(await read(made)).toMatchObject({ state: 'paused', changed: ['holder', 'iban'] })
  })

  test.each([
    ['name', { name: 'Apple Store' }],
    ['legalName', { legalName: 'Apple SAS' }],
    ['registrationNumber', { registrationNumber: '552 100 554' }],
  ] as const)('another %s pauses them', async (fact, change) => {
    const made = await active()
    const rename = (input: OrganisationInput) =>
      asMember(made.owner, made.id, 'organisation.change', changeOrganisation, input)
    await rename({ ...company, ...change })
    expect(await read(made)).toMatchObject({ state: 'paused', changed: [fact] })
    await rename(company)
    expect(await read(made)).toMatchObject({ state: 'active' })
  })
})

describe('endpoints are told', () => {
  /** Type, activation and suspension of every organisation event but beneficiary changes, oldest first. */
  const told = async ({ id }: Shop) => {
    const messages = await db().webhookMessage.findMany({
      where: { organisationId: id, mode: 'test', type: { not: { contains: 'beneficiary' } } },
      orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
    })
    return messages.map(({ type, payload }) => {
      const { activation, suspended } = JSON.parse(payload).data
      return [type, activation, suspended]
    })
  }

  test('of an activation, of the pause by another account, and of its end', async () => {
    const made = await active()
    await setAccount(made, makeIban('19872', '00175', '00254910066'), 'Julien Mercier')
    await setAccount(made)
    expect(await told(made)).toEqual([
      ['organisation.activated', 'active', false],
      ['organisation.activation_paused', 'paused', false],
      ['organisation.activated', 'active', false],
    ])
  })

  test('of a pause by another name, once', async () => {
    const made = await active()
    const rename = (name: string) =>
      asMember(made.owner, made.id, 'organisation.change', changeOrganisation, { ...company, name })
    await rename('Studio Camille')
    await rename('Studio Bernard et Camille')
    expect((await told(made)).map(([type]) => type).toSorted()).toEqual([
      'organisation.activated',
      'organisation.activation_paused',
      'organisation.changed',
      'organisation.changed',
    ])
  })

  test('of a pause by a new owner’s account at the time it takes effect', async () => {
    const made = await active()
    const late = await aMember(made.id, 'owner', { userId: await person(), roleSince: now() })
    await setAccount({ ...made, owner: late }, makeIban('19872', '00175', '00254910066'), 'Julien Mercier')
    await settleBeneficiaries()
    const activated = ['organisation.activated', 'active', false]
    expect(await told(made)).toEqual([activated])
    setClock(new Date(now().getTime() + 25 * 3_600_000))
    expect(await settleBeneficiaries()).toBeGreaterThan(0)
    expect(await settleBeneficiaries()).toBe(0)
    expect(await told(made)).toEqual([activated, ['organisation.activation_paused', 'paused', false]])
  })

  test('of a refusal, a suspension and its end', async () => {
    const made = await readyByDocuments()
    const { seen } = await readMerchant(operator, made.id)
    await decideActivation(operator, made.id, { decision: 'decline', seen, reason: 'The extract is too old.' })
    await changeSuspension(operator, made.id, { suspended: true, reason: 'Many payers report goods that never came.' })
    await changeSuspension(operator, made.id, { suspended: false, reason: '' })
    expect(await told(made)).toEqual([
      ['organisation.activation_declined', 'declined', false],
      ['organisation.suspended', 'declined', true],
      ['organisation.resumed', 'declined', false],
    ])
  })
})

describe('a document', () => {
  test('is a PDF, PNG or JPEG of at most 5 MB, by its content', async () => {
    const made = await shop({}, await person())
    const bytes = (text: string) => new Uint8Array(Buffer.from(text, 'latin1'))
    const large = new Uint8Array(maxDocumentBytes + 1)
    large.set(pdf)
    for (const [content, fault] of [
      [bytes(''), 'empty'],
      [large, 'too_large'],
      [bytes('<script>alert(1)</script>'), 'type'],
    ] as const) {
      const refused = { code: 'invalid_input', field: `file.${fault}` }
      expect(await refusalOf(upload(made, 'identity', content))).toEqual(refused)
    }
    for (let times = 0; times < maxDocuments; times += 1) await upload(made, 'identity')
    expect(await refusalOf(upload(made, 'identity'))).toEqual({ code: 'invalid_input', field: 'file.too_many' })
  })

  test('is sealed, and stays once a decision is based on it', async () => {
    const made = await readyByDocuments()
    await upload(made, 'identity')
    const [newest, ...others] = (await read(made)).documents
    const row = await db().organisationDocument.findFirstOrThrow({ where: { id: newest?.id ?? '' } })
    expect(row.contentSealed).not.toContain(Buffer.from(pdf).toString('base64'))
    const remove = (id = '') => asMember(made.owner, made.id, 'activation.document', removeDocument, id)
    await remove(newest?.id)
    await askFor(made)
    for (const { id } of others)
      expect(await refusalOf(remove(id))).toEqual({ code: 'not_allowed', field: 'documents' })
    const { seen } = await readMerchant(operator, made.id)
    await approveAll(operator, made, seen)
    for (const { id } of others)
      expect(await refusalOf(remove(id))).toEqual({ code: 'not_allowed', field: 'documents' })
    expect(await refusalOf(remove(newest?.id))).toEqual({ code: 'not_found' })
  })

  test('of one organisation is not found from another, nor by its operator’s address', async () => {
    const [made, other] = [await readyByDocuments(), await readyByDocuments()]
    const [document] = (await read(made)).documents
    const id = document?.id ?? ''
    const remove = () => asMember(other.owner, other.id, 'activation.document', removeDocument, id)
    expect(await refusalOf(remove())).toEqual({ code: 'not_found' })
    expect(await refusalOf(readDocument(operator, other.id, id))).toEqual({ code: 'not_found' })
  })
})

test.each(memberRoles.filter(role => may(role, 'members.read')))('what a %s is shown', async role => {
  const made = await ready()
  const theirs = { id: made.id, owner: await aMember(made.id, role, { userId: await person() }) }
  const isOwner = role === 'owner'
  expect(await read(theirs)).toMatchObject({ mayAsk: isOwner, mayChange: isOwner || role === 'admin' })
  expect((await read(theirs)).account?.iban === linked.iban).toBe(isOwner)
})
