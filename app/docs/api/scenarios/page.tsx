import { titleOf } from '#app/title-of.ts'
import { ScenarioTables } from '#components/reference/scenarios.tsx'

export const generateMetadata = titleOf('scenarios.title')

export default function ScenariosPage() {
  return <ScenarioTables />
}
