import { texts } from '@guichet/sandbox/texts/catalogue.ts'
import { nameBank } from '#lib/domain/bank/french-name.ts'
import { ensureProgram } from '#scripts/checks/programs.ts'
import { banks, type Customer, newCustomer, words as screens } from '#testing/browser/bank.ts'
import { test as base, expect, fill, type Member, words } from '#testing/browser/guichet.ts'
import { newOrder, newPayer, orderStatus } from '#testing/browser/shop.ts'
import { appUrl, tourUrl } from '#testing/browser/stack-settings.ts'
import { openFirefox } from '#testing/webdriver/firefox.ts'
import { button, css, field, text, type Visitor } from '#testing/webdriver/visitor.ts'
import { openWebKit } from '#testing/webdriver/webkit.ts'
import { firstLink } from '#tour/chapters/first-link.ts'
import { words as tourWords } from '#tour/words.ts'

const { pay } = words.fr

// One row a browser, by the name of its project.
const openers: Readonly<Record<string, () => Promise<Visitor>>> = {
  firefox: () => openFirefox(ensureProgram('firefox', console.log)),
  webkit: () => openWebKit(ensureProgram('webkit', console.log)),
}

const test = base.extend<{ visitor: Visitor }>({
  visitor: async ({ locale: _ }, use, info) => {
    const open = openers[info.project.name]
    if (open === undefined) throw new Error(`nothing opens ${info.project.name}`)
    const visitor = await open()
    await use(visitor)
    if (info.status !== info.expectedStatus) await visitor.photograph(`${info.outputPath('page')}.png`)
    await visitor.close()
  },
})

const { fr } = words
const bank = banks.littoral
/** The button of a bank's screen that goes on. */
const primary = css('main button.primary')

test('signs in, and is still known on the next page', async ({ visitor, member }) => {
  await signIn(visitor, member)
  await visitor.open(`${appUrl}/settings`)
  await visitor.see(text(fr.settings.title))
})

test('links a bank', async ({ visitor, member }) => {
  await signIn(visitor, member)
  await link(visitor, await newCustomer())
})

test('sends money', async ({ visitor, member }) => {
  const customer = await newCustomer()
  const { form, summary, states } = fr.transfers
  await signIn(visitor, member)
  await link(visitor, customer)
  await visitor.open(`${appUrl}/transfers/new`)
  await visitor.press(css('a[href^="/transfers/new?from="]'))
  await visitor.type(field(form.name), 'Garage Lenoir')
  await visitor.type(field(form.iban), 'DE89 3704 0044 0532 0130 00')
  await visitor.type(field(form.amount), '12,34')
  await visitor.press(button(form.next))
  await visitor.press(button(fill(summary.go, nameBank(bank.name))))
  await arriveAtBank(visitor)
  await visitor.press(primary)
  await identify(visitor, customer)
  await visitor.see(text(states.executed.title))
})

test('pays a shop', async ({ visitor, database }) => {
  const payer = await newPayer()
  const order = await newOrder(database)
  await visitor.open(order.url)
  await visitor.type(field(pay.choose.searchLabel), 'littoral')
  await visitor.press(css(`input[type=radio][value="${bank.code}"]`))
  await visitor.press(button(pay.choose.pay))
  await arriveAtBank(visitor)
  await identify(visitor, payer)
  await visitor.see(text(texts.fr.payments.account.title))
  await visitor.press(css('input[type=radio]'))
  await visitor.press(primary)
  await giveCode(visitor)
  await visitor.see(text(texts.fr.payments.last.title))
  await visitor.press(primary)
  await visitor.see(text(pay.result.stages.paid.title))
  expect(await orderStatus(database, order.id)).toBe('executed')
})

test('plays the first chapter of the tour', async ({ visitor }) => {
  const say = tourWords.fr
  await visitor.open(`${tourUrl}/?chapter=${firstLink.id}&lang=fr`)
  // Drawn last: the page no longer moves.
  await visitor.see(text(say.noConsent))
  await visitor.press(button(say.play))
  await visitor.see(text(say.over))
})

async function signIn(visitor: Visitor, { email, password }: Member): Promise<void> {
  await visitor.open(`${appUrl}/signin`)
  await visitor.type(field(fr.auth.email), email)
  await visitor.type(css('input[name=password]'), password)
  await visitor.press(button(fr.auth.signIn.submit))
  await visitor.arrive(({ origin, pathname }) => origin === appUrl && pathname === '/home')
}

/** From the directory to everything shared and read. */
async function link(visitor: Visitor, customer: Customer): Promise<void> {
  await visitor.open(`${appUrl}/link`)
  await visitor.type(field(fr.link.directory.searchLabel), 'littoral')
  await visitor.press(css(`a[href="/link/${bank.code}"]`))
  await visitor.press(button(fill(fr.link.before.start, nameBank(bank.name))))
  await arriveAtBank(visitor)
  await identify(visitor, customer)
  await visitor.press(button(screens.fr.approve))
  await visitor.press(button(fr.consent.presets.all))
  await visitor.press(button(fr.consent.send))
  await visitor.see(text(fr.consent.loading.titleDone))
}

const arriveAtBank = (visitor: Visitor) =>
  visitor.arrive(({ hostname }) => hostname === `${bank.code}.sandbox.localhost`)

/** Identifier, password on the bank's keypad, one-time code. */
async function identify(visitor: Visitor, { identifier, password }: Customer): Promise<void> {
  await visitor.type(field(screens.fr.identifier), identifier)
  await visitor.press(button(screens.fr.next))
  for (const digit of password) await visitor.press(button(digit))
  await visitor.press(button(screens.fr.enter))
  await giveCode(visitor)
}

async function giveCode(visitor: Visitor): Promise<void> {
  const code = await visitor.read(css('[data-testid=otp-code]'))
  await visitor.type(field(screens.fr.code), code.replace(/\D/g, ''))
  await visitor.press(button(screens.fr.confirm))
}
