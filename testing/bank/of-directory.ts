import { db, type Prisma } from '#lib/db.ts'

/** Makes a bank of the directory that nobody answers for, or leaves the one of that code as it is. */
export async function aBank(given: Partial<Prisma.BankUncheckedCreateInput> = {}): Promise<void> {
  const named = { code: '19870', name: 'Bank', group: 'Group', bic: 'RIVAFRPP', initials: 'B', brandColor: '#000000' }
  const addresses = { baseUrl: 'https://b.example', screensUrl: 'https://b.example' }
  const create = { ...named, ...addresses, supports: [], ...given }
  await db().bank.upsert({ where: { code: create.code }, create, update: {} })
}
