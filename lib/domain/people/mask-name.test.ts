import { expect, test } from 'vitest'
import { maskName } from './mask-name.ts'

test.each([
  ['Camille Durand', 'C••• D•••'],
  ['Jean-Pierre  martin', 'J••• P••• M•••'],
  ['é', 'É•••'],
  ['𝒜bc', '𝒜•••'],
  ['a b c d e f', 'A••• B••• C••• D•••'],
  ['', ''],
])('%s is shown as %s', (name, shown) => expect(maskName(name)).toBe(shown))
