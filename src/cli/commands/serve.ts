import closeWithGrace from 'close-with-grace'
import type { Instance } from '../../instance.ts'
import { openInstance } from '../../instance.ts'
import { buildLogger } from '../../log.ts'
import type { Invocation } from '../command.ts'
import { loadConfigOf } from '../connect.ts'
import { toCliError } from '../errors.ts'
import { releaseFaults } from '../faults.ts'
import { callOf } from '../in-process.ts'
import { complain, print, printJson } from '../output.ts'
import { report } from '../report.ts'
import type { ServeOutput } from '../schemas/system.ts'
import { transcript } from '../transcript.ts'

/** What is in flight may take this long after a signal; the process is gone within 10 seconds. */
const GRACE_MS = 9000

/** Starts the server, says what it is, and serves until a signal stops it. */
export async function run(invocation: Invocation): Promise<void> {
  const loaded = await loadConfigOf(invocation)
  const { config } = loaded
  const log = await buildLogger(config)
  const instance = await openInstance(config, log)
  const { url } = await instance.listen().catch(async (error: unknown) => {
    await instance.close()
    throw error
  })
  stopOnSignal(instance)
  if (invocation.json) {
    const output: ServeOutput = {
      url,
      dataDir: config.dataDir,
      capabilitiesUrl: `${url}/v1/capabilities`,
    }
    return printJson(output, 0)
  }
  print(...(await transcript({ loaded, url, call: callOf(instance) })))
}

function stopOnSignal(instance: Instance): void {
  releaseFaults()
  closeWithGrace(
    {
      delay: GRACE_MS,
      logger: false,
      // A fault of the process itself is not to be outlived; the others stop the server.
      skip: ['SIGILL', 'SIGTRAP', 'SIGABRT', 'SIGBUS', 'SIGFPE', 'SIGSEGV', 'beforeExit'],
      onSecondSignal: () => {
        complain('lectern: Stopped at once by a second signal; requests in flight were cut off.')
      },
      onTimeout: () => {
        complain(`lectern: Stopped after ${GRACE_MS / 1000} seconds with requests still in flight.`)
      },
      onSecondError: () => {},
    },
    async ({ err }) => {
      if (err === undefined) return instance.close()
      const code = report(toCliError(err), false)
      await instance.close()
      process.exit(code)
    },
  )
}
