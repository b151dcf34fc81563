import { expect } from '@playwright/test'
import puppeteer from 'puppeteer-core'
import { patienceMs, type Thing, type Visitor } from './visitor.ts'

/** Firefox over WebDriver BiDi, with an empty profile, in French. */
export async function openFirefox(executablePath: string): Promise<Visitor> {
  const browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath,
    acceptInsecureCerts: true,
    timeout: patienceMs,
    defaultViewport: { width: 1440, height: 900 },
    extraPrefsFirefox: { 'intl.accept_languages': 'fr-FR, fr' },
  })
  const page = await browser.newPage()
  page.setDefaultTimeout(patienceMs)
  const find = ({ using, value }: Thing) => page.locator(using === 'xpath' ? `::-p-xpath(${value})` : value)
  return {
    open: async address => void (await page.goto(address)),
    see: async thing => void (await find(thing).wait()),
    press: thing => find(thing).click(),
    type: async (thing, text) => {
      await find(thing).click()
      await page.keyboard.type(text)
    },
    read: thing =>
      find(thing)
        .map(element => element.textContent ?? '')
        .wait(),
    arrive: isThere =>
      expect.poll(() => isThere(new URL(page.url())), { message: 'the address', timeout: patienceMs }).toBe(true),
    photograph: async path => void (await page.screenshot({ path })),
    close: () => browser.close(),
  }
}
