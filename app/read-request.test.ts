import { expect, test } from 'vitest'
import { toRefused } from '#app/problem.ts'
import { readBytes, readFields, readJson } from '#app/read-request.ts'
import { Refused } from '#lib/domain/refusals/refused.ts'

/** A request whose connection ends in the middle of the body. */
function cutOff(type: string): Request {
  let pulled = 0
  const body = new ReadableStream<Uint8Array>({
    pull: stream => {
      pulled += 1
      if (pulled === 1) stream.enqueue(new TextEncoder().encode('{"a":'))
      else stream.error(Object.assign(new Error('aborted'), { code: 'ECONNRESET' }))
    },
  })
  const init = { method: 'POST', headers: { 'content-type': type }, body, duplex: 'half' }
  return new Request('http://localhost:3000/x', init)
}

test('an interrupted body is refused, and not a fault of ours', async () => {
  const request = cutOff('application/json')
  const error = await readJson(request).catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(Refused)
  expect(toRefused(error, request)).toMatchObject({ code: 'invalid_input', field: 'body' })
})

test('so is an interrupted file, by its field’s name', async () => {
  const reading = readBytes(cutOff('text/csv'), 1_000, 'file')
  await expect(reading).rejects.toMatchObject({ code: 'invalid_input', field: 'file' })
})

test('an interrupted form is no form', async () => {
  expect(await readFields(cutOff('application/x-www-form-urlencoded'))).toBeNull()
})
