import { spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { expect } from '@playwright/test'
import { z } from 'zod'
import { freePort } from '#scripts/run/postgres.ts'
import { patienceMs, type Thing, type Visitor } from './visitor.ts'

/** The member of the protocol that holds an element's id. */
const idMember = 'element-6066-11e4-a52e-4f735466cecf'
const FoundElement = z.object({ [idMember]: z.string() })
const Session = z.object({ sessionId: z.string() })

/** WebKitGTK's MiniBrowser over the classic WebDriver, with an empty profile, in French. */
export async function openWebKit(driverPath: string): Promise<Visitor> {
  const port = await freePort()
  const driver = spawn('xvfb-run', ['-a', '-s', '-screen 0 1440x900x24', driverPath, `--port=${port}`], {
    env: { ...process.env, LANGUAGE: 'fr_FR:fr' },
    stdio: 'ignore',
    detached: true,
  })
  const ask = async (method: string, path: string, wish?: object): Promise<unknown> => {
    const body = wish === undefined ? null : JSON.stringify(wish)
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, { method, body })
    const { value } = z.object({ value: z.unknown() }).parse(await answer.json())
    if (!answer.ok) throw new Error(`${method} ${path}: ${JSON.stringify(value)}`)
    return value
  }
  /** Again until it succeeds: the page may be on its way, or move. */
  const insist = (act: () => Promise<unknown>) => expect(act).toPass({ timeout: patienceMs })

  await insist(() => ask('GET', '/status'))
  const wanted = {
    acceptInsecureCerts: true,
    // As it comes, it refuses the cookies of a frame, and the tour says so.
    'webkitgtk:browserOptions': { args: ['--automation', '--cookies-policy=always'] },
  }
  const opened = Session.parse(await ask('POST', '/session', { capabilities: { alwaysMatch: wanted } }))
  const session = `/session/${opened.sessionId}`
  await ask('POST', `${session}/window/rect`, { x: 0, y: 0, width: 1440, height: 900 })
  const find = async (thing: Thing) => {
    const found = FoundElement.parse(await ask('POST', `${session}/element`, thing))
    const element = `${session}/element/${found[idMember]}`
    expect(await ask('GET', `${element}/displayed`), `${thing.value} is shown`).toBe(true)
    return element
  }
  const press = (thing: Thing) => insist(async () => ask('POST', `${await find(thing)}/click`, {}))
  return {
    open: async url => void (await ask('POST', `${session}/url`, { url })),
    see: thing => insist(() => find(thing)),
    press,
    type: async (thing, text) => {
      await press(thing)
      await ask('POST', `${await find(thing)}/value`, { text })
    },
    read: async thing => {
      await insist(() => find(thing))
      return String(await ask('GET', `${await find(thing)}/text`))
    },
    arrive: isThere =>
      insist(async () => {
        const at = String(await ask('GET', `${session}/url`))
        expect(isThere(new URL(at)), at).toBe(true)
      }),
    photograph: async file => writeFileSync(file, String(await ask('GET', `${session}/screenshot`)), 'base64'),
    close: async () => {
      await ask('DELETE', session)
      if (driver.pid) process.kill(-driver.pid)
    },
  }
}
