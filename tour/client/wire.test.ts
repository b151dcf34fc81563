import { expect, test } from 'vitest'
import { isSentTo } from './wire.ts'

const bank = 'https://19870.sandbox.localhost:8080/stet/psd2/oauth/authorize'
const sentOn = [{ name: 'Location', value: '/stet/psd2/oauth/authorize/visit1…' }]
test.each([
  ['to its visit', `${bank}/visit1234567890?lang=fr`, sentOn, true],
  ['to another visit', `${bank}/visit2234567890`, sentOn, false],
  ['not yet', '', sentOn, false],
  ['nowhere: the page that refuses', `${bank}?client_id=a&state=state1234567890`, [], true],
  ['nowhere: the page that refuses another', `${bank}?client_id=a&state=state2234567890`, [], false],
] as const)('a browser that an authorisation has sent %s', (_, address, responseHeaders, isOurs) => {
  const target = '/stet/psd2/oauth/authorize?client_id=a&state=state1…'
  expect(isSentTo({ target, responseHeaders }, address)).toBe(isOurs)
})
