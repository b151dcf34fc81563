import { beforeAll, describe, expect, test } from 'vitest'
import { db } from '#lib/db.ts'
import { findBank, listBanks } from './directory.ts'

const entry = { brandColor: '#000000', initials: 'B', supports: ['accounts'], baseUrl: 'https://b.example' }
const group = 'Groupe Rivages'

beforeAll(async () => {
  const screensUrl = 'http://19870.sandbox.localhost:8080'
  await db().bank.createMany({
    data: [
      { ...entry, screensUrl, group, code: '19870', name: 'Banque du Littoral', bic: 'RIVLFRPP', city: 'La Rochelle' },
      {
        ...entry,
        screensUrl,
        group,
        code: '19872',
        name: 'Crédit des Deux Rives',
        bic: 'RIVDFRPP',
        city: 'Strasbourg',
      },
      { ...entry, screensUrl, group, code: '19874', name: 'Comptoir d’Oléron', bic: 'RIVOFRPP', city: 'Saint-Pierre' },
      { ...entry, screensUrl, group, code: '19879', name: 'Banque fermée', bic: 'RIVXFRPP', enabled: false },
    ],
  })
})

const codes = async (query?: string) => (await listBanks(query)).map(({ code }) => code)

describe('the directory', () => {
  test('lists the banks that are open, by name', async () => {
    expect(await codes()).toEqual(['19870', '19874', '19872'])
    expect(await codes('  ')).toEqual(['19870', '19874', '19872'])
  })

  test.each([
    ['credit', ['19872']],
    ['OLERON', ['19874']],
    ['19870', ['19870']],
    ['rivd', ['19872']],
    ['stras', ['19872']],
    ['rivages', ['19870', '19874', '19872']],
    ['banque rochelle', ['19870']],
    ['litoral', ['19870']],
    ['oléorn comptoir', ['19874']],
    ['nowhere', []],
  ])('finds by name, code, BIC, city or group, without accents, with a letter wrong: %s', async (query, found) => {
    expect(await codes(query)).toEqual(found)
  })

  test('ranks a name that begins with the query before one that contains it', async () => {
    expect((await codes('c'))[0]).toBe('19874')
    expect((await codes('d')).slice(0, 1)).not.toEqual([])
    expect(await codes('riv')).toEqual(['19872', '19870', '19874'])
  })

  test('shows the host the person will be sent to', async () => {
    expect(await findBank('19870')).toMatchObject({ host: '19870.sandbox.localhost:8080', name: 'Banque du Littoral' })
    expect(await findBank('19879')).toBeNull()
    expect(await findBank('x')).toBeNull()
  })
})
