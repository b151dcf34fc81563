import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { messages } from '#components/i18n/messages.ts'
import { draw } from '#testing/components/draw.tsx'
import { FieldChecks } from './field-checks.tsx'

const { checks } = messages.en.common

/** What is written beside a field of this kind that fails its check. */
function saidOf(
  field: { readonly type: string; readonly localName?: string; readonly validity?: object; readonly dataset?: object },
  getElementById: (id: string) => object | null = () => null,
): string {
  const script = draw('en', <FieldChecks nonce={undefined} words={checks} />).replaceAll(/<\/?script[^>]*>/g, '')
  const note = { dataset: {}, textContent: '' }
  runInNewContext(script, {
    document: { getElementById, createElement: () => note },
    requestAnimationFrame: () => {},
    addEventListener: (name: string, listen: (event: object) => void) => {
      if (name !== 'invalid') return
      const target = { localName: 'input', validity: { valueMissing: true }, name: 'x', id: 'x', dataset: {}, ...field }
      const drawn = {
        ...target,
        getAttribute: () => null,
        setAttribute: () => {},
        closest: () => null,
        after: () => {},
      }
      listen({ target: drawn, preventDefault: () => {} })
    },
  })
  return note.textContent
}

test('what the server said of the field gives way', () => {
  const refusal = { hidden: false }
  saidOf({ type: 'password' }, id => (id === 'x-error' ? refusal : null))
  expect(refusal.hidden).toBe(true)
})

test.each([
  [{ type: 'text' }, checks.fill],
  [{ type: 'checkbox' }, checks.tick],
  [{ type: 'radio' }, checks.choose],
  [{ type: 'radio', dataset: { missing: 'Choose your bank.' } }, 'Choose your bank.'],
  [{ type: 'select-one', localName: 'select' }, checks.choose],
  [{ type: 'file' }, checks.file],
  [{ type: 'email', validity: { typeMismatch: true } }, checks.email],
])('%j is told what it needs', (field, words) => {
  expect(saidOf(field)).toBe(words)
})
