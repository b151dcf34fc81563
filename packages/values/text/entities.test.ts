import { expect, test } from 'vitest'
import { decodeEntities } from './entities.ts'

test.each([
  ['R&amp;D', 'R&D'],
  ['Caf&#233; &amp; th&#xE9;', 'Café & thé'],
  ['&lt;b&gt; &quot;a&apos; &euro;', '<b> "a\' €'],
  ['a&nbsp;b', 'a b'],
  ['&amp;amp;', '&amp;'],
  ['&#0;&#x110000;', '  '],
  ['&unknown; & co', '&unknown; & co'],
  ['CAF&Eacute; stra&szlig;e &Aring;&ntilde;', 'CAFÉ straße Åñ'],
  ['plain', 'plain'],
])('%j is %j', (text, decoded) => {
  expect(decodeEntities(text)).toBe(decoded)
})
