import { Refused } from '#lib/domain/refusals/refused.ts'

/** Runs a form's act; a refusal that names a field redirects to the page with that field. Others are thrown. */
export async function orNamed(page: string, act: () => Promise<string>): Promise<string> {
  try {
    return await act()
  } catch (error) {
    if (!(error instanceof Refused) || error.code !== 'invalid_input' || !error.field) throw error
    return `${page}?${new URLSearchParams({ field: error.field })}`
  }
}
