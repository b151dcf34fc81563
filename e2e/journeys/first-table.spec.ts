import { randomUUID } from 'node:crypto'
import { setFrenchSpaces } from '@guichet/values/text/french-spaces.ts'
import type pg from 'pg'
import { expectAccessible } from '#testing/browser/accessible.ts'
import { expect, inVariants, type Language, signIn, test, waitForReact, words } from '#testing/browser/guichet.ts'
import { seedLines } from '#testing/browser/lines.ts'
import { appUrl } from '#testing/browser/stack-settings.ts'

/** What no other journey covers, with data as after a refresh. */

type Seeded = { current: string; card: string; connectionId: string }

/** A current account read during the bank's batch, an upcoming debit, a deferred-debit card, two unattended readings. */
async function seedDay(database: pg.Client, userId: string): Promise<Seeded> {
  const { current } = await seedLines(database, userId)
  const card = randomUUID()
  const { rows } = await database.query<{ connectionId: string }>(
    'SELECT "connectionId" FROM "Account" WHERE id = $1',
    [current],
  )
  const connectionId = rows[0]?.connectionId ?? ''
  await database.query(
    `INSERT INTO "Account" (id, "userId", "connectionId", "resourceId", kind, "cardId", "linkedResourceId", currency,
       "cashAccountType", name, features, "mayBalances", "mayTransactions", "lastSyncedAt", "syncState", ordinal)
     VALUES ($1, $2, $3, 'c1', 'card', 'kz81', 'r1', 'EUR', 'CARD', 'Carte Horizon', '{}', true, true, now(), 'done', 5)`,
    [card, userId, connectionId],
  )
  await seedBalances(database, { userId, current, card })
  await database.query(
    `INSERT INTO "Transaction" ("userId", "accountId", key, booked, status, "amountMinor", currency, day,
       "expectedBookingDate", label, remittance, "codeDomain", "codeFamily", "codeSubFamily", "searchText")
     VALUES ($1, $2, 'debit', false, 'FUTR', -9240, 'EUR', current_date + 4, current_date + 4, 'PRLV SEPA EDF A VENIR',
       '{PRLV SEPA EDF A VENIR}', 'PMNT', 'RDDT', 'ESDD', 'prlv sepa edf a venir 92.40')`,
    [userId, current],
  )
  await database.query(
    `INSERT INTO "QuotaUse" (psu, resource, day, "connectionId", "userId", used)
     SELECT $1, resource, (now() AT TIME ZONE 'Europe/Paris')::date, $2, $3, 2
     FROM unnest(ARRAY['accounts#1', 'balances:r1', 'transactions:r1#1']) AS resource`,
    [connectionId, connectionId, userId],
  )
  await seedCalls(database, userId, connectionId)
  return { current, card, connectionId }
}

async function seedBalances(database: pg.Client, { userId, current, card }: Record<string, string>) {
  await database.query(
    `INSERT INTO "Balance" (id, "userId", "accountId", type, name, "amountMinor", currency, "referenceDate", "readAt")
     VALUES ($1, $2, $3, 'OTHR', 'Solde minute', 205000, 'EUR', NULL, now()),
       ($4, $2, $5, 'ITAV', 'Encours à débiter', -31250, 'EUR', current_date + 9, now()),
       ($6, $2, $5, 'PRCD', 'Encours débité', -28790, 'EUR', current_date - 21, now())`,
    [randomUUID(), userId, current, randomUUID(), card, randomUUID()],
  )
}

async function seedCalls(database: pg.Client, userId: string, connectionId: string) {
  for (const [operation, isAttended, status, code] of [
    ['accounts.list', true, 200, null],
    ['transactions.read', false, 429, 'TMRQ'],
  ]) {
    await database.query(
      `INSERT INTO "BankCall" (id, "userId", "connectionId", "bankCode", at, operation, method, path, attended, status, code,
         "durationMs", "requestId")
       VALUES ($1, $2, $3, '19870', now(), $4, 'GET', '/stet/psd2/v1.6.2/accounts', $5, $6, $7, 84, $8)`,
      [randomUUID(), userId, connectionId, operation, isAttended, status, code, randomUUID()],
    )
  }
}

