// A router without effect, as the first render on a server: it follows no link.

export * from 'next/navigation.js'

const nothing = () => undefined
const router = { back: nothing, forward: nothing, refresh: nothing, push: nothing, replace: nothing, prefetch: nothing }

export const useRouter = () => router
