import { z } from 'zod'
import type { Sandbox } from '#sandbox/running-bank.ts'

/** Why the desk refuses: 400 invalid request, 404 unknown, 409 not in this state. */
export class DeskRefusal extends Error {
  readonly status: 400 | 403 | 404 | 409 | 413 | 415
  readonly code: string

  constructor(status: DeskRefusal['status'], code: string, message: string) {
    super(message)
    this.name = 'DeskRefusal'
    this.status = status
    this.code = code
  }
}

/** The body of every refusal. */
export const DeskError = z.strictObject({
  error: z.string().describe('What kind of refusal, for programs'),
  message: z.string().describe('What is wrong and what would be right'),
  issues: z.array(z.strictObject({ path: z.string(), message: z.string() })).optional(),
})

export const Nothing = z.strictObject({})

type Raw = { readonly params: unknown; readonly query: unknown; readonly body: unknown }

/** One operation of the desk, for programs and for the page's forms. */
export type DeskRoute = {
  /** operationId; the page's forms name it. */
  readonly id: string
  readonly tag: string
  readonly method: string
  /** With `{names}`. */
  readonly path: string
  readonly summary: string
  readonly params: z.ZodType
  readonly query: z.ZodType
  /** Null for no body. */
  readonly body: z.ZodType | null
  readonly status: 200 | 201
  readonly answer: z.ZodType
  run(sandbox: Sandbox, raw: Raw): unknown
}

/** What a schema names of `from`, which may have more. */
export const only = <S extends z.ZodObject>(
  { shape }: S,
  from: { readonly [Name in keyof z.output<S>]: Readonly<z.output<S>[Name]> },
): z.output<S> =>
  Object.fromEntries(Object.keys(shape).map(name => [name, from[name as keyof typeof from]])) as z.output<S>

type Definition<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType, A extends z.ZodType> = {
  readonly summary: string
  readonly params?: P
  readonly query?: Q
  readonly body?: B
  readonly status?: 200 | 201
  readonly answer: A
  readonly run: (
    sandbox: Sandbox,
    input: { params: z.output<P>; query: z.output<Q>; body: z.output<B> },
  ) => z.input<A> | Promise<z.input<A>>
}

/**
 * Builds the routes of a tag, each from its endpoint (`GET /people/{id}`), its id, its schemas and its function. Requests are parsed by the
 * same schemas as those in the OpenAPI document; a ZodError becomes a 400.
 */
export function routesOf(tag: string) {
  return <
    A extends z.ZodType,
    P extends z.ZodType = typeof Nothing,
    Q extends z.ZodType = typeof Nothing,
    B extends z.ZodType = typeof Nothing,
  >(
    endpoint: `${'GET' | 'POST' | 'PUT' | 'DELETE'} /${string}`,
    id: string,
    { params, query, body, status = 200, run, ...rest }: Definition<P, Q, B, A>,
  ): DeskRoute => {
    const [method = '', path = ''] = endpoint.split(' ')
    return {
      ...rest,
      id,
      tag,
      method,
      path,
      status,
      params: params ?? Nothing,
      query: query ?? Nothing,
      body: body ?? null,
      run: (sandbox, raw) =>
        run(sandbox, {
          params: (params ?? Nothing).parse(raw.params) as z.output<P>,
          query: (query ?? Nothing).parse(raw.query) as z.output<Q>,
          body: (body ?? Nothing).parse(raw.body ?? {}) as z.output<B>,
        }),
    }
  }
}