inVariants('en', ({ language, say }) => {
  test('balances side by side, why one is missing, what is to come, how often it is read', async ({
    page,
    member,
    database,
  }) => {
    const { current } = await seedDay(database, member.id)
    await signIn(page, member)
    await page.goto(`${appUrl}/accounts/${current}`)
    for (const type of ['CLBD', 'OTHR'] as const) {
      await expect(page.getByText(say.accounts.balances[type].name).first()).toBeVisible()
    }
    await expect(page.getByText(say.accounts.mainBadge)).toBeVisible()
    // Which of the two depends on the time of the run: the bank's batch is from 21:00 to 21:50.
    const { not_read, closing_batch } = say.accounts.missing
    await expect(
      page
        .getByText(not_read)
        .or(page.getByText(setFrenchSpaces(closing_batch)))
        .first(),
    ).toBeVisible()
    const upcoming = page.getByRole('region', { name: say.leaving.upcoming.title })
    await expect(upcoming).toContainText(amount(language, '92', '40'))
    await expect(page.getByText(amountOfQuota(language))).toBeVisible()
    await expectAccessible(page)
  })

  test('who looked: every visit to the bank and its calls, by whom, and what it answered', async ({
    page,
    member,
    database,
  }) => {
    const { connectionId } = await seedDay(database, member.id)
    await signIn(page, member)
    await page.goto(`${appUrl}/connections/${connectionId}`)
    const log = page.getByRole('list', { name: say.connections.log.caption })
    // An attended visit and an unattended one, of one call each.
    await expect(log.locator(':scope > li')).toHaveCount(2)
    await log.getByText(say.connections.log.unwell.replace(/.*one \{([^}]*)\}.*/, '$1')).click()
    await log.getByText(say.connections.log.refusedWith.replace('{code}', 'TMRQ')).click()
    await expect(log).toContainText(say.connections.log.attended)
    await expect(log).toContainText(say.connections.log.unattended)
    await expect(log).toContainText('TMRQ')
    await expect(page.getByText(say.household.lookers.none)).toBeVisible()
    await expectAccessible(page)
  })
})

inVariants('fr', ({ language, say }) => {
  test('a deferred-debit card: what is outstanding, when it is drawn, on which account, in no total', async ({
    page,
    member,
    database,
  }) => {
    const { card, current } = await seedDay(database, member.id)
    await signIn(page, member)
    const home = await (await page.request.get(`${appUrl}/api/home`)).json()
    const fresh = { readAt: expect.any(String), stale: null }
    expect(home.totals).toEqual([{ amount: expect.stringMatching(/^\d+\.\d\d$/), currency: 'EUR', ...fresh }])
    expect(Number(home.totals[0].amount)).toBeGreaterThan(4_000)
    await page.goto(`${appUrl}/accounts/${card}`)
    await expect(page.getByText(say.accounts.cardInfo.notTwice)).toBeVisible()
    const timeline = page.getByRole('list', { name: say.leaving.timeline.label })
    await expect(timeline.getByRole('listitem')).toHaveCount(2)
    await expect(timeline).toContainText(amount(language, '312', '50'))
    await page.getByRole('link', { name: 'Compte courant' }).first().click()
    await page.waitForURL(`${appUrl}/accounts/${current}`)
    await expectAccessible(page)
  })
})

test('home is drawn again for whoever returns to it and on a new day, and says when our server doesn’t answer', async ({
  page,
  member,
  database,
}) => {
  const { current } = await seedLines(database, member.id)
  await signIn(page, member)
  await page.clock.install()
  await page.goto(`${appUrl}/home`)
  await expect(page.getByText('Compte courant').first()).toBeVisible()
  await waitForReact(page)
  const comeBack = async () => {
    await page.clock.fastForward(20_000)
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  }
  await database.query(`UPDATE "Account" SET name = 'Compte du foyer' WHERE id = $1`, [current])
  await comeBack()
  await expect(page.getByText('Compte du foyer').first()).toBeVisible()
  await database.query(`UPDATE "Account" SET name = 'Compte de demain' WHERE id = $1`, [current])
  await page.clock.fastForward('24:00:00')
  await expect(page.getByText('Compte de demain').first()).toBeVisible()
  await page.route('**/api/health', route => route.abort())
  await comeBack()
  await expect(page.getByText(words.fr.common.stale.title)).toBeVisible()
})

function amount(language: Language, whole: string, cents: string): RegExp {
  return new RegExp(`${whole}${language === 'fr' ? ',' : '\\.'}${cents}`)
}

/** Two of four are used. */
function amountOfQuota(language: Language): RegExp {
  return language === 'fr' ? /2 mises à jour automatiques sur 4/ : /2 automatic updates so far today, out of 4/
}
