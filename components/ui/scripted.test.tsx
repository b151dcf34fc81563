import { expect, test } from 'vitest'
import { draw } from '#testing/components/draw.tsx'
import { Button } from './button.tsx'
import { ScriptedForm } from './scripted.tsx'

const press = () => undefined
const waits = 'disabled="" data-waits="true"'

test('before its script a button with a handler is disabled, one that submits or opens is not', () => {
  expect(draw('en', <Button onClick={press}>Go</Button>)).toContain(waits)
  for (const button of [
    <Button key="1" type="submit">
      Go
    </Button>,
    <Button key="2" type="submit" name="to" onClick={press}>
      Go
    </Button>,
    <Button key="3" popoverTarget="menu">
      Go
    </Button>,
  ])
    expect(draw('en', button)).not.toContain('disabled=')
})

test('a form that only a script sends is disabled as a whole, and would put nothing into the address', () => {
  const html = draw('en', <ScriptedForm onSubmit={press}>fields</ScriptedForm>)
  expect(html).toBe(`<form method="post"><fieldset ${waits} role="none" class="contents">fields</fieldset></form>`)
})
