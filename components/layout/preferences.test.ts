import { describe, expect, test } from 'vitest'
import { findWayBack, readPreferences } from './preferences.ts'

describe('the redirect after a switch', () => {
  test('is the page with the form', () => {
    expect(findWayBack('http://localhost:3000/accounts/1?q=loyer')).toBe('/accounts/1?q=loyer')
  })

  test.each([null, '', 'not a url', 'javascript:alert(1)', 'data:text/html,x'])('is the start page for %s', referer => {
    expect(findWayBack(referer)).toBe('/')
  })

  test.each([
    'https://evil.example/home',
    'http://localhost:3000//evil.example/home',
    'http://x/\\\\evil.example/home',
  ])('stays on our site for %s', referer => {
    const back = new URL(findWayBack(referer), 'http://localhost:3000')
    expect(back.origin).toBe('http://localhost:3000')
  })
})

test('only known languages, themes and settings are accepted', () => {
  const field = (name: string) => ({ locale: 'de', theme: 'dark', keys: 'maybe' })[name] ?? ''
  expect(readPreferences(field)).toEqual({ locale: null, theme: 'dark', keys: null })
  expect(readPreferences(name => (name === 'keys' ? 'off' : '')).keys).toBe('off')
})
