import type { Server } from 'node:net'

/** Listens and returns the port (for 0, the one assigned). The error for a port in use names the variable that changes it. */
export function listen(server: Server, host: string, port: number, variable: string): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(new Error(describeFailure(error, host, port, variable))),
    )
    server.listen(port, host, () => {
      const address = server.address()
      resolve(address !== null && typeof address === 'object' ? address.port : port)
    })
  })
}

function describeFailure(error: NodeJS.ErrnoException, host: string, port: number, variable: string): string {
  if (error.code === 'EADDRINUSE') return `Port ${port} on ${host} is taken. Set ${variable} to another port.`
  if (error.code === 'EACCES') return `Port ${port} may not be opened by this user. Set ${variable} to one above 1023.`
  return `Cannot listen on ${host}:${port} (${variable}): ${error.message}`
}
