import { afterAll, describe, expect, test } from 'vitest'
import { faultKinds } from '#sandbox/faults/decide.ts'
import { flatten } from '#sandbox/screens/test-texts.ts'
import { checkLedger } from '#sandbox/store/ledger.ts'
import { texts } from '#sandbox/texts/catalogue.ts'
import { hostileNames } from './hostile-texts.ts'
import { pathOf, sections } from './page-parts.ts'
import { deskRoutes } from './routes.ts'
import { sayDone, sayExecutionFault } from './say-answer.ts'
import { startTestDesk } from './test-server.ts'

const desk = await startTestDesk()
afterAll(() => desk.close())

async function submit(language: 'fr' | 'en', route: string, fields: Record<string, string>) {
  const page = await desk.send('/desk/clock')
  const token = /name="token" value="([^"]+)"/.exec(page.text)?.[1] ?? ''
  const answer = await desk.send(`/desk/do/${route}?lang=${language}`, { method: 'POST', form: { token, ...fields } })
  const alert = /role="alert"><strong>[^<]*<\/strong> ([^<]*)</.exec(answer.text)?.[1]
  return { status: answer.status, says: alert?.replaceAll('&#39;', "'").replaceAll('\u202f', ' ') ?? null }
}

test.each([
  ['POST', '/people', { bankCode: 1, lastName: 'B' }, 'bankCode: must be one of: 19870, 19871, 19872, 19873, 19874'],
  ['POST', '/people', { bankCode: '19870', lastName: 'B' }, 'firstName: is required'],
  ['POST', '/faults', { fault: { kind: 'x' } }, 'fault.kind: must be one of: delay, '],
  ['POST', '/reset', { confirm: 'yes' }, 'confirm: must be one of: reset'],
  ['PUT', '/service', { isDown: true, isUp: false }, 'isUp is not known here'],
])('a program reads what is wrong with %s %s %o in words', async (method, path, json, said) => {
  const { body } = await desk.ask(method, path, json)
  expect(body).toMatchObject({ error: 'malformed', message: expect.stringMatching(new RegExp(`^${said}`)) })
})

describe('a refused form gives the reason in the language of the page', () => {
  const person = { bankCode: '19870', firstName: 'A', lastName: 'B' }
  test.each([
    ['addPerson', { ...person, firstName: '' }, '« Prénom » est à remplir.', '“First name” is required.'],
    ['addPerson', { ...person, lastName: ' ' }, '« Nom » ne doit pas être vide.', '“Last name” must not be empty.'],
    [
      'addPerson',
      { ...person, lastName: 'x'.repeat(71) },
      '« Nom » a 70 caractères au plus.',
      '“Last name” has 70 characters at most.',
    ],
    [
      'addPerson',
      { ...person, accounts: '61' },
      '« Nombre de comptes » vaut 60 au plus.',
      '“Number of accounts” is 60 at most.',
    ],
    [
      'addPerson',
      { ...person, life: 'baker' },
      '« Profil » doit être l’une de ces valeurs : empty, ',
      '“Profile” must be one of: empty, ',
    ],
    [
      'moveClock',
      { move: 'plus', days: '1.5' },
      '« Jours » doit être un nombre entier.',
      '“Days” must be a whole number.',
    ],
    ['moveClock', { move: 'plus', hours: 'x' }, '« Heures » doit être un nombre.', '“Hours” must be a number.'],
    [
      'addFault',
      { 'fault.kind': 'delay', 'fault.delayMs': '0' },
      '« Délai en millisecondes » vaut 1 au moins.',
      '“Delay in milliseconds” is 1 at least.',
    ],
    [
      'addFault',
      { 'fault.kind': 'status', 'fault.status': '503', 'fault.code': 'é' },
      '« Code » n’a que des lettres',
      '“Code” has letters, digits',
    ],
    [
      'addFault',
      { 'fault.kind': 'nonsense' },
      '« Panne » doit être l’une de ces valeurs : delay, ',
      '“Fault” must be one of: delay, ',
    ],
    [
      'addFault',
      { 'fault.kind': 'page_loop', endpoint: 'GET /x' },
      'Ce point d’accès n’existe pas.',
      'There is no such endpoint.',
    ],
    ['moveClock', { move: 'plus', days: '1', years: '1' }, 'n’est pas connu ici.', 'is not known here.'],
  ])('%s %j', async (route, fields, french, english) => {
    const [fr, en] = [await submit('fr', route, fields), await submit('en', route, fields)]
    expect([fr.status, en.status]).toEqual([400, 400])
    expect(fr.says).toContain(french)
    expect(en.says).toContain(english)
  })

  test('a stale, unknown or oversized form is reported on the page too', async () => {
    expect(await submit('fr', 'moveClock', { token: 'old' })).toEqual({
      status: 403,
      says: texts.fr.desk.refusals.stale_form.replaceAll('\u202f', ' '),
    })
    expect(await submit('fr', 'nothing', {})).toMatchObject({ status: 404, says: 'Ce formulaire n’existe pas.' })
    const large = await submit('en', 'bookEntry', { lines: 'x'.repeat(300_000) })
    expect(large).toEqual({ status: 413, says: 'The form is too large.' })
  })

  test('the JSON interface is in English', async () => {
    const { body } = await desk.ask('PUT', '/clock', { move: 'plus', days: 1.5 })
    expect([body.error, body.issues[0].path]).toEqual(['malformed', 'days'])
  })
})

