/** The routes of the application, found in the file tree, for tests of all of them. */

export type RouteHandler = (
  request: Request,
  context: { readonly params: Promise<Record<string, string>> },
) => Promise<Response>
export type TreeRoute = {
  readonly file: string
  readonly method: string
  readonly handler: RouteHandler
  /** The act of lib/domain/acts.ts that it names. */
  readonly act: string | null
}

/** Methods of a route file. */
export const routeMethods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'] as const

/** Every method of every `route.ts` in a list, loaded with the test's mocks. */
export async function walkRoutes(
  files: readonly string[],
  methods: readonly string[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
): Promise<TreeRoute[]> {
  const modules = await Promise.all(
    files.map(async file => {
      const path = `#root/${file}`
      const module: Partial<Record<string, RouteHandler & { act?: string }>> = await import(/* @vite-ignore */ path)
      return { file, module }
    }),
  )
  return modules.flatMap(({ file, module }) =>
    methods.flatMap(method => {
      const handler = module[method]
      return handler ? [{ file, method, handler, act: handler.act ?? null }] : []
    }),
  )
}
