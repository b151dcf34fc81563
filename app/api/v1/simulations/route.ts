import { keyed } from '#app/api/v1/keyed.ts'
import { simulateOutcome } from '#lib/services/reconciliation/simulate.ts'
import { operations } from '#lib/views/v1/operations.ts'
import { Simulation } from '#lib/views/v1/simulations.ts'
import { written } from '#lib/views/v1/written.ts'

export const POST = keyed(operations.createSimulation, ({ actor, body, keep }) => {
  const wish = { orderId: body.payment_id, outcome: body.outcome, amount: body.amount ?? null }
  return simulateOutcome(
    actor,
    wish,
    keep(simulated => written(Simulation, { ...simulated, object: 'simulation' })),
  )
})
