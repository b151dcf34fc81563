import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { builtInCategories, categoryIcons } from '#lib/domain/accounts/category.ts'
import { categoryIconsFile, drawCategoryIcons } from './category-icons.ts'

test('the drawings of categories are up to date, one per name', () => {
  const file = readFileSync(categoryIconsFile, 'utf8')
  expect(file).toBe(drawCategoryIcons())
  const ids = [...file.matchAll(/<symbol id="([^"]+)"/g)].map(([, id]) => id)
  expect(ids.toSorted()).toEqual([...builtInCategories, ...categoryIcons.map(name => `own-${name}`)].toSorted())
})
