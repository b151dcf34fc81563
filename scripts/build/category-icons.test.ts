import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { builtInCategories, categoryIcons } from '#lib/domain/accounts/category.ts'
import { topOf } from '#lib/domain/accounts/sub-category.ts'
import { categoryIconsFile, drawCategoryIcons } from './category-icons.ts'

test('the drawings of categories are up to date, one per name', () => {
  const file = readFileSync(categoryIconsFile, 'utf8')
  expect(file).toBe(drawCategoryIcons())
  const ids = [...file.matchAll(/<symbol id="([^"]+)"/g)].map(([, id]) => id)
  const drawn = new Set(builtInCategories.map(topOf))
  expect(ids.toSorted()).toEqual([...drawn, ...categoryIcons.map(name => `own-${name}`)].toSorted())
})
