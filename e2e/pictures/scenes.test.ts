import { globSync } from 'node:fs'
import { expect, test } from 'vitest'
import { scenes } from './scenes.ts'

test('every page of the application has its picture, and no scene is of a removed page', () => {
  const pages = globSync('app/**/page.tsx').map(file => file.replace(/^app\/(.*)\/page\.tsx$/, '$1'))
  const pictured = Object.keys(scenes).map(name => name.replace(/#.*/, ''))
  expect(pages.filter(page => !pictured.includes(page))).toEqual([])
  expect(pictured.filter(page => !pages.includes(page))).toEqual([])
})
