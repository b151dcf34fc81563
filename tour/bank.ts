import { type RequestOptions, request } from 'node:http'

/** The sandbox bank's control desk, as any program uses it: JSON over HTTP. */
export type Desk = {
  /** The parsed answer. Throws an Error with the desk's message for any refusal. */
  ask<Answer>(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown): Promise<Answer>
  /** An answer that is not JSON, as text. Throws for any refusal. */
  read(path: string): Promise<string>
  /** Calls `onCall` with the JSON text of every call at the interface, until `stop`; connects again after a restart. */
  follow(onCall: (json: string) => void): { stop(): void }
}

const retryMs = 1_000

/** Node does not resolve `*.localhost` by itself, so the desk is asked by address, under its own name. */
export function openDesk(screensPort: number): Desk {
  const base = { host: '127.0.0.1', port: screensPort, headers: { host: `sandbox.localhost:${screensPort}` } }
  return {
    ask: async (method, path, body) => {
      const text = body === undefined ? '' : JSON.stringify(body)
      const headers = { ...base.headers, 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }
      const { status, body: answer } = await send({ ...base, method, path: `/desk/api${path}`, headers }, text)
      const parsed = JSON.parse(answer)
      if (status >= 400) throw new Error(`The control desk refused ${method} ${path}: ${parsed.message}`)
      return parsed
    },
    read: async path => {
      const { status, body } = await send({ ...base, method: 'GET', path: `/desk/api${path}` })
      if (status >= 400) throw new Error(`The control desk refused ${path}`)
      return body
    },
    follow: onCall => followWire({ ...base, path: '/desk/api/wire/live' }, onCall),
  }
}

function followWire(options: RequestOptions, onCall: (json: string) => void): { stop(): void } {
  let isOver = false
  let close = () => {}
  const connect = () => {
    if (isOver) return
    const asked = request(options, answer => {
      let rest = ''
      answer.setEncoding('utf8')
      answer.on('data', (chunk: string) => {
        const events = (rest + chunk).split('\n\n')
        rest = events.pop() ?? ''
        for (const event of events) {
          if (!/^event: call$/m.test(event)) continue
          onCall(/^data: (.*)$/m.exec(event)?.[1] ?? '{}')
        }
      })
      answer.on('close', () => setTimeout(connect, retryMs).unref())
    })
    asked.on('error', () => setTimeout(connect, retryMs).unref())
    asked.end()
    close = () => asked.destroy()
  }
  connect()
  return {
    stop: () => {
      isOver = true
      close()
    },
  }
}

export type Answer = {
  readonly status: number
  readonly headers: NodeJS.Dict<string | string[]>
  readonly body: string
}

/** One request and its whole answer. */
export function send(options: RequestOptions, body = ''): Promise<Answer> {
  return new Promise((done, failed) => {
    const asked = request(options, answer => {
      let text = ''
      answer.setEncoding('utf8')
      answer.on('data', (chunk: string) => (text += chunk))
      answer.on('end', () => done({ status: answer.statusCode ?? 0, headers: answer.headers, body: text }))
    })
    asked.on('error', failed)
    asked.end(body)
  })
}
