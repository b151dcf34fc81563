export type Worker = { readonly stop: () => Promise<void> }

export async function startJobs(): Promise<Worker> {
  throw new Error('not built yet')
}
