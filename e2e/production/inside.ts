import { playAlerts, prepareClock } from './alerts.ts'
import { buildNextVersion, installPackages, installVersion, useThisVersion } from './install.ts'
import { openProduction, playProduction, step, wantedParts } from './soak.ts'

/** A stage of a soak, on the machine that machine.ts made. */
const stages: Readonly<Record<string, () => Promise<readonly string[]>>> = {
  packages: async () => {
    await step('packages', installPackages)
    return []
  },
  versions: async () => {
    await step('a version', installVersion)
    if (wantedParts.includes('upgrade')) await step('the next version', buildNextVersion)
    return []
  },
  production: () => openProduction({}, playProduction),
  drills: async () => {
    await useThisVersion()
    return openProduction({}, run => playProduction(run, ['rotation', 'restore']))
  },
  alerts: async () => {
    await useThisVersion()
    return openProduction(prepareClock(), playAlerts)
  },
}

const stage = stages[process.argv[2] ?? '']
if (stage === undefined) throw new Error(`a stage is one of ${Object.keys(stages).join(', ')}`)
const faults = await stage()
for (const fault of faults) console.log(JSON.stringify({ fault }))
process.exit(faults.length > 0 ? 1 : 0)