describe('the outcome of a form on the page', () => {
  test('every form has a text for success, in both languages', async () => {
    const pages = await Promise.all(sections.map(section => desk.send(`${pathOf(section)}?person=camille-bernard`)))
    const whole = pages.map(({ text }) => text).join('\n')
    const forms = new Set([...whole.matchAll(/action="\/desk\/do\/(\w+)"/g)].map(([, route]) => String(route)))
    expect(forms.size).toBeGreaterThan(8)
    for (const route of [...forms, ...Object.keys(texts.fr.desk.done)]) {
      expect(deskRoutes.map(({ id }) => id)).toContain(route)
      expect([route, sayDone('fr', route), sayDone('en', route)]).toEqual([
        route,
        expect.any(String),
        expect.any(String),
      ])
    }
    expect(sayDone('fr', 'toString')).toBeNull()
    expect((await desk.send('/desk?lang=fr&done=moveClock')).text).toContain('L’horloge est réglée.')
  })

  test.each([
    ['Error: nothing is due of i-1', 'Rien n’était dû.'],
    ["Error: failed can't happen to an instruction that is CANC", 'L’instruction n’était pas dans l’état attendu.'],
    ['Error: UNIQUE constraint failed: transfers.instruction_id', 'Cette exécution figure déjà dans les livres.'],
    ['Error: no payment p-1', 'La demande est introuvable.'],
    ['Error: disk I/O error', 'La banque n’a pas pu écrire dans ses livres.'],
  ])('%s', (fault, sentence) => {
    expect(sayExecutionFault('fr', fault)).toBe(sentence)
  })

  test('a faulty ledger is explained in French', async () => {
    const { db } = desk.bank.sandbox
    db.exec(`BEGIN; PRAGMA defer_foreign_keys = ON; INSERT INTO postings (instruction_id, occurrence, side, account_id, amount_minor, currency)
             VALUES ('i-1', 0, 'debit', 'nowhere', 5, 'EUR')`)
    expect(checkLedger(db).found.map(({ kind }) => kind)).toContain('sum')
    const page = await desk.send('/desk/payments?lang=fr')
    expect(page.text).toContain('Les écritures d’une devise n’ont pas une somme nulle <code>EUR</code>')
    db.exec('ROLLBACK')
  })

  test('a call is shown with the bank’s time in Paris, and its fault by name', async () => {
    await desk.ask('POST', '/faults', { fault: { kind: 'delay', delayMs: 1 }, endpoint: 'GET /accounts', calls: 1 })
    await desk.get('/accounts', await desk.token())
    const at = new Date(String((await desk.ask('GET', '/wire?limit=1')).body.calls[0].at))
    const page = await desk.send('/desk?lang=fr')
    const time = at.toLocaleTimeString('fr-FR', { timeZone: 'Europe/Paris' })
    expect(page.text).toContain(`<span class="time">${time}</span>`)
    expect(page.text).toContain('<span class="tag fault">délai</span>')
  })

  test('faults have a short name beside a call, hostile texts in their list', () => {
    expect(Object.keys(texts.fr.desk.faultTags).sort()).toEqual([...faultKinds].sort())
    expect(Object.keys(texts.fr.desk.values.hostile)).toEqual([...hostileNames])
  })
})

test('no French line begins with a punctuation mark', () => {
  const sentences = flatten(texts.fr.desk).map(([, text]) => text)
  expect(sentences.filter(text => / [:;!?»]|« /.test(text))).toEqual([])
})

test('the same sentences in French and English, none empty, none the same by mistake', () => {
  const [french, english] = [new Map(flatten(texts.fr.desk)), new Map(flatten(texts.en.desk))]
  expect([...english.keys()]).toEqual([...french.keys()])
  for (const text of [...french.values(), ...english.values()]) expect(text.trim()).not.toBe('')
  // Names of the interface, and words that both languages have.
  const shared = [...french].filter(([path, text]) => english.get(path) === text).map(([, text]) => text)
  expect(shared).toEqual(
    shared.filter(text => /^(Code|Page|Instructions|Sections|Application|Content-Type|empty)$/.test(text)),
  )
})
