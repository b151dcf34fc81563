import { afterAll, expect, test } from 'vitest'
import { keepPassword } from '#sandbox/people/passwords.ts'
import { addPerson } from '#sandbox/store/people.ts'
import { openTestBank, type Page, Visitor, Walk } from './test-visitor.ts'

const [bank, plain] = await Promise.all([
  openTestBank({}, { tourOrigin: 'http://tour.localhost:3090' }),
  openTestBank(),
])
afterAll(() => Promise.all([bank.close(), plain.close()]))

/** The buttons of the demonstration on a page, with what each sends. */
function offered({ text }: Page): { label: string; action: string; form: Record<string, string> }[] {
  const section = /<section class="demonstration".*?<\/section>/s.exec(text)?.[0] ?? ''
  return [...section.matchAll(/<form method="post" action="[^"]*\/(\w+)".*?<\/form>/gs)].map(([form, action = '']) => ({
    label: /<button>(.*?)<\/button>/.exec(form)?.[1] ?? '',
    action,
    form: Object.fromEntries(
      [...form.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)">/g)].map(([, name = '', value = '']) => [
        name,
        value,
      ]),
    ),
  }))
}

test('in a demonstration a customer signs in by three clicks', async () => {
  const walk = await Walk.begin(new Visitor(bank))
  const labels: string[] = []
  for (let screen = 0; screen < 3; screen += 1) {
    const [first] = offered(await walk.page())
    if (!first) throw new Error(`nothing is offered on screen ${screen}`)
    labels.push(first.label)
    await walk.press(first.action, first.form)
  }
  expect(labels).toEqual(['Je suis Léa Moreau', 'Saisir le bon mot de passe', 'Recopier le code reçu'])
  expect(await walk.text()).toContain('Autoriser')
})

test('the customer added last comes first, and only customers of this bank are offered', async () => {
  const { db } = bank.sandbox
  const person = { bankCode: '19870', segment: 'retail', lastName: 'Marin', maskedPhone: '06' } as const
  addPerson(db, { ...person, id: 'desk-1', identifier: '60000001', firstName: 'Ancienne' }, '111222')
  keepPassword(db, 'desk-1', '111222')
  addPerson(db, { ...person, id: 'desk-2', identifier: '60000002', firstName: 'Odile' }, '333444')
  keepPassword(db, 'desk-2', '333444')
  const walk = await Walk.begin(new Visitor(bank))
  const people = offered(await walk.page())
  expect(people[0]?.label).toBe('Je suis Odile Marin')
  expect(people.map(({ form }) => form.identifier)).toEqual([
    '60000002',
    '10020001',
    '10020002',
    '10020003',
    '10020004',
  ])
  await walk.press('identifier', { identifier: '60000002' })
  expect(offered(await walk.page())[0]?.form.password).toBe('333444')
})

test('nothing is offered where there is no demonstration', async () => {
  const walk = await Walk.begin(new Visitor(plain))
  for (const step of ['password', 'code'] as const) {
    expect(offered(await walk.page())).toEqual([])
    await walk.reach(step)
  }
  expect(await walk.text()).not.toContain('demonstration')
})
