export async function registerAtPlatform(_platform: string): Promise<{ clientId: string }> {
  throw new Error('not built yet')
}
