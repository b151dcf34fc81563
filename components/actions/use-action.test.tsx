import { expect, test } from 'vitest'
import { RequestProblem } from '#components/query/fetch-json.ts'
import { draw } from '#testing/components/draw.tsx'
import { type ActionState, useAction } from './use-action.tsx'

function Button({ onMount }: { readonly onMount: (action: ActionState<string>) => void }) {
  onMount(useAction<string>('nothing'))
  return null
}

function mountAction(): ActionState<string> {
  const mounted: ActionState<string>[] = []
  draw('en', <Button onMount={action => mounted.push(action)} />)
  const [action] = mounted
  if (!action) throw new Error('the button was not rendered')
  return action
}

/** A request that the test ends, and the number of times it was sent. */
function request() {
  const answers: PromiseWithResolvers<string>[] = []
  const send = () => {
    const answer = Promise.withResolvers<string>()
    answers.push(answer)
    return answer.promise
  }
  return { answers, send }
}

test('a button pressed twice sends one request', async () => {
  const { run } = mountAction()
  const { answers, send } = request()
  const first = run(send)
  expect(await run(send)).toBe(false)
  expect(answers).toHaveLength(1)
  answers[0]?.resolve('created')
  expect(await first).toBe(true)
})

test('a button can be pressed again after an answer, a refusal and a lost connection', async () => {
  const { run } = mountAction()
  const { answers, send } = request()
  const endings: ((answer: PromiseWithResolvers<string>) => void)[] = [
    answer => answer.resolve('created'),
    answer => answer.reject(new RequestProblem(422, null)),
    answer => answer.reject(new TypeError('fetch failed')),
  ]
  const outcomes: boolean[] = []
  for (const [at, end] of endings.entries()) {
    const pressed = run(send)
    const sent = answers[at]
    if (!sent) throw new Error(`request ${at + 1} was not sent`)
    end(sent)
    outcomes.push(await pressed)
  }
  expect(outcomes).toEqual([true, false, false])
})

test('after a reset a new request is sent, and the end of the old one does not allow a third', async () => {
  const { run, reset } = mountAction()
  const { answers, send } = request()
  const old = run(send)
  reset()
  const current = run(send)
  answers[0]?.resolve('old')
  await old
  expect(await run(send)).toBe(false)
  expect(answers).toHaveLength(2)
  answers[1]?.resolve('current')
  expect(await current).toBe(true)
})
