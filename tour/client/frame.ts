import type { PageData } from '#tour/page.ts'
import type { Act } from '#tour/story.ts'
import type { FromHand, Notification, Screen, StoryKey, ToHand } from './hand.ts'
import { openReturns } from './returns.ts'

/** The person's browser: the frame, and the hand in its pages (hand.ts). What waits rejects at once when its signal is aborted, and after `patienceMs`. */
export type PersonFrame = {
  /** A browser in which nobody is signed in, in the page's language at Guichet and at the bank. Rejects if it does not trust the application's address or keeps no cookies. */
  startOver(bankCode: string, signal: AbortSignal): Promise<void>
  /** Does one act, which ends where it is when the signal is aborted. */
  perform(act: Act, paceMs: number, signal: AbortSignal): Promise<void>
  /** Waits for a page that is on its way. */
  settle(signal: AbortSignal): Promise<void>
  /** Whether an act can begin on the page in the frame. */
  canBegin(act: Act, signal: AbortSignal): Promise<boolean>
  /** Whether the frame is where host and path match. */
  isAt(hostPath: RegExp): boolean
  /** Waits until the frame's host and path match. */
  arrive(hostPath: RegExp, signal: AbortSignal): Promise<void>
  /** The whole address of the page in the frame. */
  address(): string
  /** The page in the frame, as it looks now. */
  show(): Promise<Screen>
}

/** Long enough for a page that takes several calls of a bank which answers each after three seconds. */
const patienceMs = 45_000
const fileMs = 8_000
/** Where the frame shows no page of ours, nothing there starts over. */
const deafMs = 3_000

export type Listener = {
  /** Called with host and path whenever the frame is somewhere else. */
  readonly onArrival: (hostPath: string) => void
  /** Called with what the bank sends to the person's phone. */
  readonly onNotification: (notification: Notification) => void
  /** Called with a key pressed in the frame that its page has no use for. */
  readonly onKey: (key: StoryKey) => void
  /** Called where the bank has the browser come back twice; whether the story does so, and how long the page stands before. */
  readonly onDoubled: () => number | null
}

/** Waits for what `wake` may have brought about. Rejects after a while, with where the frame is. */
function openWaits(whereabouts: () => string) {
  const waiting = new Set<() => void>()
  const until = (isOver: () => boolean, signal?: AbortSignal, longestMs = patienceMs) =>
    new Promise<void>((done, failed) => {
      const end = (settle: () => void) => {
        clearTimeout(late)
        waiting.delete(look)
        signal?.removeEventListener('abort', leave)
        settle()
      }
      const look = () => isOver() && end(done)
      const leave = () => end(() => failed(signal?.reason))
      const late = setTimeout(() => end(() => failed(new Error(`still at ${whereabouts()}`))), longestMs)
      waiting.add(look)
      signal?.addEventListener('abort', leave)
      if (signal?.aborted) leave()
      else look()
    })
  const wake = () => {
    for (const look of [...waiting]) look()
  }
  return { until, wake }
}

/** The tour's server has just reached it, so a browser that doesn't refuses its certificate. A frame would stay empty without a word. */
async function requireTrust({ appOrigin, words }: PageData, signal: AbortSignal): Promise<void> {
  await fetch(`${appOrigin}/certificates/none`, { mode: 'no-cors', credentials: 'omit', signal }).catch(() => {
    signal.throwIfAborted()
    throw new Error(words.untrusted.replace('{address}', appOrigin))
  })
}

