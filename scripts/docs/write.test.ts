import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { pages } from './write.ts'

test.each(Object.entries(pages))(
  '%s is what the code says (node scripts/docs/write.ts writes it)',
  async (file, write) => {
    expect(readFileSync(file, 'utf8')).toBe(await write())
  },
)
