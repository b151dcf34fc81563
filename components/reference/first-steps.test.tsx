import { describe, expect, test } from 'vitest'
import { exampleReturnUrl, sampleLanguages } from '#lib/views/v1/samples.ts'
import { draw, drawText } from '#testing/components/draw.tsx'
import { FirstSteps } from './first-steps.tsx'

const api = 'https://guichet.example/api/v1'

describe.each(['fr', 'en'] as const)('in %s', locale => {
  test.each(sampleLanguages)('the steps have their calls in %s, and links to the other languages', language => {
    const markup = draw(locale, <FirstSteps api={api} language={language} reader={null} />)
    expect(markup).toContain(`${api}/checkout-sessions`)
    for (const other of sampleLanguages) expect(markup).toContain(`href="/docs/api?code=${other}#start"`)
    expect(markup.match(/aria-current="true"/g)).toHaveLength(1)
  })

  test('the commands are those of the client, or of the folder of a Guichet on this machine', () => {
    const draw = (origin: string) =>
      drawText(locale, <FirstSteps api={`${origin}/api/v1`} language="curl" reader={null} />)
    const [far, here] = [draw('https://guichet.example'), draw('http://localhost:3000')]
    for (const command of ['listen', 'trigger payment.executed --session $SESSION_ID']) {
      expect(far).toContain(`npx guichet-client ${command}`)
    }
    expect(here).toContain('npm run listen')
    expect(here).toContain('npm run trigger -- payment.executed --session $SESSION_ID')
    expect(here).not.toContain('npx')
  })

  test('somebody without an organisation reads that the return address is a placeholder', () => {
    const text = drawText(locale, <FirstSteps api={api} language="curl" reader={null} />)
    expect(text).toContain(exampleReturnUrl)
    expect(text).toContain('return_url_not_registered')
    expect(text).toContain('{CHECKOUT_SESSION_ID}')
  })

  test('somebody without an organisation is led to create one, a member is not', () => {
    const reader = { hasAccount: true, returnUrl: null, keyMaker: null }
    const leads = [null, reader].map(one =>
      draw(locale, <FirstSteps api={api} language="curl" reader={one} />).includes('href="/organisation/new"'),
    )
    expect(leads).toEqual([true, false])
  })

  test('a member reads calls with the registered address, and can make a key', () => {
    const reader = {
      hasAccount: true,
      returnUrl: 'https://librairie.example/merci?de=guichet',
      keyMaker: <b>key maker</b>,
    }
    const text = drawText(locale, <FirstSteps api={api} language="python" reader={reader} />)
    expect(text).toContain('key maker')
    expect(text.match(/https:\/\/librairie\.example\/merci\?de=guichet/g)).toHaveLength(2)
    expect(text).not.toContain(exampleReturnUrl)
    expect(text).not.toContain('beneficiary_missing')
  })

  test('a member without a registered address is told to register one', () => {
    const text = drawText(
      locale,
      <FirstSteps
        api={api}
        language="php"
        reader={{ hasAccount: true, returnUrl: null, keyMaker: <b>key maker</b> }}
      />,
    )
    expect(text).toContain('return_url_not_registered')
  })

  test('an organisation without an account is told to enter one, and so is somebody without an organisation', () => {
    const reader = { hasAccount: false, returnUrl: 'https://librairie.example/', keyMaker: null }
    for (const one of [reader, null]) {
      const text = drawText(locale, <FirstSteps api={api} language="curl" reader={one} />)
      expect(text).toContain('beneficiary_missing')
    }
    const markup = draw(locale, <FirstSteps api={api} language="curl" reader={reader} />)
    expect(markup).toContain('href="/organisation#account"')
  })
})
