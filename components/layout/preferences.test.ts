import { describe, expect, test } from 'vitest'
import { findWayBack, readPreferences } from './preferences.ts'

describe('the way back after a switch', () => {
  const own = ['http://localhost:3000', null]

  test('is the page the form stood on', () => {
    expect(findWayBack('http://localhost:3000/accounts/1?q=loyer', own)).toBe('/accounts/1?q=loyer')
  })

  test.each([null, '', 'not a url', 'https://evil.example/home', 'http://localhost:3001/home', 'javascript:alert(1)'])(
    'is the start page for %s',
    referer => {
      expect(findWayBack(referer, own)).toBe('/')
    },
  )

  test('never becomes a protocol-relative address', () => {
    expect(findWayBack('http://localhost:3000//evil.example', own)).toBe('/evil.example')
  })
})

test('only languages and themes we have are taken', () => {
  const form = new FormData()
  form.set('locale', 'de')
  form.set('theme', 'dark')
  expect(readPreferences(form)).toEqual({ locale: null, theme: 'dark' })
})
