import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { loadConfig } from '../../src/config.ts'
import { openInstance } from '../../src/instance.ts'
import { serveMeasurements } from '../lib/ab.ts'

// The target: a whole instance as `lectern serve` runs it, with one document of the given content.
const content = process.argv[2] ?? ''
const dataDir = mkdtempSync(join(tmpdir(), 'lectern-bench-'))
const { config } = loadConfig({ flags: { data: dataDir, port: '0' }, env: {}, cwd: dataDir })
const instance = await openInstance(config, pino({ level: 'warn' }))
const { url } = await instance.listen()
const created = await fetch(`${url}/v1/documents`, {
  method: 'POST',
  headers: { 'Content-Type': 'application/json' },
  body: JSON.stringify({ title: 'Measured', content }),
})
const { data } = (await created.json()) as { data: { id: string } }
serveMeasurements(
  { port: Number(new URL(url).port), paths: { document: `/v1/documents/${data.id}` } },
  async () => {
    await instance.close()
    rmSync(dataDir, { recursive: true, force: true })
  },
)