export function openFrame(
  frame: HTMLIFrameElement,
  data: PageData,
  { onArrival, onNotification, onKey, onDoubled }: Listener,
): PersonFrame {
  let hostPath = ''
  let address = ''
  let origin = ''
  let hasCookies = false
  let isLeaving = false
  let since = 0
  let lastId = 0
  /** Why an act was not possible, or null, by its id. */
  const finished = new Map<number, string | null>()
  const screens = new Map<number, Screen>()
  const probed = new Map<number, boolean>()
  /** What no page has done yet, told again to the next one: the frame may have left before the last heard it. */
  const asked = new Set<ToHand>()
  /** Banks that know the page's language. */
  const greeted = new Set<string>()
  const returns = openReturns(address => {
    frame.src = address
  }, onDoubled)

  const isOurs = (from: string) =>
    from === data.appOrigin || from.replace(/(?<=^https?:\/\/)\d+(?=\.)/, '*') === data.screensOrigin
  const tell = (message: ToHand) => frame.contentWindow?.postMessage(message, origin)
  const { until, wake } = openWaits(() => hostPath)
  const ask = (message: ToHand, isDone: () => boolean, signal?: AbortSignal) => {
    asked.add(message)
    tell(message)
    return until(isDone, signal).finally(() => asked.delete(message))
  }

  window.addEventListener('message', ({ source, origin: from, data: said }: MessageEvent<FromHand>) => {
    if (source !== frame.contentWindow || !isOurs(from)) return
    if (said.hand === 'here') {
      if (returns.hear(said)) return
      const { hostname, pathname } = new URL(said.url)
      origin = from
      address = said.url
      hostPath = hostname + pathname
      hasCookies = said.hasCookies
      since = said.since
      isLeaving = false
      for (const message of asked) if (message.tour !== 'start over' || !hasStartedOver()) tell(message)
      onArrival(hostPath)
    } else if (said.hand === 'leaving') isLeaving = true
    else if (said.hand === 'notification') onNotification(said.notification)
    else if (said.hand === 'key') onKey(said.key)
    else if (said.hand === 'probed') probed.set(said.id, said.isPossible)
    else if (said.hand === 'screen') screens.set(said.id, said.screen)
    else finished.set(said.id, said.hand === 'done' ? null : said.why)
    wake()
  })

  const hasStartedOver = () => address === `${data.appOrigin}/signin?start`
  const open = async (to: string, signal: AbortSignal) => {
    const left = since
    frame.src = to
    // A page that was left says where it is too, for a moment. Where the new one leads is its own affair.
    await until(() => since !== left, signal)
  }

  return {
    startOver: async (bankCode, signal) => {
      returns.forget()
      await requireTrust(data, signal)
      const bank = data.screensOrigin.replace('*', bankCode)
      if (!greeted.has(bank)) {
        await open(`${bank}/?lang=${data.language}`, signal)
        await until(() => origin === bank, signal)
        greeted.add(bank)
      }
      // The pages of the application take long: one that stands there does it.
      if (origin !== data.appOrigin) await open(`${data.appOrigin}/signin`, signal)
      const deaf = setTimeout(() => (frame.src = `${data.appOrigin}/signin`), deafMs)
      const left = since
      const hasArrived = () => since !== left && hasStartedOver()
      await ask({ tour: 'start over', language: data.language }, hasArrived, signal).finally(() => clearTimeout(deaf))
      if (!hasCookies) throw new Error(data.words.noCookies)
    },
    perform: async (act, paceMs, signal) => {
      if ('open' in act) return open(new URL(act.open, data.appOrigin).href, signal)
      if ('arrive' in act) return until(() => new RegExp(act.arrive).test(hostPath), signal)
      const id = ++lastId
      const message: ToHand = { tour: 'act', id, act, paceMs, language: data.language }
      await ask(message, () => finished.has(id), signal).catch((error: unknown) => {
        tell({ tour: 'stop', id: ++lastId })
        throw error
      })
      const why = finished.get(id)
      if (typeof why === 'string') throw new Error(why)
    },
    // It never comes where what was asked for is a file.
    settle: signal => until(() => !isLeaving, signal, fileMs).catch(() => signal.throwIfAborted()),
    canBegin: async (act, signal) => {
      if ('open' in act || 'arrive' in act) return true
      const id = ++lastId
      await ask({ tour: 'probe', id, act, language: data.language }, () => probed.has(id), signal)
      return probed.get(id) === true
    },
    isAt: pattern => pattern.test(hostPath),
    arrive: (pattern, signal) => until(() => pattern.test(hostPath), signal),
    address: () => address,
    show: async () => {
      const id = ++lastId
      await ask({ tour: 'show', id }, () => screens.has(id))
      const screen = screens.get(id)
      screens.delete(id)
      if (!screen) throw new Error('no screen')
      return screen
    },
  }
}
