import { SettingsSkeleton } from '#components/settings/settings-skeleton.tsx'

export default SettingsSkeleton
