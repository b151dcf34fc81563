import { Refused } from '#lib/domain/refusals/refused.ts'

/** A form's act whose refusal names a field: back to the page, with the field in its address. Others pass through. */
export async function orNamed(page: string, act: () => Promise<string>): Promise<string> {
  try {
    return await act()
  } catch (error) {
    if (!(error instanceof Refused) || error.code !== 'invalid_input' || !error.field) throw error
    return `${page}?${new URLSearchParams({ field: error.field })}`
  }
}
