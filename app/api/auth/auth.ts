import NextAuth, { CredentialsSignin } from 'next-auth'
import Credentials from 'next-auth/providers/credentials'
import { presenceOf } from '#app/presence.ts'
import { Refused } from '#lib/domain/refusals/refused.ts'
import { rememberDevice } from '#lib/services/people/devices.ts'
import { hasSecondFactor, sealPending } from '#lib/services/people/second-factor.ts'
import { checkPassword } from '#lib/services/people/users.ts'
import {
  absoluteSeconds,
  authSecret,
  closeSession,
  findSession,
  openSession,
  readDevice,
  readSessionToken,
  sessionCookie,
  setDeviceCookie,
} from '#lib/session.ts'

/**
 * next-auth with our own sessions: what it calls a JWT is the opaque token of a row in the database, so that deleting the row
 * ends the session (C25). It provides the credentials flow, its routes and their CSRF protection.
 */

/** The next try must wait; next-auth passes the error itself to `signIn`, and `code` to its own pages. */
export class TooManyTries extends CredentialsSignin {
  override code = 'too_many_tries' as const
  readonly retryAfterSeconds: number | undefined

  constructor(retryAfterSeconds: number | undefined) {
    super()
    this.retryAfterSeconds = retryAfterSeconds
  }
}

/** The password was right, and a code is required too; `pending` contains the person, sealed. */
export class CodeNeeded extends CredentialsSignin {
  override code = 'code_needed' as const
  readonly pending: string

  constructor(pending: string) {
    super()
    this.pending = pending
  }
}

async function authorize(credentials: Partial<Record<string, unknown>>, request: Request) {
  const { email, password } = credentials
  if (typeof email !== 'string' || typeof password !== 'string') return null
  const { ipAddress, userAgent } = presenceOf(request)
  try {
    const user = await checkPassword(email, password, { ip: ipAddress, device: await readDevice() })
    if (user && (await hasSecondFactor({ userId: user.id }))) throw new CodeNeeded(await sealPending(user))
    return user && { ...user, ipAddress, userAgent }
  } catch (error) {
    if (error instanceof Refused && error.code === 'too_many_tries') throw new TooManyTries(error.retryAfterSeconds)
    throw error
  }
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : null)

/**
 * Called with an existing token (`opaque`) or, at sign-in, with the person's id, which opens a session and records this browser
 * as one of theirs.
 */
async function encode({ token }: { token?: Record<string, unknown> | null }): Promise<string> {
  const known = textOf(token?.opaque)
  if (known) return known
  const passwordStamp = textOf(token?.passwordStamp) ?? ''
  const start = { userId: textOf(token?.sub) ?? '', ip: textOf(token?.ip), userAgent: textOf(token?.userAgent) }
  const opened = await openSession({ ...start, passwordStamp }, await readSessionToken())
  await setDeviceCookie(await rememberDevice(start.userId, await readDevice(), start.userAgent))
  return opened
}

async function decode({ token }: { token?: string | undefined }) {
  const session = token ? await findSession(token) : null
  return session && token ? { sub: session.userId, name: session.name, email: session.email, opaque: token } : null
}

/** What `authorize` found out, passed to `encode` through next-auth's token. */
function sessionStartOf(user: object): Record<string, unknown> {
  return {
    ip: 'ipAddress' in user ? user.ipAddress : null,
    userAgent: 'userAgent' in user ? user.userAgent : null,
    passwordStamp: 'passwordStamp' in user ? user.passwordStamp : null,
  }
}

export const { handlers, signIn } = NextAuth(() => ({
  basePath: '/api/auth',
  secret: authSecret(),
  trustHost: true,
  useSecureCookies: true,
  pages: { signIn: '/signin', error: '/signin', signOut: '/signin' },
  session: { strategy: 'jwt', maxAge: absoluteSeconds },
  cookies: { sessionToken: { name: sessionCookie.name, options: { ...sessionCookie.options } } },
  jwt: { encode, decode },
  providers: [Credentials({ credentials: { email: {}, password: {} }, authorize })],
  callbacks: { jwt: ({ token, user }) => (user ? { ...token, ...sessionStartOf(user) } : token) },
  events: {
    signOut: async message => {
      const token = 'token' in message ? textOf(message.token?.opaque) : null
      if (token) await closeSession(token)
    },
  },
  // Its messages contain unmasked stacks and causes; a refused sign-in is in the audit trail already.
  logger: { error: () => {}, warn: () => {}, debug: () => {} },
}))
